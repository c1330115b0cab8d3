// SPDX-License-Identifier: MIT
#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp.hpp>

namespace polyglot::protocol {
namespace {

// ---- Thinking output ------------------------------------------------------------------------------------

constexpr std::uint64_t centiseconds(std::uint64_t milliseconds) noexcept {
  return milliseconds / 10 + (milliseconds % 10 >= 5 ? 1 : 0);
}

/// The base of mate scores that XBoard expects. Source: CECP, "Thinking output".
constexpr std::int64_t kMate = 100'000;

/// Returns the score of a mate in `moves` for the side to move. `shown`: see Thinking::mate_score.
std::int64_t mate_score(std::int64_t moves, std::int64_t shown) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 4;
  moves = std::clamp(moves, -kMost, kMost);
  if (shown == 0) return moves > 0 ? kMate + moves : moves - kMate;
  return moves > 0 ? shown - 2 * moves + 1 : -shown - 2 * moves;
}

std::int64_t shown_score(const Thinking& thinking) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const Score& score = thinking.score;
  const std::int64_t value = score.is_mate ? mate_score(score.value, thinking.mate_score) : score.value;
  const std::int64_t opposable = std::max(value, -kMost);
  return thinking.negated ? -opposable : opposable;
}

char sign_of(std::int64_t score) {
  return score < 0 ? '-' : '+';
}

std::uint64_t magnitude(std::int64_t score) {
  return static_cast<std::uint64_t>(score < 0 ? -score : score);
}

std::uint64_t count(int number) {
  return static_cast<std::uint64_t>(std::max(number, 0));
}

/// Writes the chances as a comment after the variation, so that XBoard shows it beside the moves.
void print_win_draw_loss(const Thinking& thinking, std::string& out) {
  auto [win, draw, loss] = *thinking.win_draw_loss;
  if (thinking.negated) std::swap(win, loss);
  const auto percent = [](int per_mille) { return static_cast<double>(per_mille) / 10; };
  fmt::format_to(std::back_inserter(out), " {{W {:.1f}% D {:.1f}% L {:.1f}%}}", percent(win), percent(draw),
                 percent(loss));
}

/// Called for every line of thinking output, so the formats are compiled.
void print_thinking(const Thinking& thinking, std::string& out) {
  const std::int64_t score = shown_score(thinking);
  const auto to = std::back_inserter(out);
  fmt::format_to(to, FMT_COMPILE("{} {}{} {} {} "), count(thinking.depth), sign_of(score), magnitude(score),
                 centiseconds(thinking.time), thinking.nodes);
  if (thinking.show_tablebase_hits) {
    const std::uint64_t kilonodes = thinking.nps / 1000 + thinking.nps % 1000 / 500;  // to the nearest
    fmt::format_to(to, FMT_COMPILE("{:>2} {:>4} {}\t"), count(thinking.selective_depth), kilonodes,
                   thinking.tablebase_hits);
  }
  out += thinking.pv;
  if (thinking.score.bound == Score::Bound::lower) out += '!';
  if (thinking.score.bound == Score::Bound::upper) out += '?';
  if (thinking.win_draw_loss) print_win_draw_loss(thinking, out);
  out += '\n';
}

/// Formatting may be slow here, because there are only a few such lines per move.
void print_kibitz(const Kibitz& kibitz, std::string& out) {
  const Thinking& line = kibitz.line;
  const std::int64_t score = shown_score(line);
  const std::uint64_t time = centiseconds(line.time);
  fmt::format_to(std::back_inserter(out),
                 "{} depth={} time={}.{:02} node={} speed={} score={}{}.{:02} pv=\"{}\"\n", kibitz.command,
                 line.depth, time / 100, time % 100, line.nodes, line.nps, sign_of(score),
                 magnitude(score) / 100, magnitude(score) % 100, line.pv);
}

/// No engine has searched this move, so it is a variation in parentheses, which only people read. Source:
/// CECP, "Thinking output".
void print_book_move(const BookReport& report, std::string& out) {
  const int depth = report.form == BookReport::Form::depth1 ? 1 : 0;
  fmt::format_to(std::back_inserter(out), "{} 0 0 0 (Book {} {}.{:02}%, weight {} of {}, {})\n", depth,
                 report.move, report.share / 100, report.share % 100, report.weight, report.total_weight,
                 report.book);
}

// ---- Variants that XBoard does not know -----------------------------------------------------------------

/// The letters of XBoard's pieces, in the order of its table; the king comes last. Source: man page of
/// XBoard, "-pieceToCharTable".
constexpr std::string_view kPieces = "PNBRQFEACWMOHIJGDVLSU";
/// The letters in Japanese chess. The first six pieces promote to the pieces eleven places after them.
constexpr std::string_view kShogiPieces = "PNBRLS...G.";
constexpr std::size_t kPromotingPieces = 6;
constexpr std::string_view kShogi = "shogi";
constexpr char kKing = 'K';
constexpr char kNone = '.';

/// Returns the letters of the pieces on the board and in hand, in upper case.
std::string letters_in(std::string_view fen) {
  std::string letters;
  for (const char c : fen.substr(0, fen.find(' '))) {
    const char letter = to_upper(c);
    const bool known = letters.find(letter) != std::string::npos;
    if (letter >= 'A' && letter <= 'Z' && !known) letters += letter;
  }
  return letters;
}

/// Puts each letter in its place among `places`. With `may_fill` the remaining letters take free places.
/// Without it all letters must have a place, because the free places have another meaning.
std::optional<std::string> arrange(std::string letters, std::string_view places, bool may_fill) {
  std::string table(places.size(), kNone);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] != kNone && std::erase(letters, places[i]) > 0) table[i] = places[i];
  }
  if (!letters.empty() && !may_fill) return std::nullopt;
  for (const char letter : letters) {
    const std::size_t free = table.find(kNone);
    if (free == std::string::npos) return std::nullopt;
    table[free] = letter;
  }
  return table;
}

std::string promotions(std::string_view table) {
  std::string marks;
  for (const char letter : table.substr(0, kPromotingPieces)) marks += letter == kNone ? kNone : '+';
  return marks;
}

/// Returns the table of White's letters and then Black's; nothing if it has too few places.
std::optional<std::string> piece_table(const VariantSetUp& set_up) {
  std::string letters = letters_in(set_up.fen);
  const char king = std::erase(letters, kKing) > 0 ? kKing : kNone;
  const bool shogi = set_up.parent == kShogi;
  auto table = arrange(letters, shogi ? kShogiPieces : kPieces, !shogi);
  if (!table) return std::nullopt;
  if (shogi) *table += promotions(*table);
  *table += king;
  const std::string white = *table;
  std::ranges::transform(white, std::back_inserter(*table), to_lower);
  return table;
}

/// Answers `variant` for a GUI that does not know the variant: `setup (PIECETOCHAR) FxR+P_PARENT FEN`.
/// Source: CECP, "setup".
void print_setup(const VariantSetUp& set_up, std::string& out) {
  const auto pieces = piece_table(set_up);
  if (!pieces) {
    out.append("setup ").append(set_up.fen).append("\n");
    return;
  }
  fmt::format_to(std::back_inserter(out), "setup ({}) {}x{}+{}_{} {}\n", *pieces, set_up.files, set_up.ranks,
                 set_up.pocket, set_up.parent, set_up.fen);
}

// ---- Replies --------------------------------------------------------------------------------------------

/// Writes each kind of reply. Source: CECP, "Commands from the engine to xboard".
class CecpPrinter {
 public:
  explicit CecpPrinter(std::string& out) noexcept : out_(out) {}

  void operator()(const Identity& reply) { print_features(reply, out_); }
  void operator()(const Thinking& reply) { print_thinking(reply, out_); }
  void operator()(const Kibitz& reply) { print_kibitz(reply, out_); }
  void operator()(const VariantSetUp& reply) { print_setup(reply, out_); }

  void operator()(const EngineStarts&) { out_ += "feature done=0\n"; }
  void operator()(const ReadyAnswer& reply) { line("pong {}", reply.tag); }
  void operator()(const BookReport& reply) {
    if (reply.form != BookReport::Form::none) print_book_move(reply, out_);
  }
  void operator()(const BookAnswer& reply) { line("move {}", reply.report.move); }
  void operator()(const Notice& reply) { line("telluser Polyglot: {}", reply.text); }
  void operator()(const Alarm& reply) { line("tellusererror Polyglot: {}", reply.text); }
  void operator()(const MovePlayed& reply) { line("move {}", reply.move); }
  void operator()(const ResultClaim& reply) { line("{} {{{}}}", reply.score, reply.comment); }
  void operator()(const OfferDraw&) { out_ += "offer draw\n"; }
  void operator()(const Resign&) { out_ += "resign\n"; }
  void operator()(const Hint& reply) { line("Hint: {}", reply.san); }
  void operator()(const IllegalMove& reply) { line("Illegal move: {}", reply.move); }
  void operator()(const CommandError& reply) { line("Error ({}): {}", reply.kind, reply.command); }
  void operator()(const Raw& reply) { out_.append(reply.line).append("\n"); }
  /// XBoard recognises exactly these words.
  void operator()(const IllegalPosition&) { out_ += "tellusererror Illegal position\n"; }

  /// Uses the form of thinking output, so that XBoard shows the words among the variations.
  void operator()(const Remark& reply) { line("{} +0 0 0 {}", reply.depth, reply.text); }

  void operator()(const Progress& reply) {
    const std::uint64_t time = centiseconds(reply.time);
    if (reply.current_move.empty()) {
      line("stat01: {} {} {} 0 0", time, reply.nodes, reply.depth);
    } else {
      line("stat01: {} {} {} {} {} {}", time, reply.nodes, reply.depth, reply.moves_left, reply.moves,
           reply.current_move);
    }
  }

  /// In XBoard a line belongs to the list if it begins with a blank. An empty line ends the list.
  void operator()(const BookList& reply) {
    for (const BookList::Row& row : reply.rows) book_row(row, reply.threshold);
    out_ += '\n';
  }

  /// A GUI of this protocol does not ask for searches.
  void operator()(const SearchAnswer&) {}
  void operator()(const SearchInfo&) {}

 private:
  template <class... Parts>
  void line(fmt::format_string<const Parts&...> form, const Parts&... parts) {
    fmt::format_to(std::back_inserter(out_), form, parts...);
    out_ += '\n';
  }

  void book_row(const BookList::Row& row, std::string_view threshold) {
    auto to = std::back_inserter(out_);
    fmt::format_to(to, " {}{:>6}", row.excluded ? "* " : "", row.san);
    if (row.share) fmt::format_to(to, " {:>2}.{:02}%", *row.share / 100, *row.share % 100);
    if (row.below_threshold) fmt::format_to(to, " (below threshold {}%)", threshold);
    out_ += '\n';
  }

  std::string& out_;
};

}  // namespace

void CecpFront::print(const GuiReply& reply, std::string& out) const {
  std::visit(CecpPrinter(out), reply);
}

}  // namespace polyglot::protocol
