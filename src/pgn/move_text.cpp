#include "pgn/move_text.hpp"
#include <algorithm>
#include <array>
#include <cstdint>

#include <polyglot/pgn/game_text.hpp>

#include "pgn/characters.hpp"
#include "pgn/game_start.hpp"
#include "pgn/words.hpp"

namespace polyglot::pgn {
namespace {

constexpr auto kNowhere = std::string_view::npos;

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

/// Longer ones first, as the shorter ones are their beginnings.
constexpr std::array<std::string_view, 4> kTerminations = {"1/2-1/2", "1-0", "0-1", "1/2"};

/// The number at `at` or behind blanks and ends of lines there; 0 if there is none.
std::size_t move_number(std::string_view text, std::size_t at) noexcept {
  constexpr std::size_t kMost = 100'000;
  while (at < text.size() && is_space(text[at])) ++at;
  std::size_t number = 0;
  for (; at < text.size() && is_digit(text[at]) && number < kMost; ++at)
    number = 10 * number + static_cast<std::size_t>(text[at] - '0');
  return number;
}

/// Reads the moves of one game.
class MoveScanner {
 public:
  MoveScanner(std::string_view text, std::size_t at, std::vector<std::string_view>& moves,
              std::vector<Flaw>& flaws) noexcept
      : text_(text), begin_(at), at_(at), moves_(moves), flaws_(flaws) {}

  MoveTextEnd scan() {
    while (at_ < text_.size() && !done_) step();
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
    if (comment.holds_another && depth_ == 0 && misses_moves(comment.end))
      note_flaw(FlawKind::run_on_comment, at_, 1);
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

  /// True if there is a move number at `at` that is too high for the moves read so far.
  [[nodiscard]] bool misses_moves(std::size_t at) const noexcept {
    const std::size_t number = move_number(text_, at);
    const std::size_t first = std::max<std::size_t>(move_number(text_, begin_), 1);
    return number > first + (moves_.size() + 1) / 2;
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
    at_ = skip_digits(text_, begin);
    if (at_ == text_.size()) return;
    if (text_[at_] == '.') {
      at_ = skip_blanks(text_, at_ + 1);
      return;
    }
    if (text_.substr(begin, at_ - begin) == "0000") return add(begin);
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
    if (const std::string_view move = without_assessment(word); is_move(move))
      moves_.push_back(move);
    else if (!is_usual_remark(word))
      note_flaw(FlawKind::unknown_word, begin, word.size());
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

  /// Every move has a digit, but for castling and null moves; words without are "e.p.", "mate" and rubbish.
  static bool is_move(std::string_view word) noexcept {
    return std::ranges::any_of(word, is_digit) || word.starts_with("O-O") || word.starts_with("o-o") ||
           is_null_move(word);
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
    note(flaws_, {.kind = kind, .where = text_.substr(at, length), .plies = moves_.size()});
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_;
  std::vector<std::string_view>& moves_;
  std::vector<Flaw>& flaws_;
  std::string_view termination_;
  std::size_t depth_ = 0;
  std::size_t variation_ = 0;  ///< where the outermost one began, if depth_ > 0
  bool comment_is_open_ = false;
  bool done_ = false;
};

/// The next character of a comment that matters: a brace, or the '[' where a game begins. `at` is not
/// looked at itself.
std::size_t next_brace(std::string_view text, std::size_t at) noexcept {
  for (++at; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '{' || c == '}') return at;
    if (c == '[' && is_line_end(text[at - 1]) && begins_game(text, at)) return at;
  }
  return text.size();
}

}  // namespace

MoveTextEnd read_moves(std::string_view text, std::size_t at, std::vector<std::string_view>& moves,
                       std::vector<Flaw>& flaws) {
  return MoveScanner(text, at, moves, flaws).scan();
}

void note(std::vector<Flaw>& flaws, Flaw flaw) {
  const auto same_kind = [&](const Flaw& other) { return other.kind == flaw.kind; };
  if (std::ranges::none_of(flaws, same_kind)) flaws.push_back(flaw);
}

/// Comments do not nest by the standard, and ":-{" is no second one. But if one had another '{' in it and
/// the brace that follows its '}' closes again, then its author did nest.
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

}  // namespace polyglot::pgn
