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

/// Returns a number that a position shares with its twin, the position with colours and ranks exchanged.
[[nodiscard]] std::uint64_t twin_key(const game::Position& position);

/// Which positions a suite of openings takes.
struct SuiteRule {
  std::size_t least_ply = 0;
  std::size_t most_ply = Positions::kNoLimit;
  std::optional<chess::Color> side = {};  ///< the side to move; nothing: both
  double least_weight = 0;                ///< see Positions::Node::weight
  /// Minimum and maximum of scores from White's point of view, in centipawns.
  std::optional<std::array<int, 2>> scores = {};
  /// Minimum and maximum of Chances::decisive(), the share of games that somebody wins, per mille.
  std::optional<std::array<int, 2>> decisive = {};
  std::size_t count = 1000;  ///< number of positions wanted
  std::uint64_t seed = 1;    ///< seed of the random order
  bool by_weight = false;    ///< true: the heaviest first, instead of a random order
  std::size_t spread = 0;    ///< maximum number of positions of a family; 0: any number
  /// Returns the family of a position, for `spread` and the report. Empty: it has none.
  std::function<std::string(std::uint32_t node)> family_of = {};
  /// The twin_key() of each position that must not be in the suite.
  boost::unordered_flat_set<std::uint64_t> excluded = {};

  /// Returns true if the rule needs verdicts of an engine.
  [[nodiscard]] bool needs_verdicts() const noexcept { return scores || decisive; }
};

/// Why a position is not in a suite, in the order of the tests.
enum class SuiteFilter : std::uint8_t {
  ply,
  side,
  weight,
  finished,     ///< mate, stalemate, or no material to win with
  single_move,  ///< only one legal move
  excluded,
  twin,        ///< the twin of an earlier position
  mate,        ///< the engine sees a mate
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

  /// `positions` must outlive this object.
  SuiteChoice(const Positions& positions, SuiteRule rule);

  /// Returns the positions for which verdicts are needed next, at most `most`. None if the suite is complete,
  /// or no positions remain.
  [[nodiscard]] std::vector<std::uint32_t> next(std::size_t most) const;
  /// Decides about the first position of next(). It is left out if a necessary verdict is missing.
  void decide(const std::optional<Verdict>& verdict);

  [[nodiscard]] const std::vector<Opening>& openings() const noexcept { return openings_; }
  /// Returns how many positions a filter has left out.
  [[nodiscard]] std::uint64_t left_out(SuiteFilter filter) const noexcept {
    return left_out_[static_cast<std::size_t>(filter)];
  }
  /// Returns how many positions were not examined, because the suite was complete.
  [[nodiscard]] std::uint64_t unused() const noexcept { return candidates_.size() - decided_; }
  /// Returns how many openings each family has.
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

/// Returns the score of a verdict from White's point of view.
[[nodiscard]] inline Score white_score(const game::Position& position, const Verdict& verdict) {
  return position.side_to_move() == chess::Color::white ? verdict.score() : verdict.score().turned();
}

}  // namespace polyglot::analysis
