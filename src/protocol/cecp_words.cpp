#include "protocol/cecp_words.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/text.hpp>

namespace polyglot::protocol {
namespace {

constexpr std::array<std::string_view, 14> kTellingWords = {
    "tellopponent", "tellothers", "tellall", "telluser", "tellusererror", "tellics",     "tellicsnoalias",
    "askuser",      "kibitz",     "whisper", "tell",     "say",           "tellwhisper", "tellkibitz"};

/// The words of old engines, without those that need to know whose turn it is.
constexpr std::array<std::string_view, 6> kEndings = {"White resigns", "Black resigns",  "White mates",
                                                      "Black mates",   "game is a draw", "computer resigns"};

std::string_view first_word(std::string_view line) noexcept {
  return take_word(line);
}

/// "12" or "12."
bool is_move_number(std::string_view word) noexcept {
  if (word.ends_with('.')) word.remove_suffix(1);
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

bool contains_word(std::string_view line, std::string_view wanted) noexcept {
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    if (word == wanted) return true;
  }
  return false;
}

/// "e7e8=Q" and "E2E4" are nobody's standard but seen.
std::string plain_coordinates(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c == '=' || c == '-' || c == '+' || c == '#') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return plain;
}

}  // namespace

std::string_view announced_move(std::string_view line) noexcept {
  std::string_view rest = line;
  const std::string_view word = take_word(rest);
  if (word == "move") return first_word(rest);
  if (is_move_number(word) && take_word(rest) == "...") return first_word(rest);
  for (const std::string_view form : {"My move is:", "My move is :"}) {
    if (trim(line).starts_with(form)) return first_word(trim(line).substr(form.size()));
  }
  return {};
}

std::optional<std::string_view> refused_move(std::string_view line) noexcept {
  line = trim(line);
  // gnuchess says "Invalid move".
  for (const std::string_view form : {"Illegal move", "illegal move", "Invalid move"}) {
    if (!line.starts_with(form)) continue;
    line.remove_prefix(form.size());
    if (line.ends_with(':')) return std::nullopt;  // what gnuchess says to an empty line
    const std::size_t end = line.find_last_of(" \t:)");
    return end == std::string_view::npos ? line : line.substr(end + 1);
  }
  return std::nullopt;
}

bool rejects_command(std::string_view line, std::string_view command) noexcept {
  const std::string_view text = trim(line);
  return (text.starts_with("Error") || refused_move(text)) && text.ends_with(command);
}

bool ends_game(std::string_view line) noexcept {
  const std::string_view text = trim(line);
  const std::string_view word = first_word(line);
  return word == "1-0" || word == "0-1" || word == "1/2-1/2" || text == "resign" ||
         std::any_of(kEndings.begin(), kEndings.end(),
                     [text](std::string_view words) { return text.starts_with(words); });
}

bool is_telling(std::string_view line) noexcept {
  if (contains_word(line, "offer") && contains_word(line, "draw")) return true;
  return std::find(kTellingWords.begin(), kTellingWords.end(), first_word(line)) != kTellingWords.end();
}

std::optional<chess::Move> read_engine_move(const chess::Position& position, std::string_view text) {
  // As it is written first: "Bb5" in small letters would be something else.
  if (const auto move = chess::move_from_text(position, text)) return move;
  return chess::move_from_uci(position, plain_coordinates(text));
}

}  // namespace polyglot::protocol
