// SPDX-License-Identifier: MIT
/// An XBoard GUI and a UCI engine, both of arbitrary bytes. An input is text. Every line is read as a command
/// and as an info line, and the result is written again.
#include <polyglot/protocol/cecp.hpp>
#include <polyglot/protocol/uci.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

using protocol::CecpFront;
using protocol::GuiReply;

/// A reply must be whole lines, and not more of them than expected.
void check_reply(const GuiReply& reply, std::ptrdiff_t lines = 1) {
  std::string out;
  CecpFront().print(reply, out);
  check(std::ranges::count(out, '\n') == lines && (out.empty() || out.ends_with('\n')), "whole lines");
}

// ---- Commands -------------------------------------------------------------------------------------------

/// Checks the promises of each kind of command about its parts.
class CommandCheck {
 public:
  explicit CommandCheck(std::string_view line) : line_(line) {}

  void operator()(const protocol::ReadyQuery& query) const {
    check(!query.tag.empty() && lies_in(line_, query.tag), "a tag is in its line");
    check_reply(protocol::ReadyAnswer{std::string(query.tag)});
  }
  void operator()(const protocol::SetOption& option) const {
    check(!option.name.empty() && lies_in(line_, option.name), "an option has a name");
    check(lies_in(line_, option.value.value_or("")), "a value is in its line");
  }
  void operator()(const protocol::PlayMove& move) const {
    check(!move.move.empty() && lies_in(line_, move.move), "a move is in its line");
    check_reply(protocol::IllegalMove{move.move});
  }
  void operator()(const protocol::SetTimeControl& level) const {
    check(level.moves >= 0 && level.base >= 0 && level.increment >= 0, "no time is negative");
  }
  void operator()(const protocol::SetMoveTime& time) const { check(time.time >= 0, "no time is negative"); }
  void operator()(const protocol::SetClock& clock) const { check(clock.time >= 0, "no clock is negative"); }
  void operator()(const protocol::SetDepthLimit& limit) const {
    check(limit.depth >= 0, "no depth is negative");
  }
  void operator()(const protocol::SetNodeRate& rate) const { check(rate.nps >= 0, "no rate is negative"); }
  void operator()(const protocol::SetMemory& memory) const { check(memory.mebibytes > 0, "some memory"); }
  void operator()(const protocol::SetCores& cores) const { check(cores.cores > 0, "some cores"); }
  void operator()(const protocol::GameResult& result) const {
    check(lies_in(line_, result.comment), "a comment is in its line");
  }
  void operator()(const protocol::SetUp& board) const { check(!board.fen.empty(), "a position has a FEN"); }
  template <class Other>
  void operator()(const Other&) const {}

 private:
  std::string_view line_;
};

void check_command(CecpFront& front, std::string_view line) {
  std::visit(CommandCheck(line), front.parse(line));
  check_reply(protocol::CommandError{"unknown command", line});
}

// ---- Info lines and what is shown of them ---------------------------------------------------------------

void check_info(std::string_view line) {
  const protocol::Info info = protocol::parse_uci_info(line);
  for (const std::string_view part : {info.pv, info.text, info.current_move}) {
    check(lies_in(line, part) && trim(part) == part, "a part is in its line, trimmed");
  }
  check(info.depth.value_or(0) >= 0 && info.multipv.value_or(0) >= 0, "no count is negative");
  protocol::Thinking thinking;
  thinking.depth = info.depth.value_or(0);
  thinking.score = info.score.value_or(protocol::Score());
  thinking.time = info.time.value_or(0);
  thinking.nodes = info.nodes.value_or(0);
  thinking.nps = info.nps.value_or(0);
  thinking.tablebase_hits = info.tablebase_hits.value_or(0);
  thinking.selective_depth = info.selective_depth.value_or(0);
  thinking.pv = info.pv;
  for (const bool turned : {false, true}) {
    thinking.negated = turned;
    thinking.show_tablebase_hits = turned;
    thinking.mate_score = turned ? 100'000 : 0;
    check_reply(thinking);
    check_reply(protocol::Kibitz{"tellall", thinking});
  }
  check_reply(protocol::Remark{thinking.depth, info.text});
}

// ---- Features -------------------------------------------------------------------------------------------

/// Each option must be one quoted value, whatever its name is.
void check_features(std::string_view line) {
  protocol::Identity identity;
  identity.name = std::string(line);
  identity.options = {protocol::parse_uci_option(line)};
  identity.small_draw = line.size() % 2 == 0;
  std::string out;
  CecpFront().print(identity, out);
  for (std::string_view rest = out; !rest.empty();) {
    const std::string_view feature = take_line(rest);
    const auto quotes = std::ranges::count(feature, '"');
    check(feature.starts_with("feature ") && (quotes == 0 || (quotes == 2 && feature.ends_with('"'))),
          "a feature is a name and a value");
  }
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  std::string_view text = as_text(data, size);
  polyglot::protocol::CecpFront front;
  while (!text.empty()) {
    const std::string_view line = polyglot::take_line(text);
    check_command(front, line);
    check_info(line);
    check_features(line);
  }
  return 0;
}
