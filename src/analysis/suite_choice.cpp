// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <polyglot/analysis/suite_choice.hpp>
#include <polyglot/ascii.hpp>

namespace polyglot::analysis {
namespace {

/// Exchanges the letters of White's and Black's pieces.
std::string in_other_case(std::string_view text) {
  std::string other(text);
  for (char& letter : other) {
    if (letter >= 'a' && letter <= 'z')
      letter = static_cast<char>(letter - 'a' + 'A');
    else if (letter >= 'A' && letter <= 'Z')
      letter = static_cast<char>(letter - 'A' + 'a');
  }
  return other;
}

/// The four fields of the position with colours and ranks exchanged.
std::string twin_fen(const chess::Position& position) {
  const std::string epd = position.to_epd();
  std::string_view rest = epd;
  const std::string_view board = take_word(rest);
  const std::string_view side = take_word(rest);
  const std::string_view castling = take_word(rest);
  std::string passing(take_word(rest));
  std::string fen;
  for (std::string_view ranks = board; !ranks.empty();) {
    const std::size_t slash = ranks.rfind('/');
    fen += in_other_case(slash == ranks.npos ? ranks : ranks.substr(slash + 1));
    ranks = slash == ranks.npos ? std::string_view() : ranks.substr(0, slash);
    if (!ranks.empty()) fen += '/';
  }
  if (passing.size() == 2) passing[1] = passing[1] == '3' ? '6' : '3';
  return fen.append(side == "w" ? " b " : " w ").append(in_other_case(castling)).append(" ").append(passing);
}

/// A number that looks random, for each key and seed: the finalizer of SplitMix64.
std::uint64_t scatter(std::uint64_t key, std::uint64_t seed) noexcept {
  std::uint64_t number = key + seed * 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

}  // namespace

chess::Key twin_key(const chess::Position& position) {
  const auto twin = chess::Position::from_fen(twin_fen(position));
  return twin ? std::min(position.key(), twin->key()) : position.key();
}

std::string_view name_of(SuiteFilter filter) noexcept {
  switch (filter) {
    case SuiteFilter::ply:
      return "ply";
    case SuiteFilter::side:
      return "side to move";
    case SuiteFilter::weight:
      return "too few games";
    case SuiteFilter::finished:
      return "finished games";
    case SuiteFilter::single_move:
      return "one legal move";
    case SuiteFilter::excluded:
      return "excluded";
    case SuiteFilter::twin:
      return "twins with colours exchanged";
    case SuiteFilter::mate:
      return "mates";
    case SuiteFilter::score:
      return "score";
    case SuiteFilter::decisive:
      return "share of decisive games";
    case SuiteFilter::no_verdict:
      return "without a verdict";
    case SuiteFilter::spread:
      return "family is full";
  }
  return {};
}

SuiteChoice::SuiteChoice(const Positions& positions, SuiteRule rule)
    : positions_(positions), rule_(std::move(rule)) {
  const auto nodes = positions_.nodes();
  std::vector<std::uint32_t> order(nodes.size());
  for (std::uint32_t node = 0; node < order.size(); ++node) order[node] = node;
  // The order does not depend on that of the sources.
  const auto place = [&](std::uint32_t node) {
    return std::pair(rule_.by_weight ? -nodes[node].weight : 0.0, scatter(nodes[node].key, rule_.seed));
  };
  std::ranges::sort(order, {}, place);
  for (const std::uint32_t node : order) {
    const game::Position position = positions_.position(node);
    const chess::Position* const board = position.chess();
    if (board == nullptr) continue;
    if (const auto fault = fault_of(node, *board))
      leave_out(*fault);
    else
      candidates_.push_back(node);
  }
}

std::optional<SuiteFilter> SuiteChoice::fault_of(std::uint32_t node, const chess::Position& position) {
  const Positions::Node& reached = positions_.nodes()[node];
  // A list, or a game that begins with a FEN, says by its counters how many moves came before.
  const std::size_t counted = 2 * static_cast<std::size_t>(std::max(position.fullmove_number() - 1, 0)) +
                              (position.side_to_move() == chess::Color::black ? 1 : 0);
  const std::size_t ply = std::max<std::size_t>(reached.ply, counted);
  if (ply < rule_.least_ply || ply > rule_.most_ply) return SuiteFilter::ply;
  if (rule_.side && position.side_to_move() != *rule_.side) return SuiteFilter::side;
  if (reached.weight < rule_.least_weight) return SuiteFilter::weight;
  const auto moves = position.legal_moves();
  if (moves.empty() || position.has_insufficient_material()) return SuiteFilter::finished;
  if (moves.size() == 1) return SuiteFilter::single_move;
  const chess::Key twin = twin_key(position);
  if (rule_.excluded.contains(twin)) return SuiteFilter::excluded;
  if (!twins_.insert(twin).second) return SuiteFilter::twin;
  return std::nullopt;
}

std::vector<std::uint32_t> SuiteChoice::next(std::size_t most) const {
  if (openings_.size() >= rule_.count) return {};
  const auto begin = candidates_.begin() + static_cast<std::ptrdiff_t>(decided_);
  const auto rest = static_cast<std::size_t>(candidates_.end() - begin);
  return {begin, begin + static_cast<std::ptrdiff_t>(std::min(rest, most))};
}

std::optional<SuiteFilter> SuiteChoice::fault_of(const std::optional<Verdict>& verdict,
                                                 std::uint32_t node) const {
  if (!rule_.needs_verdicts()) return std::nullopt;
  if (!verdict) return SuiteFilter::no_verdict;
  const Score score = white_score(positions_.position(node), *verdict);
  if (score.is_mate()) return SuiteFilter::mate;
  const auto is_in = [](int value, const std::array<int, 2>& range) {
    return value >= range[0] && value <= range[1];
  };
  if (rule_.scores && !is_in(score.centipawns(), *rule_.scores)) return SuiteFilter::score;
  if (!rule_.decisive) return std::nullopt;
  if (!verdict->chances) return SuiteFilter::no_verdict;
  if (!is_in(verdict->chances->decisive(), *rule_.decisive)) return SuiteFilter::decisive;
  return std::nullopt;
}

void SuiteChoice::decide(const std::optional<Verdict>& verdict) {
  const std::uint32_t node = candidates_[decided_++];
  if (const auto fault = fault_of(verdict, node)) return leave_out(*fault);
  const std::string family = rule_.family_of ? rule_.family_of(node) : std::string();
  if (rule_.spread > 0 && families_[family] >= rule_.spread) return leave_out(SuiteFilter::spread);
  ++families_[family];
  openings_.push_back({.node = node, .verdict = verdict, .family = family});
}

}  // namespace polyglot::analysis
