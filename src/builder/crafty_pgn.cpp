// SPDX-License-Identifier: MIT
#include "builder/crafty_pgn.hpp"
#include <algorithm>

#include <polyglot/ascii.hpp>
#include <polyglot/book/crafty.hpp>

namespace polyglot::builder {
namespace {

namespace crafty_status = book::crafty_status;

constexpr std::size_t kLongestLine = 4095;
constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
constexpr std::string_view kNumberCharacters = "0123456789./-";

/// The open braces, parentheses and brackets.
struct Nesting {
  std::uint64_t& variations;  ///< counts those that begin
  int braces = 0;
  int parentheses = 0;
  int brackets = 0;

  void read(std::string_view token) noexcept {
    for (const char c : token) {
      if (c == '{') ++braces;
      if (c == '}') --braces;
      if (braces != 0) continue;
      variations += c == '(' ? 1 : 0;
      parentheses += c == '(' ? 1 : c == ')' ? -1 : 0;
      brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
    }
  }
  [[nodiscard]] bool is_open() const noexcept { return braces != 0 || parentheses != 0 || brackets != 0; }
};

/// The marks in a text, from left to right.
std::uint8_t read_marks(std::string_view text) noexcept {
  std::uint8_t marks = 0;
  while (!text.empty()) {
    const std::uint8_t mark = crafty_status::take_sign(text);
    if (mark == 0) text.remove_prefix(1);
    marks |= mark;
  }
  return marks;
}

std::string_view without_number(std::string_view token) noexcept {
  const std::size_t number = std::min(token.find_first_not_of(kNumberCharacters), token.size());
  return number > 1 ? token.substr(number) : token;
}

bool looks_like_crafty_move(std::string_view token) noexcept {
  return !token.empty() && (is_letter(token.front()) || token.find('-') != std::string_view::npos);
}

}  // namespace

/// Reads a line without its end, or the part of it that Crafty reads at once.
bool CraftyPgn::read_line() {
  line_.clear();
  if (line_ended_) ++number_;
  line_ended_ = false;
  while (!line_ended_ && line_.size() < kLongestLine) {
    if (text_.empty()) text_ = more_();
    if (text_.empty()) break;
    const std::string_view piece = text_.substr(0, kLongestLine - line_.size());
    const std::size_t end = piece.find('\n');
    line_ended_ = end != std::string_view::npos;
    const std::size_t taken = line_ended_ ? end + 1 : piece.size();
    line_ += piece.substr(0, taken);
    text_.remove_prefix(taken);
  }
  if (line_.empty()) return false;
  if (line_ended_) line_.pop_back();
  if (const std::size_t end = line_.find('\0'); end != std::string::npos) line_.resize(end);
  if (const std::size_t carriage = line_.find('\r'); carriage != std::string::npos) line_[carriage] = ' ';
  rest_ = line_;
  return true;
}

/// Takes the next word of the line; empty at its end.
std::string_view CraftyPgn::take_token() noexcept {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kWhiteSpace), rest_.size()));
  const std::string_view token = rest_.substr(0, rest_.find_first_of(kWhiteSpace));
  rest_.remove_prefix(token.size());
  return token;
}

std::optional<CraftyItem> CraftyPgn::next() {
  for (;;) {
    std::string_view token = take_token();
    while (token.empty()) {
      if (!read_line()) return std::nullopt;
      token = take_token();
      if (!token.starts_with('[')) continue;
      drop_line();
      return CraftyItem{.is_tag = true, .text = line_, .line = number_};
    }
    if (token.find_first_of("{(") != std::string_view::npos) {
      skip_nested(token);
      continue;
    }
    token = without_number(token);
    if (!looks_like_crafty_move(token)) continue;
    const std::string_view move = token.substr(0, token.find_first_of("?!"));
    if (move.find_first_of("$*") != std::string_view::npos) continue;
    return CraftyItem{.text = move,
                      .marks = read_marks(token.substr(move.size())),
                      .percent = percent_behind(),
                      .line = number_};
  }
}

void CraftyPgn::skip_nested(std::string_view token) {
  constexpr int kMostLines = 100;
  int lines = 0;
  Nesting nesting{.variations = variations_};
  for (nesting.read(token); nesting.is_open(); nesting.read(token)) {
    for (token = take_token(); token.empty(); token = take_token())
      if (++lines > kMostLines || !read_line()) return;
  }
}

/// Crafty reads only the line. A comment that ends in another line has no effect.
std::uint32_t CraftyPgn::percent_behind() const noexcept {
  constexpr std::string_view kPlay = "play";
  const std::string_view comment = trim(rest_, kWhiteSpace);
  const std::size_t play = comment.find(kPlay);
  if (!comment.starts_with('{') || comment.find('}') == comment.npos || play == comment.npos) return 0;
  std::string_view number = trim(comment.substr(play + kPlay.size()), kWhiteSpace);
  return take_clamped_number<std::uint32_t>(number).value_or(0);
}

}  // namespace polyglot::builder
