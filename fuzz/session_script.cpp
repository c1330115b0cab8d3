#include "session_script.hpp"
#include <algorithm>
#include <array>
#include <cstddef>

namespace polyglot::fuzz {
namespace {

using Kind = Event::Kind;

constexpr std::uint8_t kJoined = 0x80;

constexpr Event gui(std::string_view line) {
  return {.kind = Kind::gui_line, .line = line};
}
constexpr Event engine(std::string_view line) {
  return {.kind = Kind::engine_line, .line = line};
}

constexpr auto kEvents = std::to_array<Event>({
    gui("uci"),
    gui("isready"),
    gui("ucinewgame"),
    gui("quit"),
    gui("stop"),
    gui("ponderhit"),
    gui("xboard"),
    gui("protover 2"),
    gui(""),
    gui("position startpos"),
    gui("position startpos moves e2e4"),
    gui("position startpos moves e2e4 e7e5"),
    gui("position startpos moves e2e4 e7e5 g1f3"),
    gui("position startpos moves e2e4 c7c5 g1f3 d7d6"),
    gui("position startpos moves a2a3"),
    gui("position startpos moves e2e5"),
    gui("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
    gui("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d7"),
    gui("position fen 4k3/8/8/8/8/8/8/1K4R1 w G - 0 1"),
    gui("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1"),
    gui("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q"),
    gui("position fen nonsense"),
    gui("position"),
    gui("go"),
    gui("go movetime 1"),
    gui("go wtime 1000 btime 1000 winc 10 binc 10"),
    gui("go ponder"),
    gui("go ponder wtime 1000 btime 1000"),
    gui("go infinite"),
    gui("go mate 2"),
    gui("go perft 2"),
    gui("go searchmoves e2e4 depth 2"),
    gui("go searchmoves d2d4 a2a3"),
    gui("go searchmoves"),
    gui("setoption name Polyglot Book value true"),
    gui("setoption name Polyglot Book value false"),
    gui("setoption name Polyglot BookFile value missing.bin"),
    gui("setoption name Polyglot BookFile value book.bin"),
    gui("setoption name Polyglot BookDepth value 1"),
    gui("setoption name Polyglot BookTreshold value 400"),
    gui("setoption name Polyglot BookRandom value false"),
    gui("setoption name Polyglot Bok value 1"),
    gui("setoption name Ponder value true"),
    gui("setoption name UCI_Chess960 value true"),
    gui("setoption name UCI_AnalyseMode value true"),
    gui("setoption name UCI_Variant value atomic"),
    gui("setoption name Clear Hash"),
    gui("debug on"),
    engine("id name Fake 1"),
    engine("id author Nobody"),
    engine("option name Ponder type check default false"),
    engine("option name Hash type spin default 16 min 1 max 1024"),
    engine("option name Clear Hash type button"),
    engine("option name UCI_Chess960 type check default false"),
    engine("option name UCI_AnalyseMode type check default false"),
    engine("option name UCI_Variant type combo default chess var chess var atomic"),
    engine("uciok"),
    engine("uciok"),  // twice: without it nothing else happens
    engine("readyok"),
    engine("bestmove e2e4"),
    engine("bestmove a7a8q ponder h7g7"),
    engine("info depth 1 score cp 20 pv e2e4"),
    engine("info string book book.bin e2e4"),
    engine("Error (unknown command): uci"),
    engine("tellusererror what"),
    engine(""),
    Event{.kind = Kind::gui_closed},
    Event{.kind = Kind::interrupted},
    Event{.kind = Kind::engine_lost},
    Event{.kind = Kind::timer},
    Event{.kind = Kind::notice},
});

}  // namespace

std::optional<Event> SessionScript::next() {
  if (rest_.empty()) return std::nullopt;
  const char first = rest_.front();
  rest_.remove_prefix(1);
  if (first != '>' && first != '<') {
    const auto byte = static_cast<std::uint8_t>(first);
    Event event = kEvents[(byte & ~kJoined) % kEvents.size()];
    event.joined = (byte & kJoined) != 0;
    return event;
  }
  const std::string_view line = rest_.substr(0, rest_.find('\n'));
  rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
  return first == '>' ? gui(line) : engine(line);
}

}  // namespace polyglot::fuzz
