// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string>
#include <utility>

#include <polyglot/explorer/counts_server.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/opening_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace serve_tool {
namespace {

/// The interfaces of the server for programs.
enum class Api : std::uint8_t { lichess };

Result<int> run(Command& command) {
  explorer::CountsSetup setup;
  OpeningOptions openings("auto");
  Api api = Api::lichess;
  command.add({
      {"counts,in", "COUNTS", "files of counts; several are added up", texts(setup.files), config::kAllPlain,
       true},
      {"api", "NAME", "the interface: lichess (Lichess's opening explorer)",
       choice(api, {{"lichess", Api::lichess}})},
      {"port", "N", "the port of the server; 0: a free one", whole(setup.port)},
      {"host", "ADDRESS", "the address to listen on; with 0.0.0.0 or ::, other machines can connect",
       text(setup.host)},
      openings.option(),
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  auto names = openings.read(command);
  if (!names) return names.error();
  setup.opening_names = *std::move(names);
  const auto ready = [&command](const std::string& url) {
    if (auto told = os::write_output(url + "\n"); !told) return told;
    command.note("Ctrl-C stops it");
    return Result<void>();
  };
  return success_if(explorer::serve_counts(
      setup, ready, [&command](const std::string& problem) { command.tell(problem); }));
}

}  // namespace
}  // namespace serve_tool

const Tool kServe{
    .name = "serve",
    .summary = "Serves counts to programs, with the interface of Lichess's opening explorer.",
    .examples =
        "polyglot serve games.counts\n"
        "polyglot serve 2025.counts 2026.counts --port 9002\n",
    .run = serve_tool::run,
    .group = "counts",
};

}  // namespace polyglot::tools
