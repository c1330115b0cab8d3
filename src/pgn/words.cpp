#include "pgn/words.hpp"
#include <algorithm>
#include <array>
#include <cstddef>

#include "pgn/characters.hpp"
#include "pgn/move_text.hpp"

namespace polyglot::pgn {
namespace {

constexpr auto kNowhere = std::string_view::npos;

/// In lower case; marks at the end apart.
constexpr std::array<std::string_view, 24> kRemarks = {
    "e.p",       "ep",   "en",      "passant", "ch",      "check",      "dis",      "disch",
    "dis.ch",    "dbl",  "dblch",   "dbl.ch",  "double",  "discovered", "mate",     "checkmate",
    "stalemate", "draw", "resigns", "novelty", "diagram", "unclear",    "zugzwang", "zz",
};

/// As they stand: in lower case they would be something else.
constexpr std::array<std::string_view, 6> kSigns = {"N", "TN", "D", "RR", "e.", "p."};

bool begins_word(char c) noexcept {
  return is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view word_at(std::string_view text, std::size_t at) noexcept {
  const auto is_in_word = [](char c) {
    return begins_word(c) || is_digit(c) || std::string_view("-+#=:").find(c) != kNowhere;
  };
  const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_in_word);
  return text.substr(at, static_cast<std::size_t>(end - text.begin()) - at);
}

/// The scripts of the world begin their letters with these bytes in UTF-8, apart from signs and emoji. Single
/// bytes over 0x80 are signs of fonts of former times.
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
  const auto same = [&](std::string_view remark) { return std::ranges::equal(word, remark, {}, to_lower); };
  return std::ranges::any_of(kRemarks, same);
}

bool is_sign(std::string_view word) noexcept {
  return std::ranges::find(kSigns, word) != kSigns.end();
}

std::string_view without_end(std::string_view word, std::string_view marks) noexcept {
  const std::size_t last = word.find_last_not_of(marks);
  return word.substr(0, last == kNowhere ? 0 : last + 1);
}

bool has_square(std::string_view word) noexcept {
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    if (word[i] >= 'a' && word[i] <= 'h' && word[i + 1] >= '1' && word[i + 1] <= '8') return true;
  }
  return false;
}

/// Looks for moves in the text behind a game.
class MoveFinder {
 public:
  explicit MoveFinder(std::string_view text) noexcept : text_(text) {}

  std::string_view find() noexcept {
    while (at_ < text_.size() && in_row_ < 2) step();
    return in_row_ < 2 ? std::string_view() : first_;
  }

 private:
  void step() noexcept {
    const char c = text_[at_];
    if (begins_word(c)) return word();
    if (c == '{' && !comment_is_open_) return comment();
    if (c == '[' || c == '<') return skip_to(c == '[' ? ']' : '>');
    if (c == ';' || (c == '%' && begins_line())) return skip_to('\n');
    if (c == '(') ++depth_;
    if (c == ')' && depth_ > 0) --depth_;
    if (is_line_end(c) && first_.empty()) in_row_ = 0;
    ++at_;
  }

  [[nodiscard]] bool begins_line() const noexcept { return at_ == 0 || is_line_end(text_[at_ - 1]); }

  /// Or to the end of the line.
  void skip_to(char end) noexcept {
    while (at_ < text_.size() && text_[at_] != end && !is_line_end(text_[at_])) ++at_;
  }

  void word() noexcept {
    const std::string_view word = word_at(text_, at_);
    at_ += word.size();
    if (depth_ > 0) return;
    if (!is_like_move(word)) {
      in_row_ = 0;
      first_ = {};
      return;
    }
    if (first_.empty()) first_ = word;
    ++in_row_;
  }

  void comment() noexcept {
    const SkippedComment comment = skip_comment(text_, at_);
    comment_is_open_ = !comment.is_closed;
    at_ = comment.is_closed ? comment.end : at_ + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view first_;  ///< of the moves in a row
  unsigned in_row_ = 1;     ///< the first line's first word is enough
  std::size_t depth_ = 0;
  bool comment_is_open_ = false;  ///< what it holds is looked at
};

}  // namespace

bool is_usual_remark(std::string_view word) noexcept {
  if (is_sign(word)) return true;
  word = without_end(word, "+#./=-:");
  return !has_letter(word) || is_sign(word) || is_remark(word);
}

bool is_like_move(std::string_view word) noexcept {
  constexpr std::size_t kLongest = 8;  // "Ng1xf3++", "e7xd8=Q+"
  if (word.starts_with("O-O") || word.starts_with("o-o")) return true;
  const auto fits = [](char c) {
    return std::string_view("KQRBNPabcdefgh12345678xqrn-=:+#").find(c) != kNowhere;
  };
  return word.size() <= kLongest && has_square(word) && std::ranges::all_of(word, fits);
}

std::string_view moves_behind_game(std::string_view text) noexcept {
  return MoveFinder(text).find();
}

}  // namespace polyglot::pgn
