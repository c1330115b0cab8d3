#include "pgn/move_text.hpp"
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <polyglot/pgn/game_text.hpp>

#include "pgn/characters.hpp"
#include "pgn/comment.hpp"
#include "pgn/game_start.hpp"
#include "pgn/words.hpp"

namespace polyglot::pgn {
namespace {

/// What a character begins, outside of comments.
enum class Begins : std::uint8_t {
  nothing,  ///< blanks, annotation marks, whatever has no meaning here
  line,
  word,
  number,
  comment,
  comment_end,
  line_comment,
  variation,
  variation_end,
  nag,
  bracket,
  dash,
  star,
};

constexpr auto kBegins = [] {
  std::array<Begins, 256> table{};
  const auto set = [&](std::string_view characters, Begins begins) {
    for (const char c : characters) table[static_cast<unsigned char>(c)] = begins;
  };
  for (int c = 0; c < 256; ++c) {
    if (is_letter(static_cast<char>(c)) || c >= 0x80) table[static_cast<std::size_t>(c)] = Begins::word;
    if (c >= '0' && c <= '9') table[static_cast<std::size_t>(c)] = Begins::number;
  }
  set("@", Begins::word);
  set("\r\n", Begins::line);
  set("{", Begins::comment);
  set("}", Begins::comment_end);
  set(";", Begins::line_comment);
  set("(", Begins::variation);
  set(")", Begins::variation_end);
  set("$", Begins::nag);
  set("[", Begins::bracket);
  set("-", Begins::dash);
  set("*", Begins::star);
  return table;
}();

/// What a word may go on with, digits apart. A full stop is there for "e.p.".
enum class InWord : std::uint8_t { no = 0, yes = 1, digit = 3 };

constexpr auto kInWord = [] {
  std::array<InWord, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    const bool goes_on =
        is_letter(character) || c >= 0x80 || std::string_view("-+#=/:.@").find(character) != kNowhere;
    table[c] = is_digit(character) ? InWord::digit : goes_on ? InWord::yes : InWord::no;
  }
  return table;
}();

InWord in_word(char c) noexcept {
  return kInWord[static_cast<unsigned char>(c)];
}

/// These end a game only where they are a whole word: "1:00" is a time.
constexpr std::array<std::string_view, 2> kScores = {"1:0", "0:1"};
constexpr std::array<std::string_view, 3> kHalves = {"½-½", "½–½", "\xBD-\xBD"};

/// With the dash that typographers use.
constexpr std::array<std::string_view, 2> kDashedScores = {"1–0", "0–1"};
constexpr std::string_view kDashedCastling = "–0";  // behind the first 0

/// The ply, from 0 on, of the move number at `at`: "3." and "3" before a word are White's third move, "3..."
/// is Black's. Nothing if no move number is there.
std::optional<std::size_t> numbered_ply(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kMost = 100'000;
  std::size_t number = 0;
  for (; at < text.size() && is_digit(text[at]) && number < kMost; ++at)
    number = 10 * number + static_cast<std::size_t>(text[at] - '0');
  const std::size_t end = at;
  std::size_t dots = 0;
  for (; at < text.size() && (is_space(text[at]) || text[at] == '.'); ++at) dots += text[at] == '.' ? 1 : 0;
  const bool has_ellipsis = text.substr(at).starts_with("\xE2\x80\xA6");
  const bool before_word = at > end && at < text.size() && is_letter(text[at]);
  if (number == 0 || (dots == 0 && !has_ellipsis && !before_word)) return std::nullopt;
  return 2 * (number - 1) + (dots > 1 || has_ellipsis ? 1 : 0);
}

/// Reads the moves of one game.
class MoveScanner {
 public:
  MoveScanner(std::string_view text, const MoveTextStart& start, std::vector<std::string_view>& moves,
              std::vector<Flaw>& flaws) noexcept
      : text_(text), start_(start), at_(start.at), moves_(moves), flaws_(flaws) {
    if (!start.doubt.empty()) doubt_ = Flaw{.kind = FlawKind::run_on_comment, .where = start.doubt};
  }

  /// Instead of scan().
  std::optional<MissingMove> find_missing_move() {
    looks_for_missing_move_ = true;
    while (at_ < text_.size() && !done_ && !missing_move_) step();
    return missing_move_;
  }

  MoveTextEnd scan() {
    while (at_ < text_.size() && !done_) step();
    // Words at the end, like "White resigns", take the place of no move.
    if (odd_word_ && odd_word_->plies < moves_.size()) note(flaws_, *odd_word_);
    // What would have closed it may be lost in a comment.
    if (depth_ > 0 && !comment_is_open_) note_flaw(FlawKind::open_variation, variation_, 1);
    return {at_, termination_};
  }

 private:
  void step() {
    switch (kBegins[static_cast<unsigned char>(text_[at_])]) {
      case Begins::word:
        return word();
      case Begins::nothing:
        ++at_;
        return;
      case Begins::number:
        return number();
      case Begins::line:
        ++at_;
        return line();
      case Begins::comment:
        return comment();
      case Begins::comment_end:
        if (depth_ == 0) note_flaw(FlawKind::closing_brace, at_, 1);
        ++at_;
        return;
      case Begins::line_comment:
        at_ = end_of_line(text_, at_);
        return;
      case Begins::variation:
        if (depth_++ == 0) variation_ = at_;
        ++at_;
        return;
      case Begins::variation_end:
        return variation_end();
      case Begins::nag:
        at_ = skip_digits(text_, at_ + 1);
        return;
      case Begins::bracket:
        return bracket();
      case Begins::dash:
        return dash();
      case Begins::star:
        return terminate(1);
    }
  }

  void comment() {
    const SkippedComment comment = skip_comment(text_, at_);
    if (comment.holds_another && !doubt_) doubt_ = flaw(FlawKind::run_on_comment, at_, 1);
    if (!comment.is_closed) return open_comment(comment.end);
    at_ = comment.end;
  }

  /// It ends where a game begins.
  void open_comment(std::size_t end) {
    note_flaw(FlawKind::open_comment, at_, 1);
    comment_is_open_ = true;
    at_ = end;
    if (is_line_end(text_[at_ - 1])) line();
  }

  [[gnu::cold, gnu::noinline]] void look_at_number(std::size_t begin) {
    const auto ply = numbered_ply(text_, begin);
    if (!ply) return;
    if (doubt_) resolve_doubt(*ply);
    if (suspect_ || looks_for_missing_move_) look_for_missing_move(begin, *ply);
  }

  /// The comment in doubt holds moves of the game if the ply of the next number is too high without them.
  void resolve_doubt(std::size_t ply) {
    const auto first = first_ply();
    if (first && ply > *first + moves_.size()) note(flaws_, *doubt_);
    doubt_.reset();
  }

  /// A number that is too high shows that a move is missing before it: a word that was passed over, or one
  /// that is not there at all.
  void look_for_missing_move(std::size_t number, std::size_t ply) {
    if (base_ == kNowhere) base_ = numbered_ply(text_, start_.at).value_or(start_.has_position ? ply : 0);
    counts_plies_ &= ply / 2 == base_ / 2 + moves_.size();
    if (ply <= base_ + moves_.size()) {
      suspect_.reset();
    } else if (start_.has_position && moves_.size() == 1 && ply == base_ + 2) {
      ++base_;  // Black began, with the number of a move of White's
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

  /// What the moves begin with, by their first number; but a comment in doubt before it may hold others.
  [[nodiscard]] std::optional<std::size_t> first_ply() const noexcept {
    const bool doubt_is_before = doubt_->where.data() == start_.doubt.data();
    if (!doubt_is_before) {
      if (const auto ply = numbered_ply(text_, start_.at)) return ply;
    }
    return start_.has_position ? std::nullopt : std::optional<std::size_t>(0);
  }

  void variation_end() {
    if (depth_ > 0)
      --depth_;
    else
      note_flaw(FlawKind::closing_parenthesis, at_, 1);
    ++at_;
  }

  /// At the start of a line. A byte order mark may stand where files were put together.
  void line() {
    if (at_ == text_.size()) return;
    if (text_[at_] == kByteOrderMark[0] && text_.substr(at_).starts_with(kByteOrderMark))
      at_ += kByteOrderMark.size();
    if (at_ == text_.size()) return;
    if (text_[at_] == '[') done_ = begins_game(text_, at_);
    if (text_[at_] == '%') at_ = end_of_line(text_, at_);
  }

  /// A move number, a termination marker, castling with zeros, or a move number glued to a move.
  void number() {
    const std::size_t begin = at_;
    if ((doubt_ || suspect_ || looks_for_missing_move_) && depth_ == 0) look_at_number(begin);
    at_ = skip_digits(text_, begin);
    if (at_ == text_.size()) return;
    if (text_[at_] == '.') {
      at_ = skip_blanks(text_, at_ + 1);
      return;
    }
    if (text_.substr(begin, at_ - begin) == "0000") return add(begin);
    if (text_[at_] == ':') return score(begin, kScores);
    if (text_[at_] == '\xE2') return dashed(begin);
    if (text_[at_] != '-' && text_[at_] != '/') return;
    for (const std::string_view marker : kTerminations) {
      if (!text_.substr(begin).starts_with(marker)) continue;
      at_ = begin;
      return terminate(marker.size());
    }
    if (text_.substr(begin).starts_with("0-0")) {
      at_ = begin;
      word();
    }
  }

  void score(std::size_t begin, std::span<const std::string_view> scores) {
    for (const std::string_view score : scores) {
      const std::size_t end = begin + score.size();
      const bool is_whole = (begin == start_.at || in_word(text_[begin - 1]) == InWord::no) &&
                            (end >= text_.size() || in_word(text_[end]) == InWord::no);
      if (!is_whole || !text_.substr(begin).starts_with(score)) continue;
      at_ = begin;
      return terminate(score.size());
    }
  }

  /// A result or castling with a dash instead of a hyphen.
  [[gnu::cold, gnu::noinline]] void dashed(std::size_t begin) {
    if (text_[begin] == '0' && text_.substr(at_).starts_with(kDashedCastling)) {
      at_ = begin;
      return word();
    }
    score(begin, kDashedScores);
  }

  void terminate(std::size_t length) {
    if (depth_ == 0) {
      termination_ = text_.substr(at_, length);
      done_ = true;
    }
    at_ += length;
  }

  void word() {
    const std::size_t begin = at_;
    std::size_t at = at_;
    unsigned seen = 0;
    for (; at < text_.size() && in_word(text_[at]) != InWord::no; ++at)
      seen |= static_cast<unsigned>(in_word(text_[at]));
    at_ = at;
    if (at < text_.size() && text_[at] == '(') take_bracketed_promotion(begin);
    if (depth_ == 0) add_word(begin, seen == static_cast<unsigned>(InWord::digit));
  }

  /// "e8(Q)": the rest of a move, and no variation.
  void take_bracketed_promotion(std::size_t begin) noexcept {
    if (at_ + 2 >= text_.size() || text_[at_ + 2] != ')' || at_ == begin) return;
    const bool last_rank = text_[at_ - 1] == '8' || text_[at_ - 1] == '1';
    if (!last_rank || std::string_view("QRBNqrbn").find(text_[at_ + 1]) == kNowhere) return;
    at_ += 3;
    while (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '#')) ++at_;
  }

  /// A word with a digit is a move unless its end is odd.
  void add_word(std::size_t begin, bool has_digit) {
    const std::size_t length = at_ - begin;
    const bool ends_oddly = is_joint(text_[at_ - 1]) || (length > 2 && is_joint(text_[at_ - 2]));
    if (!has_digit || ends_oddly) return add_odd_word(begin);
    // In place, as copying a view that has just been put together stalls the processor.
    moves_.emplace_back(text_.data() + begin, length);
  }

  static constexpr bool is_joint(char c) noexcept {
    return c == '-' || c == '/' || c == '=' || c == '.' || c == ':';
  }

  /// A result may be glued to the last move: "Qg20-1". Not inlined, so that word() is.
  [[gnu::noinline]] void add_odd_word(std::size_t begin) {
    const std::string_view word = text_.substr(begin, at_ - begin);
    for (const std::string_view marker : kTerminations) {
      if (!word.ends_with(marker) || word.size() == marker.size()) continue;
      at_ -= marker.size();
      moves_.push_back(text_.substr(begin, at_ - begin));
      return terminate(marker.size());
    }
    if (std::ranges::find(kHalves, word) != kHalves.end()) {
      at_ = begin;
      return terminate(word.size());
    }
    if (const std::string_view move = without_assessment(word); is_taken_for_move(move))
      moves_.push_back(move);
    else if (!is_usual_remark(word, is_behind_number(begin)))
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

  /// Full stops end sentences, and "+-", "-/+" or "=" may be glued to a move.
  static std::string_view without_assessment(std::string_view word) noexcept {
    const auto ends_in_assessment = [&] {
      if (word.empty() || word.ends_with("e.p.")) return false;
      const bool after_joint = word.size() > 1 && is_joint(word[word.size() - 2]);
      return is_joint(word.back()) || (word.back() == '+' && after_joint);
    };
    while (ends_in_assessment()) word.remove_suffix(1);
    return word;
  }

  void add(std::size_t begin) {
    if (depth_ == 0) moves_.push_back(text_.substr(begin, at_ - begin));
  }

  /// "--" is a null move; a single dash is nothing.
  void dash() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] == '-') ++at_;
    if (at_ - begin == 2) add(begin);
  }

  /// Outside of comments brackets mean nothing; inside of them may be what looks like moves.
  void bracket() {
    const std::size_t begin = at_;
    at_ = end_of_brackets(text_, at_);
    const bool is_closed = at_ < text_.size() && text_[at_] == ']';
    if (!is_closed && depth_ == 0) note_flaw(FlawKind::open_bracket, begin, 1);
  }

  /// Kept out of the way of the moves.
  [[gnu::cold, gnu::noinline]] void note_flaw(FlawKind kind, std::size_t at, std::size_t length) {
    note(flaws_, flaw(kind, at, length));
  }

  [[nodiscard]] Flaw flaw(FlawKind kind, std::size_t at, std::size_t length) const noexcept {
    return {.kind = kind, .where = text_.substr(at, length), .plies = moves_.size()};
  }

  std::string_view text_;
  MoveTextStart start_;
  std::size_t at_;
  std::vector<std::string_view>& moves_;
  std::vector<Flaw>& flaws_;
  std::string_view termination_;
  std::size_t depth_ = 0;
  std::size_t variation_ = 0;     ///< where the outermost one began, if depth_ > 0
  std::optional<Flaw> doubt_;     ///< a comment that may have run on to the next one's end
  std::optional<Flaw> odd_word_;  ///< the first one
  std::optional<Flaw> suspect_;   ///< the last one, if no move number has come since
  bool looks_for_missing_move_ = false;
  std::optional<MissingMove> missing_move_;
  bool counts_plies_ = true;     ///< the numbers are those of plies
  std::size_t base_ = kNowhere;  ///< the ply that the moves begin with, by their first number
  bool comment_is_open_ = false;
  bool done_ = false;
};

}  // namespace

MoveTextEnd read_moves(std::string_view text, const MoveTextStart& start,
                       std::vector<std::string_view>& moves, std::vector<Flaw>& flaws) {
  return MoveScanner(text, start, moves, flaws).scan();
}

std::optional<MissingMove> find_missing_move(std::string_view text, const MoveTextStart& start) {
  std::vector<std::string_view> moves;
  std::vector<Flaw> flaws;
  return MoveScanner(text, start, moves, flaws).find_missing_move();
}

void note(std::vector<Flaw>& flaws, Flaw flaw) {
  const auto same_kind = [&](const Flaw& other) { return other.kind == flaw.kind; };
  if (std::ranges::none_of(flaws, same_kind)) flaws.push_back(flaw);
}

}  // namespace polyglot::pgn
