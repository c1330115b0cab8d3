// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <polyglot/game/game.hpp>

/// The messages that the fronts (GUI side), the session and the backs (engine side) exchange. They are the
/// same for all protocols.
///
/// Messages read from text hold views into their line, so they are valid only as long as the line.
namespace polyglot::protocol {

/// The value of an option that means an empty text. Source: UCI, "option".
inline constexpr std::string_view kEmptyText = "<empty>";

/// The maximum number of bytes of options or features that an engine may declare. Stockfish declares 2,000
/// bytes. A declared option takes about twenty times its length in memory.
inline constexpr std::size_t kMostDeclared = 1U << 20U;

/// An option as the engine declares it. Source: UCI, "option".
struct EngineOption {
  std::string name;
  std::string type;           ///< check, spin, combo, button, string, or whatever the engine wrote
  std::string default_value;  ///< empty if the engine gave none
  std::optional<std::string> min;
  std::optional<std::string> max;
  std::vector<std::string> choices;  ///< `var` of a combo, in the engine's order
};

/// The limits of a search. Times are in milliseconds. An empty field sets no limit.
struct SearchLimits {
  bool infinite = false;
  bool ponder = false;
  bool perft = false;                     ///< the engine counts moves and sends no best move
  bool restricted = false;                ///< `searchmoves` was given, even if it names no move
  std::vector<std::string> search_moves;  ///< coordinate notation, as the GUI wrote them
  std::optional<std::int64_t> white_time;
  std::optional<std::int64_t> black_time;
  std::optional<std::int64_t> white_increment;
  std::optional<std::int64_t> black_increment;
  std::optional<std::int64_t> move_time;
  std::optional<int> moves_to_go;
  std::optional<int> depth;  ///< plies
  std::optional<std::uint64_t> nodes;
  std::optional<int> mate;  ///< moves
};

/// A search for an engine: position and limits. The callee uses the game only during the call.
struct Search {
  const game::Game* game = nullptr;
  SearchLimits limits;
  chess::CastlingNotation castling = chess::CastlingNotation::king_to_destination;
};

/// An evaluation from the point of view of the side to move in the searched position.
struct Score {
  enum class Bound : std::uint8_t { exact, lower, upper };

  bool is_mate = false;
  /// Centipawns, or moves to mate: negative if the side to move is mated, 0 if it is checkmated already.
  std::int64_t value = 0;
  Bound bound = Bound::exact;
};

/// What an engine reports about its search. The engine has not reported an empty field.
struct Info {
  std::optional<int> depth;            ///< plies
  std::optional<int> selective_depth;  ///< plies
  std::optional<int> multipv;          ///< rank of the variation, from 1
  std::optional<Score> score;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> nps;   ///< nodes per second
  std::optional<std::uint64_t> time;  ///< milliseconds
  std::optional<std::uint64_t> tablebase_hits;
  std::optional<std::array<int, 3>> win_draw_loss;  ///< per mille
  std::optional<int> current_move_number;           ///< from 1
  std::string_view current_move;                    ///< in the engine's notation, like pv
  std::string_view pv;                              ///< moves separated by blanks
  std::string_view text;                            ///< a remark in words
};

// ---- From the GUI ---------------------------------------------------------------------------------------

struct Handshake {};
/// A question that is answered when everything before it has been handled. The answer repeats `tag`.
struct ReadyQuery {
  std::string_view tag;
};
struct SetOption {
  std::string_view name;
  std::optional<std::string_view> value;
};
/// The game so far. `readable` is false if the position line could not be understood.
struct SetPosition {
  bool readable = false;
  std::string_view fen;    ///< empty: the start position
  std::string_view moves;  ///< coordinate notation, separated by blanks
};
struct Go {
  SearchLimits limits;
};
struct Stop {};
struct PonderHit {};
struct Quit {};
/// A line that the session need not understand.
struct Unknown {};

// ---- From a GUI that plays move by move, where we are one of the players ---------------------------------

struct NewGame {};
/// `name` is XBoard's name for the variant.
struct SetVariant {
  std::string_view name;
};
struct SetUp {
  std::string_view fen;
};
/// The pieces that the players have in hand, as letters. In bughouse they come from another board.
struct SetHoldings {
  std::string_view white;
  std::string_view black;
};
/// A move of the opponent.
struct PlayMove {
  std::string_view move;
};
/// Polyglot does not move until another command says so.
struct Force {};
/// Polyglot plays the side that is to move now.
struct PlaySideToMove {};
/// Polyglot plays the side that is not to move now.
struct PlayOtherSide {};
/// The old commands "white" and "black": `color` is to move, and Polyglot plays the other side.
struct SetTurn {
  chess::Color color;
};
/// The time control of both sides, in milliseconds.
struct SetTimeControl {
  int moves = 0;  ///< per period; 0: the base time is for the whole game
  std::int64_t base = 0;
  std::int64_t increment = 0;
};
struct SetMoveTime {
  std::int64_t time = 0;  ///< milliseconds for each move
};
struct SetDepthLimit {
  int depth = 0;  ///< plies
};
struct SetNodeRate {
  std::int64_t nps = 0;  ///< number of nodes that count as one second; 0: the clock counts again
};
struct SetClock {
  bool ours = false;      ///< true: the clock of Polyglot's side; false: the opponent's clock
  std::int64_t time = 0;  ///< milliseconds
};
struct MoveNow {};
struct DrawOffered {};
struct GameResult {
  enum class Score : std::uint8_t { white_wins, black_wins, draw, unknown };
  Score score = Score::unknown;
  std::string_view comment;
};
struct TakeBack {
  int plies = 1;
};
struct SetPondering {
  bool on = false;
};
struct ShowThinking {
  bool on = false;
};
struct Analyze {};
struct LeaveAnalysis {};
struct Pause {};
struct Resume {};
struct ProgressQuery {};
struct BookQuery {};
struct HintQuery {};
/// Excludes a move from the analysis, or includes it again. Without a move it means all moves.
struct ExcludeMove {
  bool excluded = true;
  std::optional<std::string_view> move;
};
struct OpponentName {
  std::string_view name;
};
struct OpponentIsComputer {};
struct SetMemory {
  std::int64_t mebibytes = 0;
};
struct SetCores {
  std::int64_t cores = 0;
};
struct SetTablebasePath {
  std::string_view kind;
  std::string_view path;
};
/// A command that Polyglot knows and ignores.
struct Ignored {};

using GuiMessage =
    std::variant<Unknown, Ignored, Handshake, ReadyQuery, SetOption, Quit,  //
                 SetPosition, Go, Stop, PonderHit,                          //
                 NewGame, SetVariant, SetUp, SetHoldings, PlayMove, Force, PlaySideToMove, PlayOtherSide,
                 SetTurn, SetTimeControl, SetMoveTime, SetDepthLimit, SetNodeRate, SetClock, MoveNow,
                 DrawOffered, GameResult, TakeBack, SetPondering, ShowThinking, Analyze, LeaveAnalysis, Pause,
                 Resume, ProgressQuery, BookQuery, HintQuery, ExcludeMove, OpponentName, OpponentIsComputer,
                 SetMemory, SetCores, SetTablebasePath>;

// ---- To the GUI -----------------------------------------------------------------------------------------

/// The answer to a handshake: name, author and options.
struct Identity {
  std::string name;
  std::string author;
  std::vector<EngineOption> options;      ///< the engine's
  std::vector<EngineOption> own_options;  ///< options of Polyglot, named without prefix
  /// The features that an XBoard engine has declared, each as NAME=VALUE. Nothing if the engine speaks
  /// another protocol.
  std::optional<std::vector<std::string>> features;
  /// Write "draw" for the first "Draw" in an option name (WbWorkArounds).
  bool small_draw = false;
};
/// Asks the GUI to wait for the Identity.
struct EngineStarts {};
/// The answer to a ReadyQuery.
struct ReadyAnswer {
  std::string tag;
};
/// Where a move of a book comes from. Source: docs/play.md.
struct BookReport {
  /// How the GUI shows the move.
  enum class Form : std::uint8_t {
    none,    ///< nothing
    string,  ///< words
    depth0,  ///< words, and for a UCI GUI a variation of depth 0
    depth1   ///< words, and a variation of depth 1 with a score of 0
  };
  Form form = Form::string;
  std::string move;         ///< coordinate notation in UCI, SAN in XBoard's protocol
  std::string book;         ///< file name, as the user wrote it
  std::uint32_t share = 0;  ///< part of the book's total weight in the position, in 1/10000
  std::uint32_t weight = 0;
  std::uint64_t total_weight = 0;
};
/// A move from the book for a GUI that has asked for a search.
struct BookAnswer {
  BookReport report;   ///< holds the move
  std::string ponder;  ///< the expected reply, coordinate notation; empty if none
};
/// The engine's move for a GUI that has asked for a search. The move is empty if there is none.
struct SearchAnswer {
  std::string move;    ///< coordinate notation
  std::string ponder;  ///< the expected reply; empty if none
};
/// A report about the running search for a GUI that has asked for one. Moves are in coordinate notation.
struct SearchInfo {
  Info info;
};
/// A message for the user.
struct Notice {
  std::string text;
};
/// A message that the user has to act upon.
struct Alarm {
  std::string text;
};

// ---- To a GUI that plays move by move --------------------------------------------------------------------

/// A line of thinking output.
struct Thinking {
  int depth = 0;
  Score score;
  std::uint64_t time = 0;  ///< milliseconds
  std::uint64_t nodes = 0;
  int selective_depth = 0;
  std::uint64_t nps = 0;
  std::uint64_t tablebase_hits = 0;
  bool show_tablebase_hits = false;  ///< print them, selective depth and speed (ShowTbHits)
  std::int64_t mate_score = 0;       ///< the score shown for a mate; 0: 100000 plus the number of moves
                                     ///< (MateScore)
  std::string_view pv;               ///< SAN, without the mark of a bound
  bool negated = false;              ///< score shown from the other side's point of view (ScoreWhite)
  std::optional<std::array<int, 3>> win_draw_loss;  ///< per mille, from the same point of view as `score`
};
/// A line of thinking output for spectators.
struct Kibitz {
  std::string_view command;
  Thinking line;
};
/// A remark of the engine among its thinking output.
struct Remark {
  int depth = 0;
  std::string_view text;
};
/// The move that Polyglot plays.
struct MovePlayed {
  std::string_view move;  ///< coordinate notation, or O-O and O-O-O
};
struct ResultClaim {
  std::string_view score;  ///< 1-0, 0-1, 1/2-1/2
  std::string_view comment;
};
struct OfferDraw {};
struct Resign {};
struct Hint {
  std::string_view san;
};
struct IllegalMove {
  std::string_view move;
};
struct IllegalPosition {};
/// An error in a command: the kind of error, and the command.
struct CommandError {
  std::string_view kind;
  std::string_view command;
};
/// The progress of the analysis. The current move is empty if no search is running.
struct Progress {
  std::uint64_t time = 0;  ///< milliseconds
  std::uint64_t nodes = 0;
  int depth = 0;
  int moves_left = 0;
  int moves = 0;
  std::string_view current_move;  ///< SAN
};
/// The moves of the book with their shares, or all legal moves.
struct BookList {
  struct Row {
    std::string san;
    bool excluded = false;
    std::optional<std::uint32_t> share;  ///< in 1/10000
    bool below_threshold = false;
  };
  std::vector<Row> rows;
  std::string threshold;  ///< percent
};
/// The start position of a variant that the GUI does not know.
struct VariantSetUp {
  std::string_view variant;  ///< the engine's name for it
  int files = 0;
  int ranks = 0;
  int pocket = 0;           ///< number of kinds of pieces that can be in hand
  std::string_view parent;  ///< the similar variant of XBoard
  std::string_view fen;
};
/// A line that goes to the GUI unchanged.
struct Raw {
  std::string_view line;
};

using GuiReply =
    std::variant<Identity, EngineStarts, ReadyAnswer, BookReport, BookAnswer, SearchAnswer, SearchInfo,
                 Notice, Alarm, Thinking, Kibitz, Remark, MovePlayed, ResultClaim, OfferDraw, Resign, Hint,
                 IllegalMove, IllegalPosition, CommandError, Progress, BookList, VariantSetUp, Raw>;

// ---- From the engine ------------------------------------------------------------------------------------

struct IdName {
  std::string_view text;
};
struct IdAuthor {
  std::string_view text;
};
struct OptionDeclared {
  EngineOption option;
};
struct HandshakeDone {};
/// The engine does not know the protocol in which Polyglot has asked.
struct HandshakeRefused {};
/// The answer to a ready query.
struct Ready {};
/// The end of a search. Moves are in the engine's notation, and empty if there are none.
struct BestMove {
  std::string_view move;
  std::string_view ponder;
  std::string_view whole;  ///< the whole line
};
/// A message for the user or spectators, such as a resignation, an offer, a result or a remark. `ends_game`:
/// the engine says that the game is over.
struct EngineTells {
  bool ends_game = false;
};
/// Output about a search. Read the whole line with parse_uci_info() or read_cecp_thinking().
struct SearchOutput {};
/// A line of any other kind.
struct Output {};

// ---- From an engine that plays games ---------------------------------------------------------------------

/// The engine has made a move. `move` is its text.
struct EngineMoved {
  std::string_view move;
};
/// The answer to the ping with this number.
struct Pong {
  int number = 0;
};
/// The engine calls a move illegal. The move is empty if the engine does not name it.
struct MoveRefused {
  std::string_view move;
};
/// The engine does not know the command `analyze`.
struct AnalysisRefused {};

using EngineMessage =
    std::variant<Output, SearchOutput, IdName, IdAuthor, OptionDeclared, HandshakeDone, HandshakeRefused,
                 Ready, BestMove, EngineTells, EngineMoved, Pong, MoveRefused, AnalysisRefused>;

/// Combines several functions into one visitor for std::visit().
template <class... Function>
struct Match : Function... {
  using Function::operator()...;
};
template <class... Function>
Match(Function...) -> Match<Function...>;

// ---- Results of games in the words of PGN, which both protocols use ----------------------------------

/// Reads 1-0, 0-1, 1/2-1/2 or *. Returns nothing for any other word.
[[nodiscard]] constexpr std::optional<GameResult::Score> parse_result(std::string_view word) noexcept {
  if (word == "1-0") return GameResult::Score::white_wins;
  if (word == "0-1") return GameResult::Score::black_wins;
  if (word == "1/2-1/2") return GameResult::Score::draw;
  if (word == "*") return GameResult::Score::unknown;
  return std::nullopt;
}

[[nodiscard]] constexpr std::string_view to_text(GameResult::Score score) noexcept {
  switch (score) {
    case GameResult::Score::white_wins:
      return "1-0";
    case GameResult::Score::black_wins:
      return "0-1";
    case GameResult::Score::draw:
      return "1/2-1/2";
    case GameResult::Score::unknown:
      break;
  }
  return "*";
}

}  // namespace polyglot::protocol
