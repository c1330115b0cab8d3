// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include <polyglot/pgn/game_text.hpp>

#include "pgn/characters.hpp"
#include "pgn/game_start.hpp"

namespace polyglot::pgn {

/// A comment that was skipped.
struct SkippedComment {
  std::size_t end = 0;  ///< the place after it; the beginning of the next game if it is not closed
  bool is_closed = true;
  bool holds_another = false;  ///< a '{' without a '}' of its own
};

/// Skips the comment whose '{' is at `at`.
[[nodiscard]] SkippedComment skip_comment(std::string_view text, std::size_t at) noexcept;

/// Results that end a game. Longer ones come first, because they begin with shorter ones. "*" is handled
/// elsewhere.
inline constexpr std::array<std::string_view, 4> kTerminations = {"1/2-1/2", "1-0", "0-1", "1/2"};
/// These end a game only if they are a whole word: "1:00" is a time.
inline constexpr std::array<std::string_view, 2> kScores = {"1:0", "0:1"};
/// Results with a typographic dash.
inline constexpr std::array<std::string_view, 2> kDashedScores = {"1–0", "0–1"};
inline constexpr std::string_view kDashedCastling = "–0";  // after the first 0

/// What a character begins, outside of comments.
enum class Begins : std::uint8_t {
  nothing,  ///< blanks, and characters without a meaning here
  line,
  word,
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

/// The characters that may continue a word. The period is one of them because of "e.p.".
enum class InWord : std::uint8_t { no = 0, yes = 1, digit = 3 };

inline constexpr auto kInWord = [] {
  std::array<InWord, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    const char character = static_cast<char>(c);
    const bool goes_on =
        is_letter(character) || c >= 0x80 || std::string_view("-+#=/:.@").find(character) != kNowhere;
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

/// Removes periods that end sentences, and "+-", "-/+" or "=" without a blank after a move.
constexpr std::string_view without_assessment(std::string_view word) noexcept {
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
  return std::ranges::any_of(word, is_digit) || word.starts_with("O-O") || word.starts_with("o-o") ||
         word.starts_with("O–O") || is_null_move(word);
}

/// Goes through the text of moves, those of a game or those between games. `Reader` derives from it. Outside
/// variations it calls
///   on_word(begin, has_digit)      a word that ends at `at_`
///   on_null_move(begin)            "--" or "0000", which ends at `at_`
///   on_number(begin)               a number: the lexer does not know yet whether of a move or a result
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
    if (depth_ == 0) reader().on_number(begin);
    at_ = skip_digits(text_, begin);
    if (at_ == text_.size()) return;
    if (text_[at_] == '.') {
      at_ = skip_blanks(text_, at_ + 1);
      return;
    }
    if (text_.substr(begin, at_ - begin) == "0000") return null_move(begin);
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
      const bool is_whole = (begin == begin_ || in_word(text_[begin - 1]) == InWord::no) &&
                            (end >= text_.size() || in_word(text_[end]) == InWord::no);
      if (!is_whole || !text_.substr(begin).starts_with(score)) continue;
      at_ = begin;
      return terminate(score.size());
    }
  }

  /// Reads a result or castling with a dash instead of a hyphen.
  [[gnu::cold, gnu::noinline]] void dashed(std::size_t begin) {
    if (text_[begin] == '0' && text_.substr(at_).starts_with(kDashedCastling)) {
      at_ = begin;
      return word();
    }
    score(begin, kDashedScores);
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
    std::size_t at = at_;
    unsigned seen = 0;
    for (; at < text_.size() && in_word(text_[at]) != InWord::no; ++at)
      seen |= static_cast<unsigned>(in_word(text_[at]));
    at_ = at;
    return seen;
  }

  /// "e8(Q)": the parenthesis is the rest of a move, not a variation.
  void take_bracketed_promotion(std::size_t begin) noexcept {
    if (at_ + 2 >= text_.size() || text_[at_ + 2] != ')' || at_ == begin) return;
    const bool last_rank = text_[at_ - 1] == '8' || text_[at_ - 1] == '1';
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
