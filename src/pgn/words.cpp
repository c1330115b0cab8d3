#include "pgn/words.hpp"
#include <algorithm>
#include <array>
#include <cstddef>

#include <polyglot/pgn/game_text.hpp>

#include "pgn/characters.hpp"

namespace polyglot::pgn {
namespace {

/// In lower case; marks at the end apart.
constexpr std::array<std::string_view, 24> kRemarks = {
    "e.p",       "ep",   "en",      "passant", "ch",      "check",      "dis",      "disch",
    "dis.ch",    "dbl",  "dblch",   "dbl.ch",  "double",  "discovered", "mate",     "checkmate",
    "stalemate", "draw", "resigns", "novelty", "diagram", "unclear",    "zugzwang", "zz",
};

/// As they stand: in lower case they would be something else.
constexpr std::array<std::string_view, 6> kSigns = {"N", "TN", "D", "RR", "e.", "p."};

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

bool is_castling(std::string_view word) noexcept {
  return word.starts_with("O-O") || word.starts_with("o-o");
}

bool has_square(std::string_view word) noexcept {
  for (std::size_t i = 0; i + 1 < word.size(); ++i) {
    if (word[i] >= 'a' && word[i] <= 'h' && word[i + 1] >= '1' && word[i + 1] <= '8') return true;
  }
  return false;
}

}  // namespace

bool is_usual_remark(std::string_view word, bool behind_number) noexcept {
  if (is_sign(word)) return !behind_number;
  word = without_end(word, "+#./=-:");
  return !has_letter(word) || (is_sign(word) && !behind_number) || is_remark(word);
}

bool is_taken_for_move(std::string_view word) noexcept {
  return std::ranges::any_of(word, is_digit) || is_castling(word) || word.starts_with("O–O") ||
         is_null_move(word);
}

bool is_like_move(std::string_view word) noexcept {
  constexpr std::size_t kLongest = 8;  // "Ng1xf3++", "e7xd8=Q+"
  if (is_castling(word)) return true;
  const auto fits = [](char c) {
    return std::string_view("KQRBNPabcdefgh12345678xqrn-=:+#").find(c) != kNowhere;
  };
  return word.size() <= kLongest && has_square(word) && std::ranges::all_of(word, fits);
}

}  // namespace polyglot::pgn
