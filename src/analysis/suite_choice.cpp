// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include <polyglot/analysis/suite_choice.hpp>
#include <polyglot/ascii.hpp>
#include <polyglot/chess/zobrist.hpp>
#include <polyglot/variants/variant.hpp>

#include "analysis/stored_position.hpp"

namespace polyglot::analysis {
namespace {

/// The index is a SuiteFilter.
constexpr std::array<std::string_view, kSuiteFilters> kFilterNames = {
    "ply",                           // ply
    "side to move",                  // side
    "too few games",                 // weight
    "finished games",                // finished
    "one legal move",                // single_move
    "excluded",                      // excluded
    "twins with colours exchanged",  // twin
    "mates",                         // mate
    "score",                         // score
    "share of decisive games",       // decisive
    "without a verdict",             // no_verdict
    "family is full",                // spread
};

/// Returns a pseudorandom number for a key and a seed, by the finalizer of SplitMix64.
std::uint64_t scatter(std::uint64_t key, std::uint64_t seed) noexcept {
  std::uint64_t number = key + seed * 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

std::uint64_t twin_key_of(const chess::Position& position) {
  using chess::CastlingSide;
  using chess::Color;
  constexpr int kOtherSide = 56;  // exchanges the ranks of a square's number
  chess::Key twin = position.side_to_move() == Color::black ? chess::white_to_move_key() : 0;
  for (chess::Bitboard rest = position.occupied(); rest != 0; rest &= rest - 1) {
    const chess::Square square(std::countr_zero(rest));
    const chess::Piece piece = position.piece_on(square);
    twin ^= chess::piece_key(piece.type, ~piece.color, chess::Square(square.index() ^ kOtherSide));
  }
  std::size_t right = 0;
  for (const Color color : {Color::black, Color::white})
    for (const CastlingSide side : {CastlingSide::king_side, CastlingSide::queen_side}) {
      if (position.can_castle(color, side)) twin ^= chess::castling_key(right);
      ++right;
    }
  if (const auto passed = position.en_passant()) twin ^= chess::en_passant_key(passed->file());
  return std::min(position.key(), twin);
}

std::string with_other_case(std::string text) {
  for (char& letter : text) letter = to_lower(letter) != letter ? to_lower(letter) : to_upper(letter);
  return text;
}

/// Returns the FEN of the position with colours and ranks exchanged.
std::string turned_fen(const variants::Position& position) {
  const std::string fen = position.to_fen(variants::FenStyle::uci);
  std::string_view rest = fen;
  std::string_view placement = take_word(rest);
  const std::string_view held = placement.substr(std::min(placement.find('['), placement.size()));
  placement.remove_suffix(held.size());
  std::string turned;
  for (std::size_t slash = 0; slash != placement.npos; placement = placement.substr(0, slash)) {
    slash = placement.rfind('/');
    turned.append(placement, slash + 1).append(slash != placement.npos ? "/" : "");
  }
  turned = with_other_case(turned.append(held)) + (take_word(rest) == "w" ? " b " : " w ");
  turned += with_other_case(std::string(take_word(rest)));
  std::string_view passed = take_word(rest);
  turned.append(1, ' ').append(passed, 0, 1);
  passed.remove_prefix(1);
  if (const auto rank = parse_number<int>(passed))
    turned += std::to_string(position.variant().ranks() + 1 - *rank);
  for (std::string_view word; !(word = take_word(rest)).empty();) {
    // The checks that each side may still give: "3+2".
    const std::size_t plus = word.find('+');
    turned.append(1, ' ').append(word, plus + 1);
    if (plus != word.npos) turned.append(1, '+').append(word, 0, plus);
  }
  return turned;
}

std::uint64_t twin_key_of(const game::Position& position) {
  const auto key_of = [](const game::Position& one) {
    return std::hash<std::string>()(text_without_counters(one));
  };
  const variants::Position& board = *position.variant();
  const auto twin = variants::Position::from_fen(board.variant(), turned_fen(board));
  return twin ? std::min(key_of(position), key_of(*twin)) : key_of(position);
}

}  // namespace

std::uint64_t twin_key(const game::Position& position) {
  return position.chess() != nullptr ? twin_key_of(*position.chess()) : twin_key_of(position);
}

std::string_view name_of(SuiteFilter filter) noexcept {
  return kFilterNames.at(static_cast<std::size_t>(filter));
}

SuiteChoice::SuiteChoice(const Positions& positions, SuiteRule rule)
    : positions_(positions), rule_(std::move(rule)) {
  struct Candidate {
    std::pair<double, std::uint64_t> order;
    std::uint64_t twin;
    std::uint32_t node;
  };
  std::vector<Candidate> candidates;
  const auto nodes = positions_.nodes();
  Positions::Cursor cursor(positions_);
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    const Positions::Node& reached = nodes[node];
    if (const auto fault = fault_of(reached)) {
      leave_out(*fault);
      continue;
    }
    const game::Position& position = cursor.go_to(node);
    const std::uint64_t twin = twin_key(position);
    if (const auto fault = fault_of(position, twin)) {
      leave_out(*fault);
      continue;
    }
    // The order of candidates must not depend on the order of the sources.
    candidates.push_back(
        {.order = {rule_.by_weight ? -reached.weight : 0.0, scatter(reached.key, rule_.seed)},
         .twin = twin,
         .node = node});
  }
  std::ranges::sort(candidates, {}, &Candidate::order);
  boost::unordered_flat_set<std::uint64_t> twins(candidates.size());
  for (const Candidate& candidate : candidates)
    if (twins.insert(candidate.twin).second)
      candidates_.push_back(candidate.node);
    else
      leave_out(SuiteFilter::twin);
}

/// Checks what is known without playing the moves of the line, because playing them takes longer.
std::optional<SuiteFilter> SuiteChoice::fault_of(const Positions::Node& reached) const {
  const game::Position& start = positions_.start(reached);
  const bool black_began = start.side_to_move() == chess::Color::black;
  // In a list or after a FEN, the move number shows how many moves were played before.
  const std::size_t before =
      2 * static_cast<std::size_t>(std::max(start.fullmove_number() - 1, 0)) + (black_began ? 1 : 0);
  const std::size_t ply = before + reached.ply;
  if (ply < rule_.least_ply || ply > rule_.most_ply) return SuiteFilter::ply;
  const chess::Color side = reached.ply % 2 == 0 ? start.side_to_move() : ~start.side_to_move();
  if (rule_.side && side != *rule_.side) return SuiteFilter::side;
  if (reached.weight < rule_.least_weight) return SuiteFilter::weight;
  return std::nullopt;
}

std::optional<SuiteFilter> SuiteChoice::fault_of(const game::Position& position, std::uint64_t twin) const {
  const auto fault = [](std::size_t moves, bool is_drawn) -> std::optional<SuiteFilter> {
    if (moves == 0 || is_drawn) return SuiteFilter::finished;
    return moves == 1 ? std::optional(SuiteFilter::single_move) : std::nullopt;
  };
  const chess::Position* const board = position.chess();
  if (const auto found = board != nullptr
                             ? fault(board->legal_moves().size(), board->has_insufficient_material())
                             : fault(position.legal_moves().size(), position.outcome().is_over()))
    return found;
  if (rule_.excluded.contains(twin)) return SuiteFilter::excluded;
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
