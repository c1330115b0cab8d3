// SPDX-License-Identifier: MIT
#include <numeric>
#include <tuple>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/os/environment.hpp>

namespace polyglot::openings {
namespace {

/// Returns the words of a text in small letters, with a blank before each word.
std::string words_of(std::string_view text) {
  std::string words;
  bool is_word_due = true;
  for (const char c : text) {
    if (c == '\'') continue;
    if (!is_letter(c) && !is_digit(c) && static_cast<unsigned char>(c) < 0x80) {
      is_word_due = true;
      continue;
    }
    if (is_word_due) words += ' ';
    is_word_due = false;
    words += to_lower(c);
  }
  return words;
}

std::vector<std::string_view> split(std::string_view words) {
  std::vector<std::string_view> all;
  while (!words.empty()) {
    words.remove_prefix(1);
    all.push_back(words.substr(0, words.find(' ')));
    words.remove_prefix(all.back().size());
  }
  return all;
}

/// The number of letters to change, add or remove until a word is the beginning of another word.
std::size_t distance_to_beginning(std::string_view word, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t changed = diagonal + (word[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return *std::ranges::min_element(row);
}

/// Returns the distance to the nearest word of the name; nothing if no word is near enough.
std::optional<std::size_t> distance(std::string_view word, const std::vector<std::string_view>& name) {
  const std::size_t most = word.size() < 4 ? 0 : word.size() < 8 ? 1 : 2;
  std::size_t nearest = most + 1;
  for (const std::string_view other : name) nearest = std::min(nearest, distance_to_beginning(word, other));
  return nearest <= most ? std::optional(nearest) : std::nullopt;
}

/// Reads "B", "B9", "B90", "B90a" or "B90a1" in any letter case, and returns it as files write it. Returns
/// nothing for any other text.
std::optional<std::string> read_code(std::string_view text) {
  std::string code = lower_case(text);
  if (code.empty() || code.size() > 5 || code[0] < 'a' || code[0] > 'e') return std::nullopt;
  code[0] = to_upper(code[0]);
  for (std::size_t i = 1; i < code.size(); ++i)
    if (i == 3 ? !is_letter(code[i]) : !is_digit(code[i])) return std::nullopt;
  return code;
}

}  // namespace

std::string Opening::uci() const {
  std::string text;
  for (const chess::Move move : moves) {
    if (!text.empty()) text += ' ';
    text += chess::to_uci(move, chess::CastlingNotation::king_to_destination);
  }
  return text;
}

std::string Opening::san() const {
  std::string text;
  chess::Position position;
  for (const chess::Move move : moves) {
    if (!text.empty()) text += ' ';
    if (position.side_to_move() == chess::Color::white)
      text += std::to_string(position.fullmove_number()) + ". ";
    text += chess::to_san(position, move);
    position.make(move);
  }
  return text;
}

OpeningQuery::OpeningQuery(std::string_view text)
    : text_(text), codes_(EcoRange::read(trim(text))), words_(words_of(text)) {}

bool OpeningQuery::matches(const Opening& opening) const {
  if (codes_) return codes_->has(opening.eco);
  const std::string name = words_of(opening.name);
  std::size_t at = 0;
  for (std::size_t begin = 0; begin < words_.size();) {
    const std::size_t end = std::min(words_.find(' ', begin + 1), words_.size());
    const std::string_view word = std::string_view(words_).substr(begin, end - begin);
    at = name.find(word, at);
    if (at == std::string::npos) return false;
    at += word.size();
    begin = end;
  }
  return !words_.empty();
}

bool OpeningQuery::begins(const Opening& opening) const {
  return words_of(opening.name).starts_with(words_.substr(0, words_.find(' ', 1)));
}

const Opening* OpeningNames::find(chess::Key key) const noexcept {
  const auto key_of = [this](std::uint32_t index) { return openings_[index].key; };
  const auto found = std::ranges::lower_bound(by_key_, key, {}, key_of);
  return found != by_key_.end() && key_of(*found) == key ? &openings_[*found] : nullptr;
}

std::vector<const Opening*> OpeningNames::search(std::string_view text) const {
  const OpeningQuery query(text);
  std::vector<const Opening*> found;
  for (const Opening& opening : openings_)
    if (query.matches(opening)) found.push_back(&opening);
  std::ranges::stable_sort(found, {}, [&query](const Opening* opening) {
    return std::tuple(!query.begins(*opening), opening->moves.size());
  });
  return found;
}

std::vector<const Opening*> OpeningNames::search_near(std::string_view text) const {
  const std::string words = words_of(text);
  const std::vector<std::string_view> query = split(words);
  std::vector<std::pair<std::size_t, const Opening*>> found;
  for (const Opening& opening : openings_) {
    const std::string name = words_of(opening.name);
    const std::vector<std::string_view> name_words = split(name);
    std::optional<std::size_t> total = query.empty() ? std::nullopt : std::optional(std::size_t{0});
    for (const std::string_view word : query) {
      const auto one = distance(word, name_words);
      total = total && one ? std::optional(*total + *one) : std::nullopt;
      if (!total) break;
    }
    if (total) found.emplace_back(*total, &opening);
  }
  std::ranges::stable_sort(found, {},
                           [](const auto& one) { return std::pair(one.first, one.second->moves.size()); });
  std::vector<const Opening*> nearest(found.size());
  std::ranges::transform(found, nearest.begin(), [](const auto& one) { return one.second; });
  return nearest;
}

std::vector<std::string> usual_places() {
  return os::shared_file_places("openings.tsv");
}

std::optional<EcoRange> EcoRange::read(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = read_code(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : read_code(text.substr(dash + 1));
  // The range "B9-B" ends with the last code of B.
  if (!first || !last || first->substr(0, last->size()) > *last) return std::nullopt;
  return EcoRange{*first, *last};
}

}  // namespace polyglot::openings
