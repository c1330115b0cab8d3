// SPDX-License-Identifier: MIT
#include "proxy/match_lines.hpp"
#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <boost/asio/ip/host_name.hpp>

#include <polyglot/os/expansion.hpp>
#include <polyglot/os/process_stamp.hpp>

namespace polyglot::proxy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".lines";
/// Windows does not allow these characters in the name of a file.
constexpr std::string_view kNotInNames = R"(/\:*?"<>|)";

/// Returns the name of the file up to the stamp of the match. The name includes the host, because machines
/// may share the folder.
std::string prefix() {
  boost::system::error_code none;
  return "match-" + boost::asio::ip::host_name(none) + "-";
}

/// Returns the process stamp in the name of a match's file. Empty for any other file.
std::string_view stamp_in(std::string_view name) {
  const std::string begin = prefix();
  if (!name.starts_with(begin) || !name.ends_with(kSuffix)) return {};
  name.remove_prefix(begin.size());
  name.remove_suffix(kSuffix.size());
  return name;
}

/// Removes files of ended matches. A file that cannot be removed does no harm.
void remove_ended_matches(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename().string();
    const std::string_view stamp = stamp_in(name);
    if (os::has_ended(stamp)) fs::remove(entry.path(), ignored);
  }
}

Result<std::string> file_of_match(const config::Options& options) {
  const auto name = os::expand_file_name(options.text(config::OptionId::settings_dir));
  if (!name) return name.error();
  const fs::path folder = *name;
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) return Error{"cannot create SettingsDir: " + failure.message(), *name};
  remove_ended_matches(folder);
  std::string match = os::own_environment()("POLYGLOT_MATCH").value_or("");
  const auto is_forbidden = [](char c) { return kNotInNames.find(c) != std::string_view::npos; };
  std::ranges::replace_if(match, is_forbidden, '_');
  if (match.empty()) match = os::parent_stamp();
  return {boost::system::in_place_value, (folder / (prefix() + match).append(kSuffix)).string()};
}

}  // namespace

Result<std::string> MatchLines::choose(const config::Options& options, const book::LineQuestion& question) {
  if (!lines_) {
    auto file = file_of_match(options);
    if (!file) return file;
    lines_.emplace(std::move(*file));
  }
  return lines_->choose(question);
}

}  // namespace polyglot::proxy
