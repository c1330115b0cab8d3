// SPDX-License-Identifier: MIT
#include "pgn/move_text.hpp"

#include <polyglot/chess/notation.hpp>

#include "pgn/characters.hpp"
#include "pgn/move_lexer.hpp"

namespace polyglot::pgn {

namespace {

/// One look into a table for each character is faster than three comparisons.
constexpr auto kMattersInComment = [] {
  std::array<bool, 256> table{};
  for (const char c : {'{', '}', '['}) table[static_cast<unsigned char>(c)] = true;
  return table;
}();

/// The next character after `at` that matters in a comment: a brace, or the '[' where a game begins.
std::size_t next_brace(std::string_view text, std::size_t at) noexcept {
  for (++at; at < text.size(); ++at) {
    if (!kMattersInComment[static_cast<unsigned char>(text[at])]) continue;
    if (text[at] != '[' || (is_line_end(text[at - 1]) && begins_game(text, at))) return at;
  }
  return text.size();
}

}  // namespace

/// By the standard comments do not nest, and ":-{" does not begin a second one. But if a comment has another
/// '{' in it, and the next brace after its '}' closes again, then its author did nest comments.
SkippedComment skip_comment(std::string_view text, std::size_t at) noexcept {
  const auto is = [&](std::size_t i, char c) { return i < text.size() && text[i] == c; };
  bool nests = false;
  bool holds_another = false;
  at = next_brace(text, at);
  for (; is(at, '{'); at = next_brace(text, at)) nests = holds_another = true;
  if (!is(at, '}')) return {.end = at, .is_closed = false};
  while (nests) {
    const std::size_t next = next_brace(text, at);
    if (!is(next, '}')) break;
    at = next;
    holds_another = false;
  }
  return {.end = at + 1, .holds_another = holds_another};
}

namespace {

/// Results that may follow a move without a blank: "Qg20-1".
constexpr std::array<std::string_view, 12> kGluedResults = {
    "1/2-1/2", "1-0", "0-1", "1/2", "½-½", "½–½", "½−½", "\xBD-\xBD", "1–0", "0–1", "1−0", "0−1"};

// ---- What words mean, by their shape --------------------------------------------------------------------

/// Remarks in lower case, without marks at their end.
constexpr std::array<std::string_view, 24> kRemarks = {
    "e.p",       "ep",   "en",      "passant", "ch",      "check",      "dis",      "disch",
    "dis.ch",    "dbl",  "dblch",   "dbl.ch",  "double",  "discovered", "mate",     "checkmate",
    "stalemate", "draw", "resigns", "novelty", "diagram", "unclear",    "zugzwang", "zz",
};

/// Signs whose case matters.
constexpr std::array<std::string_view, 6> kSigns = {"N", "TN", "D", "RR", "e.", "p."};

/// Letters of all scripts begin with these bytes in UTF-8; signs and emoji with others. Single bytes above
/// 0x80 are signs in the fonts of old chess programs.
bool has_letter(std::string_view word) noexcept {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (is_letter(word[i])) return true;
    const auto byte = static_cast<unsigned char>(word[i]);
    const bool begins_letter = byte >= 0xC3 && byte <= 0xED && byte != 0xE2;
    if (begins_letter && i + 1 < word.size() && (static_cast<unsigned char>(word[i + 1]) & 0xC0) == 0x80)
      return true;
  }
  return false;
}

bool is_remark(std::string_view word) noexcept {
  return std::ranges::any_of(kRemarks,
                             [&](std::string_view remark) { return equal_ignoring_case(word, remark); });
}

bool is_sign(std::string_view word) noexcept {
  return std::ranges::find(kSigns, word) != kSigns.end();
}

std::string_view without_end(std::string_view word, std::string_view marks) noexcept {
  const std::size_t last = word.find_last_not_of(marks);
  return word.substr(0, last == kNowhere ? 0 : last + 1);
}

/// True for words that stand among moves outside of comments and can be left out: "e.p.", "ch",
/// "mate", "N", and whatever has no letter, like the signs of the Informant. Directly after a move number "N"
/// and other signs are not remarks, because a move is expected there: "2. N f3".
bool is_usual_remark(std::string_view word, bool behind_number) noexcept {
  if (is_sign(word)) return !behind_number;
  word = without_end(word, "+#./=-:");
  return !has_letter(word) || (is_sign(word) && !behind_number) || is_remark(word);
}

// ---- The moves of one game ------------------------------------------------------------------------------

/// The ply, from 0 on, of the move number at `at`: "3." and "3" before a word are White's third move, "3..."
/// is Black's. Nothing if no move number is there.
std::optional<std::size_t> numbered_ply(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kMost = 100'000;
  std::string_view rest = text.substr(at);
  const auto number = take_clamped_number<std::size_t>(rest);
  if (!number || *number == 0 || *number > kMost) return std::nullopt;
  std::size_t between = skip_space(rest, 0);
  std::size_t dots = 0;
  for (; between < rest.size() && rest[between] == '.'; between = skip_space(rest, between + 1)) ++dots;
  rest.remove_prefix(between);
  const bool has_ellipsis = rest.starts_with("\xE2\x80\xA6");
  const bool before_word = between > 0 && !rest.empty() && is_letter(rest.front());
  if (dots == 0 && !has_ellipsis && !before_word) return std::nullopt;
  return 2 * (*number - 1) + (dots > 1 || has_ellipsis ? 1 : 0);
}

/// Reads the moves of one game.
class MoveScanner : private MoveLexer<MoveScanner> {
 public:
  enum class Use : std::uint8_t {
    game,
    missing_move,  ///< examines all move numbers
    line,          ///< words that are no usual remarks are moves, legal or not
  };

  MoveScanner(std::string_view text, const MoveTextStart& start, std::vector<std::string_view>& moves,
              std::vector<Flaw>& flaws, Use use = Use::game) noexcept
      : MoveLexer(text, start.at), start_(start), moves_(moves), flaws_(flaws), use_(use) {
    if (!start.doubt.empty()) doubt_ = Flaw{.kind = FlawKind::run_on_comment, .where = start.doubt};
  }

  /// Used instead of scan(): examines all move numbers.
  std::optional<MissingMove> find_missing_move() {
    while (at_ < text_.size() && !done_ && !missing_move_) step();
    return missing_move_;
  }

  MoveTextEnd scan() {
    while (at_ < text_.size() && !done_) step();
    // Words at the end, like "White resigns", do not replace a move.
    if (odd_word_ && odd_word_->plies < moves_.size()) note(flaws_, *odd_word_);
    // An open comment may hold the closing parenthesis.
    if (depth_ > 0 && !comment_is_open_) on_flaw(FlawKind::open_variation, variation_);
    return {.at = at_,
            .termination = termination_,
            .is_guessed = is_guessed_,
            .variations = variations_,
            .has_marks = has_marks_};
  }

 private:
  friend MoveLexer;

  void on_line() noexcept {}

  void on_comment(std::size_t begin, const SkippedComment& comment) {
    if (comment.holds_another && !doubt_) doubt_ = flaw(FlawKind::run_on_comment, begin, 1);
    if (comment.is_closed) return;
    on_flaw(FlawKind::open_comment, begin);
    comment_is_open_ = true;
    // An open comment ends where a game begins.
    if (is_line_end(text_[at_ - 1])) line();
  }

  [[nodiscard]] bool on_number(std::size_t begin) {
    if (doubt_ || suspect_ || use_ == Use::missing_move) look_at_number(begin);
    const bool is_one = text_[begin] == '1' && begin + 1 < text_.size() && !is_digit(text_[begin + 1]);
    if (is_one && !moves_.empty() && begins_next_game(begin)) done_ = is_guessed_ = true;
    return !done_;
  }

  /// Whether move number 1 at `begin`, after other moves, begins another game: it is White's, and its move is
  /// a first move. No first move of White is one of Black's, so "1. e4 1. e5" is one game.
  [[gnu::cold, gnu::noinline]] [[nodiscard]] bool begins_next_game(std::size_t begin) const {
    if (start_.has_position || numbered_ply(text_, begin) != 0) return false;
    std::size_t move = skip_space(text_, begin + 1);
    const bool has_period = move < text_.size() && text_[move] == '.';
    if (!has_period && !is_line_end(text_[begin - 1])) return false;
    if (has_period) move = skip_space(text_, move + 1);
    std::size_t end = move;
    while (end < std::min(text_.size(), move + kLongestMove) && in_word(text_[end]) != InWord::no) ++end;
    const std::string_view word = without_assessment(text_.substr(move, end - move));
    return !chess::read_san(chess::Position(), word).is_null();
  }

  [[gnu::cold, gnu::noinline]] void look_at_number(std::size_t begin) {
    const auto ply = numbered_ply(text_, begin);
    if (!ply) return;
    if (doubt_) resolve_doubt(*ply);
    if (suspect_ || use_ == Use::missing_move) look_for_missing_move(begin, *ply);
  }

  /// The comment in doubt holds moves of the game if the ply of the next number is too high without them.
  void resolve_doubt(std::size_t ply) {
    const auto first = first_ply();
    if (first && ply > *first + moves_.size()) note(flaws_, *doubt_);
    doubt_.reset();
  }

  /// A number that is too high shows that a move is missing before it: a word that was skipped, or a move
  /// that the text does not have.
  void look_for_missing_move(std::size_t number, std::size_t ply) {
    if (base_ == kNowhere) base_ = numbered_ply(text_, start_.at).value_or(start_.has_position ? ply : 0);
    counts_plies_ &= ply / 2 == base_ / 2 + moves_.size();
    if (ply <= base_ + moves_.size()) {
      suspect_.reset();
    } else if (start_.has_position && moves_.size() == 1 && ply == base_ + 2) {
      ++base_;  // Black began, but the number looks like one of White's
      suspect_.reset();
    } else if (suspect_) {
      moves_.insert(moves_.begin() + static_cast<std::ptrdiff_t>(suspect_->plies), suspect_->where);
      if (odd_word_ && odd_word_->where.data() == suspect_->where.data()) odd_word_.reset();
      suspect_.reset();
    } else if (!counts_plies_ && !missing_move_) {
      missing_move_ = {.number = text_.substr(number, skip_digits(text_, number) + 1 - number),
                       .plies = moves_.size()};
    }
  }

  /// The ply of the first move, by the number before it, unless the comment in doubt comes first: it may hold
  /// other moves. Without a number it is 0, or unknown if the game has a FEN.
  [[nodiscard]] std::optional<std::size_t> first_ply() const noexcept {
    const bool doubt_is_before = doubt_->where.data() == start_.doubt.data();
    if (!doubt_is_before) {
      if (const auto ply = numbered_ply(text_, start_.at)) return ply;
    }
    return start_.has_position ? std::nullopt : std::optional<std::size_t>(0);
  }

  void on_termination(std::size_t length) {
    termination_ = text_.substr(at_, length);
    done_ = true;
  }

  /// A word with a digit is a move unless its end is odd.
  void on_word(std::size_t begin, bool has_digit) {
    const std::size_t length = at_ - begin;
    const bool ends_oddly = is_joint(text_[at_ - 1]) || (length > 2 && is_joint(text_[at_ - 2]));
    if (!has_digit || ends_oddly) return add_odd_word(begin);
    // Constructed in place, because copying a view that was just built stalls the processor.
    moves_.emplace_back(text_.data() + begin, length);
  }

  /// The result may follow the last move without a blank: "Qg20-1". Not inlined, so that word() is inlined.
  [[gnu::noinline]] void add_odd_word(std::size_t begin) {
    const std::string_view word = text_.substr(begin, at_ - begin);
    for (const std::string_view marker : kGluedResults) {
      if (!word.ends_with(marker) || word.size() == marker.size()) continue;
      at_ -= marker.size();
      moves_.push_back(text_.substr(begin, at_ - begin));
      return terminate(marker.size());
    }
    if (const std::string_view move = without_assessment(word); is_taken_for_move(move))
      moves_.push_back(move);
    else if (is_usual_remark(word, is_behind_number(begin)))
      return;
    else if (use_ == Use::line)
      moves_.push_back(word);
    else
      note_odd_word(flaw(FlawKind::unknown_word, begin, word.size()));
  }

  void note_odd_word(const Flaw& word) {
    if (!odd_word_) odd_word_ = word;
    suspect_ = word;
  }

  [[nodiscard]] bool is_behind_number(std::size_t at) const noexcept {
    const std::string_view number = number_before(text_.substr(start_.at), at - start_.at);
    if (number.empty()) return false;
    // A NAG and "Nf3" end in digits, too.
    const auto begin = static_cast<std::size_t>(number.data() - text_.data());
    return begin == start_.at || (text_[begin - 1] != '$' && in_word(text_[begin - 1]) == InWord::no);
  }

  void on_null_move(std::size_t begin) { moves_.push_back(text_.substr(begin, at_ - begin)); }

  /// Not inlined, because flaws are rare.
  [[gnu::cold, gnu::noinline]] void on_flaw(FlawKind kind, std::size_t at) {
    note(flaws_, flaw(kind, at, 1));
  }

  [[nodiscard]] Flaw flaw(FlawKind kind, std::size_t at, std::size_t length) const noexcept {
    return {.kind = kind, .where = text_.substr(at, length), .plies = moves_.size()};
  }

  MoveTextStart start_;
  std::vector<std::string_view>& moves_;
  std::vector<Flaw>& flaws_;
  Use use_;
  std::string_view termination_;
  std::optional<Flaw> doubt_;     ///< a comment that may reach to the end of the next one
  std::optional<Flaw> odd_word_;  ///< the first unknown word
  std::optional<Flaw> suspect_;   ///< the last unknown word, if no move number has followed it
  std::optional<MissingMove> missing_move_;
  bool counts_plies_ = true;     ///< move numbers count plies
  std::size_t base_ = kNowhere;  ///< the ply of the first move, by the first number
  bool comment_is_open_ = false;
  bool is_guessed_ = false;
};

}  // namespace

MoveTextEnd read_moves(std::string_view text, const MoveTextStart& start,
                       std::vector<std::string_view>& moves, std::vector<Flaw>& flaws) {
  return MoveScanner(text, start, moves, flaws).scan();
}

std::optional<MissingMove> find_missing_move(std::string_view text, const MoveTextStart& start) {
  std::vector<std::string_view> moves;
  std::vector<Flaw> flaws;
  return MoveScanner(text, start, moves, flaws, MoveScanner::Use::missing_move).find_missing_move();
}

Result<std::vector<std::string_view>> read_line(std::string_view text) {
  std::vector<std::string_view> moves;
  std::vector<Flaw> flaws;
  const MoveTextEnd end = MoveScanner(text, {}, moves, flaws, MoveScanner::Use::line).scan();
  if (!flaws.empty()) return Error{flaws.front().message(), std::string(flaws.front().where)};
  std::vector<std::string_view> behind;
  (void)MoveScanner(text, {.at = end.at}, behind, flaws, MoveScanner::Use::line).scan();
  if (!behind.empty()) return Error{"\"" + std::string(behind.front()) + "\" is behind the end of the line"};
  return moves;
}

void note(std::vector<Flaw>& flaws, Flaw flaw) {
  const auto same_kind = [&](const Flaw& other) { return other.kind == flaw.kind; };
  if (std::ranges::none_of(flaws, same_kind)) flaws.push_back(flaw);
}

}  // namespace polyglot::pgn
