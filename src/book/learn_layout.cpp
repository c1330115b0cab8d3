#include <polyglot/book/learn_layout.hpp>

namespace polyglot::book {
namespace {

/// Games of one move in one position beyond these numbers belong to no learning program.
constexpr std::uint32_t kManyGames = 10000;
constexpr std::uint32_t kGreatestDepth = 99;

/// Nine of ten, or nearly all: books are put together from others.
constexpr bool most(std::uint64_t part, std::uint64_t all) noexcept {
  return part >= all - all / 10;
}
constexpr bool nearly_all(std::uint64_t part, std::uint64_t all) noexcept {
  return part >= all - all / 100;
}

}  // namespace

void LearnLayoutGuess::add(const RawEntry& entry) noexcept {
  if (entry.learn == 0) return;
  ++used_;
  const std::uint32_t high = entry.learn >> 16;
  const std::uint32_t low = entry.learn & 0xffff;
  const std::uint32_t depth = low >> 8;
  if (low <= 2 * high) ++as_games_;
  if (depth >= 1 && depth <= kGreatestDepth) ++as_score_;
  if (high < kManyGames && low < kManyGames) ++small_;
}

LearnLayout LearnLayoutGuess::result() const noexcept {
  if (used_ == 0) return LearnLayout::none;
  if (nearly_all(as_games_, used_) && most(small_, used_)) return LearnLayout::polyglot;
  if (most(as_score_, used_)) return LearnLayout::prodeo;
  if (most(small_, used_)) return LearnLayout::xboard;
  return LearnLayout::unknown;
}

std::string_view describe(LearnLayout layout) noexcept {
  switch (layout) {
    case LearnLayout::none:
      return "empty";
    case LearnLayout::polyglot:
      return "games and half points, as Polyglot writes them";
    case LearnLayout::xboard:
      return "wins and losses, as XBoard writes them";
    case LearnLayout::prodeo:
      return "score and depth, as ProDeo writes them";
    default:
      return "of an unknown kind";
  }
}

}  // namespace polyglot::book
