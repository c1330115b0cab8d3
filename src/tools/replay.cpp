// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include <fmt/format.h>

#include <polyglot/proxy/replay.hpp>

#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace replay_tool {
namespace {

std::string verdict(const proxy::Replayed& replayed) {
  if (!replayed.difference)
    return replayed.sessions == 1 ? "identical\n"
                                  : fmt::format("identical: {} sessions\n", replayed.sessions);
  const proxy::ReplayDifference& difference = *replayed.difference;
  return fmt::format("line {}:\n  log:     {}\n  session: {}\n", difference.line,
                     difference.log.value_or("(nothing more)"), difference.session.value_or("(nothing)"));
}

Result<int> run(Command& command) {
  std::string path;
  command.add({{"log", "LOG", "a log file of Polyglot, - for standard input", text_file(path), 1, true}});
  if (const auto exit_code = command.parse()) return *exit_code;
  auto input = os::Input::open(path);
  if (!input) return input.error();
  InputStream log(std::move(*input));
  const auto replayed = proxy::replay(log);
  if (!replayed) return Error{replayed.error().to_string(), path};
  if (replayed->first_line > 1)
    command.note(fmt::format("{}: the log begins in the middle of a session; replaying from line {}", path,
                             replayed->first_line));
  if (!replayed->version.empty())
    command.note(fmt::format("{}: this is a log of Polyglot {}", path, replayed->version));
  if (const auto written = print_text(verdict(*replayed)); !written) return written.error();
  return replayed->difference ? kFailure : kSuccess;
}

}  // namespace
}  // namespace replay_tool

const Tool kReplay{
    .name = "replay",
    .summary = "Replays a logged session and compares the answers.",
    .examples =
        "polyglot replay polyglot.log\n"
        "polyglot replay --log polyglot.log\n",
    .run = replay_tool::run,
    .group = "playing",
    .failure = kWrongUsage,
    .exit_codes = "0 identical, 1 different, 2 cannot be replayed, or wrong usage",
};

}  // namespace polyglot::tools
