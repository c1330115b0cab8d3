// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/game/text_moves.hpp>
#include <polyglot/protocol/cecp_engine.hpp>

namespace polyglot::protocol {
namespace {

constexpr std::size_t kMostExtraNumbers = 16;
constexpr std::uint64_t kMillisecondsPerCentisecond = 10;
constexpr std::uint64_t kMillisecondsPerSecond = 1000;
constexpr std::int64_t kMateInNone = 100'000;  ///< CECP: the score of a mate in N is this number plus N
constexpr std::int64_t kLongestMate = 1000;

/// Engines that are older than CECP subtract the plies to the mate from their own number, `mated`. A score
/// below `lowest` is not a mate.
struct MateScale {
  std::int64_t lowest;
  std::int64_t mated;
};
constexpr std::array<MateScale, 8> kMateScales = {{{999'000, 1'000'000},  // sjeng
                                                   {99'000, 100'000},     // hoichess
                                                   {32'001, 32'767},
                                                   {31'001, 32'000},
                                                   {30'001, 31'000},
                                                   {29'000, 30'000},   // phalanx
                                                   {15'801, 16'000},   // sjaakii
                                                   {9'900, 10'000}}};  // gnuchess

/// Reads a number with or without a plus. gnuchess writes a plus before its scores.
template <class Number>
std::optional<Number> to_number(std::string_view word) noexcept {
  if (word.starts_with('+')) word.remove_prefix(1);
  return parse_clamped_number<Number>(word);
}

std::uint64_t saturating_product(std::uint64_t value, std::uint64_t factor) noexcept {
  return value > std::numeric_limits<std::uint64_t>::max() / factor
             ? std::numeric_limits<std::uint64_t>::max()
             : value * factor;
}

/// Reads the integers before a tab, if any. Source: CECP, "Thinking Output", the items with a star.
void read_extra_numbers(CecpThinking& thinking) {
  std::array<std::uint64_t, kMostExtraNumbers> numbers{};
  std::size_t count = 0;
  std::string_view rest = thinking.pv;
  while (count < numbers.size()) {
    std::string_view after = rest;
    const auto number = to_number<std::uint64_t>(take_word(after));
    if (!number) break;
    numbers[count++] = *number;
    rest = after;
  }
  const std::size_t tab = rest.find('\t');
  if (count == 0 || tab == std::string_view::npos || !trim(rest.substr(0, tab)).empty()) return;
  thinking.pv = rest;
  thinking.tablebase_hits = numbers[count - 1];
  if (count >= 2) {
    constexpr std::uint64_t kMost = std::numeric_limits<int>::max();
    thinking.selective_depth = static_cast<int>(std::min(numbers[0], kMost));
  }
  if (count >= 3) thinking.nps = numbers[1];
}

/// Removes "12." or "12...", which stands before a move or alone.
std::string_view without_move_number(std::string_view word) noexcept {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  const std::size_t end = std::min(word.find_first_not_of('.', digits), word.size());
  return end == digits ? word : word.substr(end);
}

/// A bare number is a move number without its period.
bool is_bare_number(std::string_view word) noexcept {
  return word.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Reads the mark of a search that failed high or low. hoichess writes "(+)" before the moves, and sjeng
/// writes "!" after them.
std::optional<Score::Bound> bound_of(std::string_view pv) noexcept {
  pv = trim(pv);
  if (pv.starts_with("(+)") || pv.ends_with('!') || pv.ends_with("++")) return Score::Bound::lower;
  if (pv.starts_with("(-)") || pv.ends_with('?') || pv.ends_with("--")) return Score::Bound::upper;
  return std::nullopt;
}

std::string_view without_bound(std::string_view pv) noexcept {
  pv = trim(pv);
  if (pv.starts_with("(+)") || pv.starts_with("(-)")) pv.remove_prefix(3);
  return pv;
}

/// Collects the moves in `moves`. Returns them as one piece of the text if nothing stands between them, which
/// GUIs show as it is; otherwise returns `moves`.
std::string_view collect_moves(std::string_view pv, std::string& moves) {
  moves.clear();
  const char* begin = nullptr;
  const char* end = nullptr;
  bool one_piece = true;
  for (std::string_view move = take_pv_move(pv); !move.empty(); move = take_pv_move(pv)) {
    if (begin == nullptr) begin = end = move.data();
    if (end != begin) {
      moves += ' ';
      one_piece &= trim(std::string_view(end, static_cast<std::size_t>(move.data() - end))).empty();
    }
    moves += move;
    end = move.data() + move.size();
  }
  return one_piece ? std::string_view(begin, static_cast<std::size_t>(end - begin)) : std::string_view(moves);
}

}  // namespace

std::optional<CecpThinking> read_cecp_thinking(std::string_view line) {
  std::string_view depth = take_word(line);
  // If the depth has a sign after it, times are in seconds. Source: CECP, GNU Chess's output.
  const bool in_seconds =
      !depth.empty() && std::string_view(".+-&*").find(depth.back()) != std::string_view::npos;
  if (in_seconds) depth.remove_suffix(1);
  const auto plies = to_number<int>(depth);
  if (!plies || *plies < 0) return std::nullopt;
  const auto score = to_number<std::int64_t>(take_word(line));
  if (!score) return std::nullopt;
  const auto time = to_number<std::uint64_t>(take_word(line));
  if (!time) return std::nullopt;
  const auto nodes = to_number<std::uint64_t>(take_word(line));
  if (!nodes) return std::nullopt;
  CecpThinking thinking;
  thinking.depth = *plies;
  thinking.score = *score;
  thinking.time =
      saturating_product(*time, in_seconds ? kMillisecondsPerSecond : kMillisecondsPerCentisecond);
  thinking.nodes = *nodes;
  thinking.pv = line;
  read_extra_numbers(thinking);
  thinking.pv = trim(thinking.pv);
  return thinking;
}

Score read_cecp_score(std::int64_t score) noexcept {
  constexpr std::int64_t kMost = std::numeric_limits<int>::max();
  const std::int64_t sign = score < 0 ? -1 : 1;
  const std::int64_t size = sign * std::clamp(score, -kMost, kMost);
  if (size > kMateInNone && size < kMateInNone + kLongestMate)
    return Score{.is_mate = true, .value = sign * (size - kMateInNone)};
  for (const MateScale& scale : kMateScales) {
    if (size < scale.lowest || size > scale.mated + 1) continue;
    return Score{.is_mate = true, .value = sign * ((scale.mated - std::min(size, scale.mated) + 1) / 2)};
  }
  return Score{.value = sign * size};
}

std::string_view take_pv_move(std::string_view& pv) {
  while (true) {
    pv.remove_prefix(std::min(pv.find_first_not_of(" \t"), pv.size()));
    if (pv.starts_with('{')) {
      pv.remove_prefix(std::min(pv.find('}'), pv.size() - 1) + 1);
      continue;
    }
    std::string_view rest = pv;
    std::string_view word = take_word(rest);
    if (word.empty()) return {};
    // sjeng writes moves from its hash table in angle brackets.
    const bool bracketed = word.starts_with('<') && word.ends_with('>');
    if (bracketed) word = word.substr(1, word.size() - 2);
    word = without_move_number(word);
    const bool move = game::looks_like_move(word);
    if (!move && !bracketed && !is_bare_number(word)) return {};
    pv = rest;
    if (move) return word;
  }
}

Info to_info(const CecpThinking& thinking, std::string& moves) {
  Info info;
  info.depth = thinking.depth;
  info.score = read_cecp_score(thinking.score);
  info.score->bound = bound_of(thinking.pv).value_or(Score::Bound::exact);
  info.time = thinking.time;
  info.nodes = thinking.nodes;
  info.selective_depth = thinking.selective_depth;
  info.nps = thinking.nps;
  info.tablebase_hits = thinking.tablebase_hits;
  info.pv = collect_moves(without_bound(thinking.pv), moves);
  // Text that begins with a parenthesis is not a variation; usually it lists book moves.
  if (info.pv.empty()) info.text = thinking.pv;
  return info;
}

}  // namespace polyglot::protocol
