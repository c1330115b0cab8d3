// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/pgn/game_text.hpp>

#include "pgn/characters.hpp"
#include "pgn/game_start.hpp"
#include "pgn/move_text.hpp"

namespace polyglot::pgn {

/// A comment that was skipped.
struct SkippedComment {
  std::size_t end = 0;  ///< the place after it; the beginning of the next game if it is not closed
  bool is_closed = true;
  bool holds_another = false;  ///< a '{' without a '}' of its own
};

/// Skips the comment whose '{' is at `at`.
[[nodiscard]] SkippedComment skip_comment(std::string_view text, std::size_t at) noexcept;

/// The usual results, which need no blank behind them.
inline constexpr std::array<std::string_view, 3> kTerminations = {"1/2-1/2", "1-0", "0-1"};

/// What a character begins, outside of comments.
enum class Begins : std::uint8_t {
  nothing,  ///< blanks, and characters without a meaning here
  line,
  word,
  wide,  ///< a blank of Unicode, a sign, or a word: the next bytes decide
  number,
  comment,
  comment_end,
  line_comment,
  variation,
  variation_end,
  nag,
  mark,
  bracket,
  dash,
  star,
};

/// Bytes that may begin a blank of Unicode, or a sign with a meaning. They also begin letters.
inline constexpr std::string_view kWideBytes = "\xA0\xBD\xC2\xE1\xE2\xE3\xEF";

inline constexpr auto kBegins = [] {
  std::array<Begins, 256> table{};
  const auto set = [&](std::string_view characters, Begins begins) {
    for (const char c : characters) table[static_cast<unsigned char>(c)] = begins;
  };
  for (int c = 0; c < 256; ++c) {
    if (is_letter(static_cast<char>(c)) || c >= 0x80) table[static_cast<std::size_t>(c)] = Begins::word;
    if (is_digit(static_cast<char>(c))) table[static_cast<std::size_t>(c)] = Begins::number;
  }
  set("@", Begins::word);
  set(kWideBytes, Begins::wide);
  set("\r\n", Begins::line);
  set("{", Begins::comment);
  set("}", Begins::comment_end);
  set(";", Begins::line_comment);
  set("(", Begins::variation);
  set(")", Begins::variation_end);
  set("$", Begins::nag);
  set("!?", Begins::mark);
  set("[", Begins::bracket);
  set("-", Begins::dash);
  set("*", Begins::star);
  return table;
}();

/// The characters that may continue a word. The period is one of them because of "e.p.". Of kWideBytes the
/// next bytes decide, and a word that has them is `wide`.
enum class InWord : std::uint8_t { no = 0, yes = 1, digit = 3, wide = 4 };

inline constexpr auto kInWord = [] {
  std::array<InWord, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    const bool goes_on = is_letter(character) || (c >= 0x80 && kWideBytes.find(character) == kNowhere) ||
                         std::string_view("-+#=/:.@").find(character) != kNowhere;
    table[c] = is_digit(character) ? InWord::digit : goes_on ? InWord::yes : InWord::no;
  }
  return table;
}();

inline InWord in_word(char c) noexcept {
  return kInWord[static_cast<unsigned char>(c)];
}

/// A character that may stand between the parts of a move, or after it with another meaning.
constexpr bool is_joint(char c) noexcept {
  return c == '-' || c == '/' || c == '=' || c == '.' || c == ':';
}

/// Whether a text ends with a chess piece, perhaps with the selector of its form.
constexpr bool ends_with_figurine(std::string_view text) noexcept {
  for (const std::string_view selector : {"\uFE0E", "\uFE0F"})
    if (text.ends_with(selector)) text.remove_suffix(selector.size());
  return text.size() >= 3 && text.substr(text.size() - 3, 2) == "\xE2\x99" && text.back() >= '\x94' &&
         text.back() <= '\x9F';
}

/// Removes periods that end sentences, and "+-", "-/+", "=" or a sign like "±" without a blank after a move.
constexpr std::string_view without_assessment(std::string_view word) noexcept {
  while (!word.empty() && !is_ascii(word.back()) && !ends_with_figurine(word)) word.remove_suffix(1);
  const auto ends_in_assessment = [&] {
    if (word.empty() || word.ends_with("e.p.")) return false;
    const bool after_joint = word.size() > 1 && is_joint(word[word.size() - 2]);
    return is_joint(word.back()) || (word.back() == '+' && after_joint);
  };
  while (ends_in_assessment()) word.remove_suffix(1);
  return word;
}

/// True if the word counts as a move where moves are expected, legal or not. Every move has a digit, except
/// castling and null moves. Other words without a digit are no moves, for example "mate".
inline bool is_taken_for_move(std::string_view word) noexcept {
  const auto is_castling = [word](char letter) {
    const std::size_t dash = word.starts_with(letter) ? dash_length(word.substr(1)) : 0;
    return dash > 0 && word.substr(1 + dash).starts_with(letter);
  };
  return std::ranges::any_of(word, is_digit) || is_castling('O') || is_castling('o') || is_null_move(word);
}

/// Goes through the text of moves, those of a game or those between games. `Reader` derives from it. Outside
/// variations it calls
///   on_word(begin, has_digit)      a word that ends at `at_`
///   on_null_move(begin)            "--" or "0000", which ends at `at_`
///   on_number(begin)               a number of a move or of a result; false: it belongs to the next game
///   on_termination(length)         a result at `at_`
///   on_flaw(kind, at)              the character at which text may have been lost
/// and everywhere
///   on_comment(begin, comment)     a comment; `at_` is after it
///   on_line()                      the start of a line
/// With `kReadsVariations` it calls on_word() and on_null_move() in variations as well, and
///   on_variation(), on_variation_end()
///   on_nag(number)                 the digits of a NAG, empty if there are none
///   on_marks(marks)                a run of "!" and "?"
/// This is the innermost loop of make-book, so nothing is virtual.
template <class Reader, bool kReadsVariations = false>
class MoveLexer {
 protected:
  MoveLexer(std::string_view text, std::size_t at) noexcept : text_(text), begin_(at), at_(at) {}

  /// Inlined, because a call for each blank takes as long as the rest.
  [[gnu::always_inline]] void step() {
    switch (kBegins[static_cast<unsigned char>(text_[at_])]) {
      case Begins::word:
        return word();
      case Begins::nothing:
        ++at_;
        return;
      case Begins::wide:
        return wide();
      case Begins::number:
        return number();
      case Begins::line:
        ++at_;
        return line();
      case Begins::comment:
        return comment();
      case Begins::comment_end:
        if (depth_ == 0) reader().on_flaw(FlawKind::closing_brace, at_);
        ++at_;
        return;
      case Begins::line_comment:
        at_ = end_of_line(text_, at_);
        return;
      case Begins::variation:
        return variation();
      case Begins::variation_end:
        return variation_end();
      case Begins::nag:
        return nag();
      case Begins::mark:
        return marks();
      case Begins::bracket:
        return bracket();
      case Begins::dash:
        return dash();
      case Begins::star:
        return terminate(1);
    }
  }

  /// At the start of a line. A byte order mark may stand where files were joined.
  void line() {
    reader().on_line();
    if (at_ == text_.size()) return;
    if (text_[at_] == kByteOrderMark[0] && text_.substr(at_).starts_with(kByteOrderMark))
      at_ += kByteOrderMark.size();
    if (at_ == text_.size()) return;
    if (text_[at_] == '[') done_ = begins_game(text_, at_);
    if (text_[at_] == '%') at_ = end_of_line(text_, at_);
  }

  void terminate(std::size_t length) {
    if (depth_ == 0) reader().on_termination(length);
    at_ += length;
  }

  std::string_view text_;
  std::size_t begin_;
  std::size_t at_;
  std::size_t depth_ = 0;       ///< of nested variations
  std::size_t variation_ = 0;   ///< where the outermost one began, if depth_ > 0
  std::size_t variations_ = 0;  ///< number of variations so far, nested ones included
  bool has_marks_ = false;      ///< a NAG, "!" or "?"
  bool done_ = false;           ///< the end has been reached

 private:
  Reader& reader() noexcept { return static_cast<Reader&>(*this); }

  void comment() {
    const std::size_t begin = at_;
    const SkippedComment comment = skip_comment(text_, begin);
    at_ = comment.end;
    reader().on_comment(begin, comment);
  }

  void variation() {
    if (depth_++ == 0) variation_ = at_;
    ++variations_;
    ++at_;
    if constexpr (kReadsVariations) reader().on_variation();
  }

  void variation_end() {
    if (depth_ > 0) {
      --depth_;
      if constexpr (kReadsVariations) reader().on_variation_end();
    } else {
      reader().on_flaw(FlawKind::closing_parenthesis, at_);
    }
    ++at_;
  }

  void nag() {
    const std::size_t number = at_ + 1;
    at_ = skip_digits(text_, number);
    has_marks_ = true;
    if constexpr (kReadsVariations) reader().on_nag(text_.substr(number, at_ - number));
  }

  void marks() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && kBegins[static_cast<unsigned char>(text_[at_])] == Begins::mark) ++at_;
    has_marks_ = true;
    if constexpr (kReadsVariations) reader().on_marks(text_.substr(begin, at_ - begin));
  }

  /// Reads a move number, with or without a blank before its move, a result, castling with zeros, or "0000".
  void number() {
    const std::size_t begin = at_;
    if (depth_ == 0 && !reader().on_number(begin)) return;
    at_ = skip_digits(text_, begin);
    if (at_ == text_.size()) return;
    if (text_[at_] == '.' && text_[begin] != '0') {
      at_ = skip_blanks(text_, at_ + 1);
      return;
    }
    if (at_ == begin + 1 && text_[begin] <= '1') return score(begin);
    if (text_.substr(begin, at_ - begin) == "0000") return null_move(begin);
    if (text_[at_] == '.') at_ = skip_blanks(text_, at_ + 1);
  }

  /// Reads what begins with a single 0 or 1, if it is a result or castling.
  void score(std::size_t begin) {
    const std::string_view text = text_.substr(begin);
    for (const std::string_view marker : kTerminations)
      if (text.starts_with(marker)) return terminate_at(begin, marker.size());
    const std::size_t dash = dash_length(text.substr(1));
    if (text.front() == '0' && dash > 0 && text.substr(1 + dash).starts_with('0')) {
      at_ = begin;
      return word();
    }
    if (const std::size_t length = result_length(begin)) return terminate_at(begin, length);
    constexpr std::string_view kHalf = "1/2";
    if (text.starts_with(kHalf)) return terminate_at(begin, kHalf.size());
    at_ = begin + 1;
    if (text_[at_] == '.') at_ = skip_blanks(text_, at_ + 1);
  }

  void terminate_at(std::size_t begin, std::size_t length) {
    at_ = begin;
    terminate(length);
  }

  /// The length of a result in any spelling; 0 if there is none. It is a whole word: "1:00" is a time.
  [[nodiscard, gnu::cold, gnu::noinline]] std::size_t result_length(std::size_t begin) const noexcept {
    const std::size_t length = read_result(text_.substr(begin)).length;
    const std::size_t end = begin + length;
    const bool is_whole =
        (begin == begin_ || space_before(text_, begin) > 0 || in_word(text_[begin - 1]) == InWord::no) &&
        (end == text_.size() || text_[end] == '.' || in_word(text_[end]) == InWord::no);
    return is_whole ? length : 0;
  }

  /// Reads a character outside of ASCII that may be a blank, an ellipsis or a half.
  [[gnu::cold, gnu::noinline]] void wide() {
    constexpr std::string_view kEllipsis = "…";
    if (const std::size_t blank = wide_blank(text_, at_)) {
      at_ += blank;
    } else if (text_.substr(at_).starts_with(kEllipsis)) {
      at_ += kEllipsis.size();
    } else if (const std::size_t length = result_length(at_)) {
      terminate(length);
    } else {
      word();
    }
  }

  void word() {
    const std::size_t begin = at_;
    unsigned seen = take_word();
    // "Q~xf8": a promoted piece of crazyhouse.
    if (at_ == begin + 1 && at_ + 1 < text_.size() && text_[at_] == '~' && is_letter(text_[at_ + 1])) {
      ++at_;
      seen |= take_word();
    }
    if (at_ < text_.size() && text_[at_] == '(') take_bracketed_promotion(begin);
    if (kReadsVariations || depth_ == 0)
      reader().on_word(begin, seen == static_cast<unsigned>(InWord::digit));
  }

  /// Goes to the end of a word and returns which kinds of characters it has.
  unsigned take_word() noexcept {
    unsigned seen = take_usual_word();
    while (at_ < text_.size() && !is_ascii(text_[at_]) && wide_blank(text_, at_) == 0) {
      ++at_;
      seen |= static_cast<unsigned>(InWord::wide) | take_usual_word();
    }
    return seen;
  }

  unsigned take_usual_word() noexcept {
    std::size_t at = at_;
    unsigned seen = 0;
    for (; at < text_.size() && in_word(text_[at]) != InWord::no; ++at)
      seen |= static_cast<unsigned>(in_word(text_[at]));
    at_ = at;
    return seen;
  }

  /// "e8(Q)", "e8=(Q)": the parenthesis is the rest of a move, not a variation.
  void take_bracketed_promotion(std::size_t begin) noexcept {
    if (at_ + 2 >= text_.size() || text_[at_ + 2] != ')' || at_ == begin) return;
    const char rank = text_[text_[at_ - 1] == '=' && at_ - 1 > begin ? at_ - 2 : at_ - 1];
    const bool last_rank = rank == '8' || rank == '1';
    if (!last_rank || std::string_view("QRBNqrbn").find(text_[at_ + 1]) == kNowhere) return;
    at_ += 3;
    while (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '#')) ++at_;
  }

  void null_move(std::size_t begin) {
    if (kReadsVariations || depth_ == 0) reader().on_null_move(begin);
  }

  /// "--" is a null move; a single dash has no meaning.
  void dash() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] == '-') ++at_;
    if (at_ - begin == 2) null_move(begin);
  }

  /// Skips brackets. Outside comments they have no meaning, but their text may look like moves.
  void bracket() {
    const std::size_t begin = at_;
    at_ = end_of_brackets(text_, at_);
    const bool is_closed = at_ < text_.size() && text_[at_] == ']';
    if (!is_closed && depth_ == 0) reader().on_flaw(FlawKind::open_bracket, begin);
  }
};

}  // namespace polyglot::pgn
