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

/// The neutral vocabulary between the fronts (GUI side), the session and the backs (engine side).
///
/// Messages that come from text hold views into the line they were read from: they live as long as it does.
namespace polyglot::protocol {

/// How the value of an option says that it is an empty text. Source: UCI, "option".
inline constexpr std::string_view kEmptyText = "<empty>";

/// So many bytes of options, in XBoard's protocol of features, an engine may declare. Stockfish declares
/// 2,000 bytes; what goes beyond the limit would only fill the memory, which holds some twenty times as much
/// for it.
inline constexpr std::size_t kMostDeclared = 1U << 20U;

/// What an engine says of one of its options. Source: UCI, "option".
struct EngineOption {
  std::string name;
  std::string type;           ///< check, spin, combo, button, string, or whatever the engine wrote
  std::string default_value;  ///< empty if the engine gave none
  std::optional<std::string> min;
  std::optional<std::string> max;
  std::vector<std::string> choices;  ///< `var` of a combo, in the engine's order
};

/// What a search may use. Times in milliseconds; an empty field: no such limit.
struct SearchLimits {
  bool infinite = false;
  bool ponder = false;
  bool perft = false;                     ///< not a search at all: no best move will come
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

/// A search of an engine: where, and how long. The game is only read during the call it is passed to.
struct Search {
  const game::Game* game = nullptr;
  SearchLimits limits;
  chess::CastlingNotation castling = chess::CastlingNotation::king_to_destination;
};

/// An evaluation, from the point of view of the side that is to move in the searched position.
struct Score {
  enum class Bound : std::uint8_t { exact, lower, upper };

  bool is_mate = false;
  /// Centipawns; or moves to mate, negative if the side to move is mated. Mate in 0: it is mated already.
  std::int64_t value = 0;
  Bound bound = Bound::exact;
};

/// What an engine says of its search. An empty field: not said.
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
/// Asks for an answer when everything before has been dealt with. `tag` comes back with it.
struct ReadyQuery {
  std::string_view tag;
};
struct SetOption {
  std::string_view name;
  std::optional<std::string_view> value;
};
/// The game so far. A position line that cannot be made sense of has `readable` false.
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
/// Nothing that the session needs to understand.
struct Unknown {};

// ---- From a GUI that plays move by move, where we are one of the players ---------------------------------

struct NewGame {};
/// By its XBoard name.
struct SetVariant {
  std::string_view name;
};
struct SetUp {
  std::string_view fen;
};
/// What the players have in hand, by letters of pieces: in bughouse it comes from another board.
struct SetHoldings {
  std::string_view white;
  std::string_view black;
};
/// A move of the other side.
struct PlayMove {
  std::string_view move;
};
/// Nobody plays by himself until told.
struct Force {};
/// Play the side that is to move from here on.
struct PlaySideToMove {};
/// Play the side that is not to move.
struct PlayOtherSide {};
/// Old form: `color` is to move, and we play the other side.
struct SetTurn {
  chess::Color color;
};
/// The time control of both sides. Times in milliseconds.
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
  std::int64_t nps = 0;  ///< nodes that count as a second; 0: real time again
};
struct SetClock {
  bool ours = false;      ///< of the player that we are, not of the other one
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
/// Leaves a move out of analysis, or takes it in again. No move: all of them.
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
/// Understood, and of no consequence.
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

/// The answer to a handshake: who plays, and what can be set.
struct Identity {
  std::string name;
  std::string author;
  std::vector<EngineOption> options;      ///< the engine's
  std::vector<EngineOption> own_options;  ///< Polyglot's, their names without prefix
  /// What an XBoard engine declared of itself, as NAME=VALUE. Nothing: the engine speaks another protocol.
  std::optional<std::vector<std::string>> features;
  /// Write "draw" for the first "Draw" in an option name (WbWorkArounds).
  bool small_draw = false;
};
/// Not ready yet: the GUI is to wait for the Identity.
struct Patience {};
/// The answer to a ReadyQuery.
struct ReadyAnswer {
  std::string tag;
};
/// Where a move comes from that a book plays. Source: docs/play.md.
struct BookReport {
  /// As what the GUI is shown the move.
  enum class Form : std::uint8_t {
    none,    ///< nothing
    string,  ///< words
    depth0,  ///< words, and to a UCI GUI a variation that nobody has searched
    depth1   ///< words, and a search of one ply that has found a score of 0
  };
  Form form = Form::string;
  std::string move;         ///< coordinate notation in UCI, SAN in XBoard's protocol
  std::string book;         ///< file name, as the user wrote it
  std::uint32_t share = 0;  ///< of the book's total weight in the position, in 1/10000
  std::uint32_t weight = 0;
  std::uint64_t total_weight = 0;
};
/// A move from the book, for a GUI that asked for a search.
struct BookAnswer {
  BookReport report;   ///< with the move
  std::string ponder;  ///< the expected reply, coordinate notation; empty if none
};
/// The engine's move, for a GUI that asked for a search. Empty move: there is none.
struct SearchAnswer {
  std::string move;    ///< coordinate notation
  std::string ponder;  ///< the expected reply; empty if none
};
/// A stage of the search, for a GUI that asked for one. Moves in coordinate notation.
struct SearchInfo {
  Info info;
};
/// Something the user should know.
struct Notice {
  std::string text;
};
/// Something the user must do something about.
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
  std::int64_t mate_score = 0;       ///< shown for a mate; 0: 100000 and the number of moves (MateScore)
  std::string_view pv;               ///< SAN, the bound's mark not included
  bool negated = false;              ///< score shown from the other side's point of view (ScoreWhite)
  std::optional<std::array<int, 3>> win_draw_loss;  ///< per mille, from the same point of view as `score`
};
/// The same for everybody who watches.
struct Kibitz {
  std::string_view command;
  Thinking line;
};
/// A remark of the engine among its thinking output.
struct Remark {
  int depth = 0;
  std::string_view text;
};
/// Our move.
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
/// How far the analysis has come. Nothing is searched right now: no current move.
struct Progress {
  std::uint64_t time = 0;  ///< milliseconds
  std::uint64_t nodes = 0;
  int depth = 0;
  int moves_left = 0;
  int moves = 0;
  std::string_view current_move;  ///< SAN
};
/// What can be played: the book's moves with their shares, or every legal move.
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
/// How a variant begins that the GUI does not know.
struct VariantSetUp {
  std::string_view variant;  ///< the engine's name for it
  int files = 0;
  int ranks = 0;
  int pocket = 0;           ///< kinds of pieces that can be held in hand
  std::string_view parent;  ///< the variant of XBoard that it is played like
  std::string_view fen;
};
/// A line for the GUI as it is.
struct Raw {
  std::string_view line;
};

using GuiReply =
    std::variant<Identity, Patience, ReadyAnswer, BookReport, BookAnswer, SearchAnswer, SearchInfo, Notice,
                 Alarm, Thinking, Kibitz, Remark, MovePlayed, ResultClaim, OfferDraw, Resign, Hint,
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
/// The engine does not know our protocol.
struct HandshakeRefused {};
/// Our ready query has come through.
struct Ready {};
/// The end of a search. Moves in the engine's notation; no move: it has none.
struct BestMove {
  std::string_view move;
  std::string_view ponder;
  std::string_view whole;  ///< all it said
};
/// Words for the user or the people who watch: resignations, offers, results, and whatever it tells them.
/// `ends_game`: it takes the game for over.
struct EngineTells {
  bool ends_game = false;
};
/// About its search, to be read as a whole: parse_uci_info(), read_cecp_thinking().
struct SearchOutput {};
/// Anything else.
struct Output {};

// ---- From an engine that plays games ---------------------------------------------------------------------

/// It has moved, by its own account; the move as it wrote it.
struct EngineMoved {
  std::string_view move;
};
/// Our ping of that number has come through.
struct Pong {
  int number = 0;
};
/// It holds a move for illegal; empty if it does not say which.
struct MoveRefused {
  std::string_view move;
};
/// It does not know the command `analyze`.
struct AnalysisRefused {};

using EngineMessage =
    std::variant<Output, SearchOutput, IdName, IdAuthor, OptionDeclared, HandshakeDone, HandshakeRefused,
                 Ready, BestMove, EngineTells, EngineMoved, Pong, MoveRefused, AnalysisRefused>;

/// Functions as one, for std::visit(): the one that fits is called.
template <class... Function>
struct Match : Function... {
  using Function::operator()...;
};
template <class... Function>
Match(Function...) -> Match<Function...>;

// ---- Results of games in the words of PGN, which both protocols use ----------------------------------

/// Nothing if `word` is not one of 1-0, 0-1, 1/2-1/2 and *.
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
