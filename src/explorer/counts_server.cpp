// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <fmt/format.h>

#include <polyglot/explorer/counts_server.hpp>
#include <polyglot/os/open_files.hpp>

#include "explorer/counts_files.hpp"
#include "explorer/lichess_service.hpp"
#include "explorer/server.hpp"

namespace polyglot::explorer {

namespace {

/// Returns the groups that a program may ask for, but by which the file does not distinguish games.
std::string missing_groups(const Grouping& grouping) {
  std::string missing;
  const auto add = [&missing](bool is_there, std::string_view name) {
    if (!is_there) missing.append(missing.empty() ? "" : ", ").append(name);
  };
  add(grouping.by_speed, "speed");
  add(grouping.by_rating, "rating");
  add(grouping.by_year, "year");
  return missing;
}

/// Opens the files. Those of the same rules are served together, in the order of the command line.
Result<std::vector<ServedCounts>> open_all(const CountsSetup& setup, const Report& report) {
  os::allow_open_files(setup.files.size());
  if (auto checked = check_parts(setup.files); !checked) return checked.error();
  std::vector<game::Rules> rules;
  std::vector<std::vector<std::unique_ptr<CountsReader>>> files;
  for (const std::string& path : setup.files) {
    auto opened = open_counts(path);
    if (!opened) return opened.error();
    if (const std::string missing = missing_groups(opened->file->grouping()); !missing.empty())
      report(
          fmt::format("{}: games are not counted by {}; questions about that get all games", path, missing));
    auto place = std::ranges::find(rules, opened->rules.name(), &game::Rules::name);
    if (place == rules.end()) {
      place = rules.insert(rules.end(), std::move(opened->rules));
      files.emplace_back();
    }
    files[static_cast<std::size_t>(place - rules.begin())].push_back(std::move(opened->file));
  }
  std::vector<ServedCounts> served;
  for (std::size_t i = 0; i < rules.size(); ++i)
    served.push_back({.rules = std::move(rules[i]), .counts = AddedCounts(std::move(files[i]))});
  return served;
}

/// Returns the address for browsers. They need brackets around an IPv6 address.
std::string base_address(const std::string& host, std::uint16_t port) {
  const bool has_colons = host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}", has_colons ? "[" : "", host, has_colons ? "]" : "", port);
}

}  // namespace

Result<void> serve_counts(const CountsSetup& setup,
                          const std::function<Result<void>(const std::string& url)>& ready,
                          const Report& report) {
  auto served = open_all(setup, report);
  if (!served) return served.error();
  boost::asio::io_context context(1);
  const StopSignals signals(context);
  auto acceptor = listen(context, setup.port, setup.host);
  if (!acceptor) return acceptor.error();
  const LichessService service(*std::move(served), setup.opening_names, report);
  start_serving(
      *acceptor, [&service](const Request& request) { return service.handle(request); },
      LichessService::refuse, report);
  if (auto told = ready(base_address(setup.host, acceptor->local_endpoint().port())); !told) return told;
  context.run();
  return {};
}

}  // namespace polyglot::explorer
