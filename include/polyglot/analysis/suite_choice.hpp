// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/analysis/positions.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/chess/position.hpp>

namespace polyglot::analysis {

/// The number that a position has in common with its twin, the position with colours and ranks exchanged.
[[nodiscard]] std::uint64_t twin_key(const game::Position& position);

/// Which positions a suite of openings takes.
struct SuiteRule {
  std::size_t least_ply = 0;
  std::size_t most_ply = Positions::kNoLimit;
  std::optional<chess::Color> side = {};  ///< the side to move; nothing: both
  double least_weight = 0;                ///< see Positions::Node::weight
  /// Scores from White's point of view, in centipawns.
  std::optional<std::array<int, 2>> scores = {};
  /// Shares of games that somebody wins, per mille, as the engine expects them: Chances::decisive().
  std::optional<std::array<int, 2>> decisive = {};
  std::size_t count = 1000;  ///< positions wanted
  std::uint64_t seed = 1;    ///< of the random order
  bool by_weight = false;    ///< the heaviest first, instead of a random order
  std::size_t spread = 0;    ///< most positions of a family; 0: any number
  /// Names the family of a position, for `spread` and the report. Empty: it has none.
  std::function<std::string(std::uint32_t node)> family_of = {};
  /// twin_key() of positions that must not be in the suite.
  boost::unordered_flat_set<std::uint64_t> excluded = {};

  /// Whether an engine is asked for verdicts.
  [[nodiscard]] bool needs_verdicts() const noexcept { return scores || decisive; }
};

/// Why a position is not in a suite. In the order of the tests.
enum class SuiteFilter : std::uint8_t {
  ply,
  side,
  weight,
  finished,     ///< mate, stalemate, or no material to win with
  single_move,  ///< only one legal move
  excluded,
  twin,        ///< of a position that comes before it
  mate,        ///< the engine sees one
  score,       ///< not in SuiteRule::scores
  decisive,    ///< not in SuiteRule::decisive
  no_verdict,  ///< engines fail in it, or report no chances
  spread,      ///< its family is full
};
inline constexpr std::size_t kSuiteFilters = 12;
[[nodiscard]] std::string_view name_of(SuiteFilter filter) noexcept;

/// Chooses the positions of a suite. It asks for verdicts in the order in which positions are taken, so that
/// engines search little more than the suite needs. The choice depends only on the positions, the rule and
/// the verdicts.
class SuiteChoice {
 public:
  struct Opening {
    std::uint32_t node = 0;
    std::optional<Verdict> verdict = {};
    std::string family = {};
  };

  /// `positions` must outlive it.
  SuiteChoice(const Positions& positions, SuiteRule rule);

  /// The positions for which verdicts are needed next, at most `most`; none if the suite is complete, or no
  /// positions are left.
  [[nodiscard]] std::vector<std::uint32_t> next(std::size_t most) const;
  /// Decides about the first of next(). Without a verdict it is left out if the rule needs one.
  void decide(const std::optional<Verdict>& verdict);

  [[nodiscard]] const std::vector<Opening>& openings() const noexcept { return openings_; }
  /// How many positions the filters left out.
  [[nodiscard]] std::uint64_t left_out(SuiteFilter filter) const noexcept {
    return left_out_[static_cast<std::size_t>(filter)];
  }
  /// How many positions were not looked at, because the suite was complete.
  [[nodiscard]] std::uint64_t unused() const noexcept { return candidates_.size() - decided_; }
  /// How many openings each family has.
  [[nodiscard]] const std::map<std::string, std::uint64_t>& families() const noexcept { return families_; }
  [[nodiscard]] const SuiteRule& rule() const noexcept { return rule_; }

 private:
  [[nodiscard]] std::optional<SuiteFilter> fault_of(const Positions::Node& reached) const;
  [[nodiscard]] std::optional<SuiteFilter> fault_of(const game::Position& position, std::uint64_t twin) const;
  [[nodiscard]] std::optional<SuiteFilter> fault_of(const std::optional<Verdict>& verdict,
                                                    std::uint32_t node) const;
  void leave_out(SuiteFilter filter) noexcept { ++left_out_[static_cast<std::size_t>(filter)]; }

  const Positions& positions_;
  SuiteRule rule_;
  std::vector<std::uint32_t> candidates_;
  std::size_t decided_ = 0;
  std::vector<Opening> openings_;
  std::map<std::string, std::uint64_t> families_;
  std::array<std::uint64_t, kSuiteFilters> left_out_{};
};

/// The score of a verdict from White's point of view.
[[nodiscard]] inline Score white_score(const game::Position& position, const Verdict& verdict) {
  return position.side_to_move() == chess::Color::white ? verdict.score() : verdict.score().turned();
}

}  // namespace polyglot::analysis
