#include "pgn/stray_moves.hpp"
#include <algorithm>
#include <cstddef>

#include "pgn/characters.hpp"
#include "pgn/comment.hpp"
#include "pgn/words.hpp"

namespace polyglot::pgn {
namespace {

bool begins_word(char c) noexcept {
  return is_letter(c) || static_cast<unsigned char>(c) >= 0x80;
}

std::string_view word_at(std::string_view text, std::size_t at) noexcept {
  const auto is_in_word = [](char c) {
    return begins_word(c) || is_digit(c) || std::string_view("-+#=:").find(c) != std::string_view::npos;
  };
  const auto end = std::find_if_not(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_in_word);
  return text.substr(at, static_cast<std::size_t>(end - text.begin()) - at);
}

/// Looks for moves in the text between games.
class MoveFinder {
 public:
  MoveFinder(std::string_view text, bool behind_game) noexcept : text_(text), in_row_(behind_game ? 1 : 0) {}

  StrayMoves find() noexcept {
    while (at_ < text_.size() && in_row_ < 2) step();
    if (in_row_ < 2) return {};
    return {.first = first_, .in_prose = in_prose_ || comment_is_open_};
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
      in_prose_ = true;
      return;
    }
    if (first_.empty()) first_ = word;
    in_row_ += !in_prose_ && is_before_result() ? 2 : 1;
  }

  /// "Nf3 *" is a game of one move.
  [[nodiscard]] bool is_before_result() const noexcept {
    const std::string_view rest =
        text_.substr(std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()));
    const auto is_next = [&](std::string_view result) { return rest.starts_with(result); };
    return is_next("*") || std::ranges::any_of(kTerminations, is_next);
  }

  void comment() noexcept {
    const SkippedComment comment = skip_comment(text_, at_);
    comment_is_open_ = !comment.is_closed;
    at_ = comment.is_closed ? comment.end : at_ + 1;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view first_;  ///< of the moves in a row
  unsigned in_row_;
  std::size_t depth_ = 0;
  bool comment_is_open_ = false;  ///< what it holds is looked at
  bool in_prose_ = false;
};

}  // namespace

StrayMoves moves_between_games(std::string_view text, bool behind_game) noexcept {
  return MoveFinder(text, behind_game).find();
}

}  // namespace polyglot::pgn
