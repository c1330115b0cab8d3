// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/game/text_moves.hpp>
#include <polyglot/protocol/cecp.hpp>

namespace polyglot::protocol {
namespace {

using chess::Color;
using chess::Square;

constexpr std::int64_t kMostCentiseconds = std::numeric_limits<std::int64_t>::max() / 10;

constexpr std::int64_t kSecond = 1000;  // in milliseconds
constexpr std::int64_t kMinute = 60 * kSecond;

/// Reads the trimmed arguments of a command. Returns `Unknown` if the arguments do not fit the command.
using Reader = GuiMessage (*)(std::string_view arguments);

// ---- Commands without arguments -------------------------------------------------------------------------

template <class Message, auto... values>
GuiMessage plain(std::string_view arguments) {
  if (!arguments.empty()) return Unknown{};
  return Message{values...};
}

// ---- Commands with one text -----------------------------------------------------------------------------

template <class Message>
GuiMessage with_text(std::string_view arguments) {
  if (arguments.empty()) return Unknown{};
  return Message{arguments};
}

template <class Message>
GuiMessage any_text(std::string_view arguments) {
  if (arguments.empty()) return Unknown{};
  return Message{};
}

GuiMessage read_rating(std::string_view arguments) {
  (void)take_word(arguments);
  return any_text<Ignored>(trim(arguments));
}

template <bool excluded>
GuiMessage read_exclude(std::string_view arguments) {
  if (arguments.empty()) return Unknown{};
  if (arguments == "all") return ExcludeMove{excluded, std::nullopt};
  return ExcludeMove{excluded, arguments};
}

/// The option that offers the command `exclude` to GUIs that do not know it.
constexpr std::string_view kExcludeOption = "Polyglot exclude move";

/// Reads `NAME=VALUE`, whose value may be empty, or the `NAME` of a button.
GuiMessage read_option(std::string_view arguments) {
  const std::size_t equals = arguments.find('=');
  const std::string_view name = trim(arguments.substr(0, equals));
  if (arguments.empty()) return Unknown{};
  if (name.empty() || equals == std::string_view::npos) return SetOption{arguments, std::nullopt};
  if (name == kExcludeOption) return ExcludeMove{true, trim(arguments.substr(equals + 1))};
  return SetOption{name, trim(arguments.substr(equals + 1))};
}

GuiMessage read_tablebase_path(std::string_view arguments) {
  const std::string_view kind = take_word(arguments);
  const std::string_view path = trim(arguments);
  if (path.empty()) return Unknown{};
  return SetTablebasePath{kind, path};
}

// ---- Commands with numbers ------------------------------------------------------------------------------

/// Removes a number of `unit`s from a text and returns it in milliseconds. The number may have a fraction.
/// Returns nothing if there is no number, or a negative one.
std::optional<std::int64_t> take_units(std::string_view& text, std::int64_t unit) {
  const bool has_fraction_only = text.size() > 1 && text[0] == '.' && is_digit(text[1]);
  if (text.empty() || !(is_digit(text[0]) || has_fraction_only)) return std::nullopt;
  constexpr std::int64_t kMostUnits = 1'000'000'000;  // more than any time control; sums do not overflow
  std::int64_t time = unit * std::min(take_clamped_number<std::int64_t>(text).value_or(0), kMostUnits);
  if (!text.starts_with('.')) return time;
  for (text.remove_prefix(1); !text.empty() && is_digit(text[0]); text.remove_prefix(1), unit /= 10)
    time += (text[0] - '0') * unit / 10;
  return time;
}

/// Reads a number as take_units() does, or minutes and seconds ("1:30").
std::optional<std::int64_t> take_duration(std::string_view& text, std::int64_t unit) {
  const auto first = take_units(text, unit);
  if (!first || !text.starts_with(':')) return first;
  std::string_view rest = text.substr(1);
  const auto seconds = take_units(rest, kSecond);
  if (seconds) text = rest;
  // The number before the colon is minutes, whatever `unit` is.
  return *first / unit * kMinute + seconds.value_or(0);
}

/// Reads a text that is only a duration, in seconds unless it has a colon.
std::optional<std::int64_t> parse_seconds(std::string_view text) {
  const auto duration = take_duration(text, kSecond);
  return text.empty() ? duration : std::nullopt;
}

/// Reads `MOVES BASE INCREMENT`. The word of BASE may also contain the next time control. We ignore that,
/// because XBoard sends it again when it begins. Source: CECP, "Time control".
GuiMessage read_level(std::string_view arguments) {
  const auto moves = parse_clamped_number<int>(take_word(arguments));
  std::string_view base_and_more = take_word(arguments);
  const auto base = take_duration(base_and_more, kMinute);
  const auto increment = parse_seconds(trim(arguments));
  if (!moves || *moves < 0 || !base || !increment) return Unknown{};
  return SetTimeControl{*moves, *base, *increment};
}

GuiMessage read_move_time(std::string_view arguments) {
  const auto time = parse_seconds(arguments);
  if (!time) return Unknown{};
  return SetMoveTime{*time};
}

/// Reads a number; one below 0 counts as 0.
template <class Message, class Number>
GuiMessage read_limit(std::string_view arguments) {
  const auto limit = parse_clamped_number<Number>(arguments);
  if (!limit) return Unknown{};
  return Message{std::max<Number>(*limit, 0)};
}

/// Reads a clock, which may be negative when its time is over.
template <bool ours>
GuiMessage read_clock(std::string_view arguments) {
  const auto centiseconds = parse_clamped_number<std::int64_t>(arguments);
  if (!centiseconds) return Unknown{};
  return SetClock{ours, 10 * std::clamp<std::int64_t>(*centiseconds, 0, kMostCentiseconds)};
}

template <class Message>
GuiMessage read_amount(std::string_view arguments) {
  const auto amount = parse_clamped_number<std::int64_t>(arguments);
  if (!amount || *amount < 1) return Unknown{};
  return Message{*amount};
}

// ---- Game results ---------------------------------------------------------------------------------------

/// Reads a result and its comment, which is usually in braces and may be missing.
GuiMessage read_result(std::string_view arguments) {
  if (arguments.empty()) return Unknown{};
  const std::size_t score_end = std::min(arguments.find('{'), arguments.find_first_of(" \t"));
  std::string_view comment;
  if (score_end != std::string_view::npos) comment = trim(arguments.substr(score_end));
  if (comment.starts_with('{')) comment.remove_prefix(1);
  if (comment.ends_with('}')) comment.remove_suffix(1);
  const auto score = parse_result(arguments.substr(0, score_end));
  return GameResult{score.value_or(GameResult::Score::unknown), trim(comment)};
}

/// Reads `[white] [black]`. The new piece may follow.
GuiMessage read_holdings(std::string_view arguments) {
  SetHoldings message;
  for (std::string_view* const held : {&message.white, &message.black}) {
    const std::size_t open = arguments.find('[');
    const std::size_t close = arguments.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return Unknown{};
    *held = arguments.substr(open + 1, close - open - 1);
    arguments.remove_prefix(close + 1);
  }
  return message;
}

// ---- The table ------------------------------------------------------------------------------------------

struct Command {
  std::string_view name;
  Reader read;
};

/// Source: CECP, "Commands from xboard to the engine".
constexpr std::array kCommands = {
    Command{".", plain<ProgressQuery>},
    Command{"?", plain<MoveNow>},
    Command{"accepted", any_text<Ignored>},
    Command{"analyze", plain<Analyze>},
    Command{"bk", plain<BookQuery>},
    Command{"black", plain<SetTurn, Color::black>},
    Command{"computer", plain<OpponentIsComputer>},
    Command{"cores", read_amount<SetCores>},
    Command{"draw", plain<DrawOffered>},
    Command{"easy", plain<SetPondering, false>},
    Command{"egtpath", read_tablebase_path},
    Command{"exclude", read_exclude<true>},
    Command{"exit", plain<LeaveAnalysis>},
    Command{"force", plain<Force>},
    Command{"go", plain<PlaySideToMove>},
    Command{"hard", plain<SetPondering, true>},
    Command{"hint", plain<HintQuery>},
    Command{"holding", read_holdings},
    Command{"ics", any_text<Ignored>},
    Command{"include", read_exclude<false>},
    Command{"level", read_level},
    Command{"memory", read_amount<SetMemory>},
    Command{"name", with_text<OpponentName>},
    Command{"new", plain<NewGame>},
    Command{"nopost", plain<ShowThinking, false>},
    Command{"nps", read_limit<SetNodeRate, std::int64_t>},
    Command{"option", read_option},
    Command{"otim", read_clock<false>},
    Command{"pause", plain<Pause>},
    Command{"ping", with_text<ReadyQuery>},
    Command{"playother", plain<PlayOtherSide>},
    Command{"post", plain<ShowThinking, true>},
    Command{"protover", any_text<Handshake>},
    Command{"quit", plain<Quit>},
    Command{"random", plain<Ignored>},
    Command{"rating", read_rating},
    Command{"rejected", any_text<Ignored>},
    Command{"remove", plain<TakeBack, 2>},
    Command{"result", read_result},
    Command{"resume", plain<Resume>},
    Command{"sd", read_limit<SetDepthLimit, int>},
    Command{"setboard", with_text<SetUp>},
    Command{"st", read_move_time},
    Command{"time", read_clock<true>},
    Command{"undo", plain<TakeBack, 1>},
    Command{"usermove", with_text<PlayMove>},
    Command{"variant", with_text<SetVariant>},
    Command{"white", plain<SetTurn, Color::white>},
    Command{"xboard", plain<Ignored>},
};
static_assert(std::ranges::is_sorted(kCommands, {}, &Command::name), "find_command() halves its way");

const Command* find_command(std::string_view name) {
  const auto found = std::ranges::lower_bound(kCommands, name, {}, &Command::name);
  return found != kCommands.end() && found->name == name ? &*found : nullptr;
}

GuiMessage read_command(std::string_view line) {
  std::string_view arguments = line;
  const std::string_view name = take_word(arguments);
  arguments = trim(arguments);
  if (name.empty()) return Ignored{};
  if (const Command* command = find_command(name)) return command->read(arguments);
  // In protocol 1 a move comes without a command.
  if (arguments.empty() && game::looks_like_move(name)) return PlayMove{name};
  return Unknown{};
}

// ---- Positions that are set up piece by piece ----------------------------------------------------------

char letter(char piece, Color color) {
  return color == Color::white ? piece : static_cast<char>(piece - 'A' + 'a');
}

void append_rank(std::string_view rank, std::string& fen) {
  int empty = 0;
  const auto write_empty = [&] {
    if (empty > 0) fen += static_cast<char>('0' + empty);
    empty = 0;
  };
  for (const char piece : rank) {
    if (piece == 0) {
      ++empty;
      continue;
    }
    write_empty();
    fen += piece;
  }
  write_empty();
}

}  // namespace

/// The command `edit` of protocol 1. It begins a mode in which every line puts a piece. A line "." ends it.
///
/// The mode begins with the current position, which a front does not know. Therefore only lines after `#`
/// make a position. `#` clears the board, and XBoard sends it first. Source: CECP, "edit".
class CecpEdit {
 public:
  [[nodiscard]] bool active() const noexcept { return active_; }
  /// The mode does not change `side_to_move`.
  void begin(Color side_to_move) {
    *this = CecpEdit();
    active_ = true;
    side_to_move_ = side_to_move;
  }
  /// Returns SetUp at the end, and Unknown for a position that cannot be known. `line` is trimmed.
  [[nodiscard]] GuiMessage parse(std::string_view line) {
    if (line == ".") return finish();
    if (line == "quit") return Quit{};
    if (line == "c") {
      color_ = ~color_;
    } else if (line == "#") {
      board_.fill(0);
      cleared_ = true;
    } else if (!line.empty() && !put(line)) {
      return Unknown{};
    }
    return Ignored{};
  }

 private:
  /// Reads `Pe4`, which puts a piece (in upper case), or `xe4`, which clears a square.
  [[nodiscard]] bool put(std::string_view line) {
    const auto square = Square::from_string(line.substr(1));
    const bool empties = line.front() == 'x';
    if (!square || (!empties && std::string_view("PNBRQK").find(line.front()) == std::string_view::npos))
      return false;
    at(*square) = empties ? '\0' : letter(line.front(), color_);
    return true;
  }

  [[nodiscard]] GuiMessage finish() {
    active_ = false;
    if (!cleared_) return Unknown{};
    write_fen();
    return SetUp{fen_};
  }

  [[nodiscard]] char& at(Square square) { return board_[static_cast<std::size_t>(square.index())]; }

  /// Writes the FEN. Kings and rooks on their home squares may castle; there is no en-passant capture.
  void write_fen() {
    fen_.clear();
    for (std::size_t rank = 8; rank-- > 0;) {
      append_rank({board_.data() + 8 * rank, 8}, fen_);
      fen_ += rank > 0 ? '/' : ' ';
    }
    fen_ += side_to_move_ == Color::white ? "w " : "b ";
    const std::size_t rights = fen_.size();
    for (const Color color : {Color::white, Color::black}) {
      const int home = color == Color::white ? 0 : 7;
      if (at(Square(4, home)) != letter('K', color)) continue;
      if (at(Square(7, home)) == letter('R', color)) fen_ += letter('K', color);
      if (at(Square(0, home)) == letter('R', color)) fen_ += letter('Q', color);
    }
    if (fen_.size() == rights) fen_ += '-';
    fen_ += " - 0 1";
  }

  bool active_ = false;
  bool cleared_ = false;
  Color side_to_move_ = Color::white;
  Color color_ = Color::white;    ///< the colour of the next pieces
  std::array<char, 64> board_{};  ///< letters of FEN; 0: empty
  std::string fen_;
};

CecpFront::CecpFront() : edit_(std::make_unique<CecpEdit>()) {}

CecpFront::~CecpFront() = default;

GuiMessage CecpFront::parse(std::string_view line) {
  line = trim(line, " \t\r");
  if (edit_->active()) return edit_->parse(line);
  if (line == "edit") {
    edit_->begin(black_to_move_ ? Color::black : Color::white);
    return Ignored{};
  }
  GuiMessage message = read_command(line);
  const auto* const move = std::get_if<PlayMove>(&message);
  black_to_move_ = move != nullptr && move->move == "a2a3";
  return message;
}

}  // namespace polyglot::protocol
