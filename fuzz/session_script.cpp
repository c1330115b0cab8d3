// SPDX-License-Identifier: MIT
#include "session_script.hpp"

namespace polyglot::fuzz {
namespace {

using Kind = Event::Kind;

constexpr std::uint8_t kJoined = 0x80;

/// Events of one kind. Bars separate their lines.
struct Events {
  Kind kind;
  std::string_view lines;
};

std::vector<Event> list(std::initializer_list<Events> parts) {
  std::vector<Event> events;
  for (auto [kind, lines] : parts) {
    for (std::size_t end = 0; end != lines.npos; lines.remove_prefix(end == lines.npos ? 0 : end + 1)) {
      end = lines.find('|');
      events.push_back({.kind = kind, .line = lines.substr(0, end)});
    }
  }
  return events;
}

}  // namespace

std::span<const Event> uci_events() {
  static const std::vector<Event> kEvents = list({
      {Kind::gui_line,
       "uci|isready|ucinewgame|quit|stop|ponderhit|xboard|protover 2||position startpos|"
       "position startpos moves e2e4|position startpos moves e2e4 e7e5|"
       "position startpos moves e2e4 e7e5 g1f3|position startpos moves e2e4 c7c5 g1f3 d7d6|"
       "position startpos moves a2a3|position startpos moves e2e5|"
       "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1|"
       "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d7|"
       "position fen 4k3/8/8/8/8/8/8/1K4R1 w G - 0 1|position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1|"
       "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q|position fen nonsense|position|go|"
       "go movetime 1|go wtime 1000 btime 1000 winc 10 binc 10|go ponder|"
       "go ponder wtime 1000 btime 1000|go infinite|go mate 2|go perft 2|go searchmoves e2e4 depth 2|"
       "go searchmoves d2d4 a2a3|go searchmoves|setoption name Polyglot Book value true|"
       "setoption name Polyglot Book value false|setoption name Polyglot BookFile value missing.bin|"
       "setoption name Polyglot BookFile value book.bin|setoption name Polyglot BookDepth value 1|"
       "setoption name Polyglot BookTreshold value 400|setoption name Polyglot BookRandom value false|"
       "setoption name Polyglot Bok value 1|setoption name Ponder value true|"
       "setoption name UCI_Chess960 value true|setoption name UCI_AnalyseMode value true|"
       "setoption name UCI_Variant value atomic|setoption name Clear Hash|debug on"},
      {Kind::engine_line,
       "id name Fake 1|id author Nobody|option name Ponder type check default false|"
       "option name Hash type spin default 16 min 1 max 1024|option name Clear Hash type button|"
       "option name UCI_Chess960 type check default false|"
       "option name UCI_AnalyseMode type check default false|"
       "option name UCI_Variant type combo default chess var chess var atomic|uciok|uciok|readyok|"
       "bestmove e2e4|bestmove a7a8q ponder h7g7|info depth 1 score cp 20 pv e2e4|"
       "info string book book.bin e2e4|Error (unknown command): uci|tellusererror what|"},
      {Kind::gui_closed, ""},
      {Kind::interrupted, ""},
      {Kind::engine_lost, ""},
      {Kind::timer, ""},
      {Kind::notice, ""},
      // After the others, so that these keep their numbers in the corpus.
      {Kind::gui_line, "setoption name Polyglot BookFile value damaged.bin"},
  });
  return kEvents;
}

std::span<const Event> cecp_events() {
  static const std::vector<Event> kEvents = list({
      {Kind::gui_line,
       "xboard|protover 2|new|force|go|playother|white|black|hard|easy|post|nopost|analyze|exit|?|.|"
       "hint|bk|draw|undo|remove|pause|resume|computer|random|ping 1|ping 2|ping 33|level 40 5 0|"
       "level 0 1 0.5|st 2|sd 3|nps 1000|nps 0|time 1000|otim 1000|usermove e2e4|usermove e7e5|"
       "usermove g1f3|usermove b8c6|usermove d2d4|usermove f3g1|usermove g8f6|e2e4|usermove e7e8q|"
       "usermove O-O|usermove O-O-O|usermove junk|setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1|"
       "setboard 4k3/8/8/8/8/8/8/1K4R1 w G - 0 1|setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1|"
       "setboard 8/8/8/8/8/8/8/8 w - - 0 1|setboard 4k3/8/8/8/8/8/4p3/4K3 b - - 99 1|result 1-0 {x}|"
       "result 1/2-1/2|result *|exclude e2e4|exclude all|include e2e4|include all|name Somebody|"
       "memory 64|cores 2|egtpath syzygy /tb|option Hash=32|option Clear Hash|option Style=Solid|"
       "option Polyglot Book=0|option Polyglot Book=1|option Polyglot BookDepth=2|"
       "option Polyglot ScoreWhite=1|option Polyglot Resign=1|option Polyglot BookFile=missing.bin|"
       "variant fischerandom|variant normal|variant suicide|edit|#|.|quit|uci|isready|ucinewgame|"
       "position startpos|position startpos moves e2e4|position startpos moves e2e4 e7e5|"
       "position startpos moves d2d4|position startpos moves e2e5|"
       "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1|go movetime 10|go wtime 1000 btime 1000|"
       "go infinite|go ponder wtime 1000 btime 1000|go nodes 100|stop|ponderhit|"
       "setoption name Hash value 32|setoption name Style value Solid|"
       "setoption name Polyglot Book value true"},
      {Kind::engine_line,
       "id name Fake|option name Hash type spin default 16 min 1 max 1024|"
       "option name Threads type spin default 1 min 1 max 4|"
       "option name Ponder type check default false|option name UCI_Chess960 type check default false|"
       "option name UCI_Opponent type string default <empty>|"
       "option name UCI_AnalyseMode type check default false|"
       "option name UCI_DrawOffers type check default false|"
       "option name DrawOffer type combo default none var none var draw|"
       "option name UCI_PlayByNodes type spin default 0 min 0 max 9|uciok|readyok|readyok|"
       "bestmove e2e4|bestmove e7e5 ponder g1f3|bestmove e2e4 ponder e7e5|bestmove g1f3 ponder b8c6|"
       "bestmove b8c6|bestmove g8f6|bestmove (none)|bestmove|"
       "info depth 5 score cp -900 nodes 10 time 10 pv e2e4 e7e5|"
       "info depth 5 multipv 2 score mate 3 pv e7e5|info string xboard hello|info string resign|"
       "feature done=0|"
       "feature myname=\"Fake\" ping=1 setboard=1 usermove=1 memory=1 analyze=1 colors=0 done=1|"
       "feature reuse=0 ping=1 setboard=1 done=1|feature option=\"Style -combo Solid /// *Risky\"|"
       "feature done=1|pong 1|pong 2|pong 3|pong 4|move e2e4|move e7e5|move Nf3|move b8c6|move g8f6|"
       "Illegal move: e2e4|5 20 100 2000 e4 e5|4 -20 10 200 Nf3 Nc6|resign|offer draw|"
       "1-0 {White mates}|Error (unknown command): uci|tellics whisper x|"},
      {Kind::gui_closed, ""},
      {Kind::interrupted, ""},
      {Kind::engine_lost, ""},
      {Kind::timer, ""},
      {Kind::notice, ""},
      {Kind::clock, ""},
      // After the others, so that these keep their numbers in the corpus.
      {Kind::gui_line,
       "variant crazyhouse|variant xiangqi|variant tall|usermove P@e5|usermove a0b9|usermove @@@@|"
       "setboard 4k3/9/9[P] b"},
      {Kind::engine_line,
       "option name UCI_Variant type combo default chess var chess var crazyhouse var xiangqi var tall|"
       "info string variant tall files 8 ranks 10 pocket 2 template shogi startpos p1/K1 w - - 0 1|"
       "info depth 3 score cp 5 wdl 1 2 3 pv P@e6 b10b9|bestmove P@e6 ponder b10b9"},
      {Kind::gui_line,
       "option Polyglot BookFile=damaged.bin|option Polyglot BookFile=book.bin|"
       "setoption name Polyglot BookFile value damaged.bin|position startpos moves e2e4 e7e5 g1f3|"
       "option Polyglot EngineRestart=always|option Polyglot EngineRestart=game|"
       "option Polyglot EngineHangTimeout=1|setoption name Polyglot EngineRestart value always|"
       "setoption name Polyglot EngineHangTimeout value 1"},
  });
  return kEvents;
}

std::optional<Event> SessionScript::next() {
  if (rest_.empty()) return std::nullopt;
  const char first = rest_.front();
  rest_.remove_prefix(1);
  if (first != '>' && first != '<') {
    const auto byte = static_cast<std::uint8_t>(first);
    const bool joins = ready_made_.size() <= kJoined;
    Event event = ready_made_[(joins ? byte & ~kJoined : byte) % ready_made_.size()];
    event.joined = joins && (byte & kJoined) != 0;
    return event;
  }
  const std::string_view line = take_line(rest_);
  return Event{.kind = first == '>' ? Kind::gui_line : Kind::engine_line, .line = line};
}

}  // namespace polyglot::fuzz
