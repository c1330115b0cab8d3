// SPDX-License-Identifier: MIT
#include "pgn/game_start.hpp"

#include "pgn/characters.hpp"

namespace polyglot::pgn {
namespace {

std::string_view line_from(std::string_view text, std::size_t at) noexcept {
  return text.substr(at, end_of_line(text, at) - at);
}

/// Whether a line begins like a tag, or ends like a tag that was wrapped.
bool is_like_tag(std::string_view line) noexcept {
  if (line.ends_with("\"]")) return true;
  const std::size_t name = skip_blanks(line, 1);
  return line.starts_with('[') && name < line.size() && is_letter(line[name]);
}

std::string_view trimmed_end(std::string_view text) noexcept {
  while (const std::size_t length = space_before(text, text.size())) text.remove_suffix(length);
  return text;
}

/// The last line before `at` that is not blank, without a byte order mark at its beginning and without
/// trailing blanks.
std::string_view line_before(std::string_view text, std::size_t at) noexcept {
  text = trimmed_end(text.substr(0, at));
  std::size_t begin = text.size();
  while (begin > 0 && !is_line_end(text[begin - 1])) --begin;
  text.remove_prefix(begin);
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

/// True if a blank line lies before the line that begins at `at`.
bool follows_blank_line(std::string_view text, std::size_t at) noexcept {
  int line_ends = 0;
  while (const std::size_t length = space_before(text, at)) {
    at -= length;
    // CRLF is one end of a line.
    const bool counted = text[at] == '\n' || (text[at] == '\r' && text[at + 1] != '\n');
    if (counted && ++line_ends == 2) return true;
  }
  return at == 0;
}

}  // namespace

bool begins_tag(std::string_view text, std::size_t at) noexcept {
  std::size_t i = skip_blanks(text, at + 1);
  if (i == text.size() || !is_letter(text[i])) return false;
  while (i < text.size() && is_symbol_character(text[i])) ++i;
  i = skip_blanks(text, i);
  if (i == text.size()) return false;
  if (text[i] == '"') return true;
  const bool begins_line = at == 0 || is_line_end(text[at - 1]);
  return begins_line && trimmed_end(line_from(text, i)).ends_with("\"]");
}

bool begins_game(std::string_view text, std::size_t at) noexcept {
  return begins_tag(text, at) && follows_game(text, at);
}

bool follows_game(std::string_view text, std::size_t at) noexcept {
  if (!is_like_tag(line_before(text, at))) return true;
  // Some files have blank lines among their tags. Therefore, after a game without moves, only the tag Event,
  // the first by the standard, begins a new game.
  return follows_blank_line(text, at) && text.substr(at + 1).starts_with("Event ");
}

std::size_t last_game_start(std::string_view text, std::size_t from) noexcept {
  for (std::size_t at = text.size(); at > std::max<std::size_t>(from, 1);) {
    at = text.rfind('[', at - 1);
    if (at == kNowhere || at == 0 || at < from) return kNowhere;
    if (is_line_end(text[at - 1]) && begins_game(text, at)) return at;
  }
  return kNowhere;
}

std::size_t first_game_start(std::string_view text) noexcept {
  for (std::size_t at = text.find('[', 1); at != kNowhere; at = text.find('[', at + 1)) {
    if (is_line_end(text[at - 1]) && begins_game(text, at)) return at;
  }
  return kNowhere;
}

}  // namespace polyglot::pgn
