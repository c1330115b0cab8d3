// SPDX-License-Identifier: MIT
#include <array>

#include <polyglot/book/learn_layout.hpp>

namespace polyglot::book {
namespace {

/// A negative score, read as an unsigned number, is at least this. A number of games rarely is.
constexpr std::uint32_t kManyGames = 32768;
constexpr std::uint32_t kGreatestDepth = 99;
/// The minimum number of records for a guess: a few damaged records must not decide it.
constexpr std::uint64_t kFewest = 16;

/// Whether a part is at least nine tenths. It need not be all, because a book may be merged from others.
constexpr bool most(std::uint64_t part, std::uint64_t all) noexcept {
  return part >= all - all / 10;
}
constexpr bool nearly_all(std::uint64_t part, std::uint64_t all) noexcept {
  return part >= all - all / 100;
}

struct LayoutWords {
  std::string_view name;
  std::string_view description;
};
/// Indexed by LearnLayout.
constexpr std::array kLayoutWords{LayoutWords{"none", "empty"},
                                  LayoutWords{"polyglot", "games and half points, as Polyglot writes them"},
                                  LayoutWords{"xboard", "wins and losses, as XBoard writes them"},
                                  LayoutWords{"prodeo", "score and depth, as ProDeo writes them"},
                                  LayoutWords{"unknown", "of an unknown kind"}};

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
  const bool looks_like_scores = most(as_score_, used_);
  if (nearly_all(as_games_, used_) && (most(small_, used_) || !looks_like_scores))
    return LearnLayout::polyglot;
  if (looks_like_scores) return LearnLayout::prodeo;
  if (most(small_, used_)) return LearnLayout::xboard;
  return LearnLayout::unknown;
}

LearnLayout LearnLayoutGuess::confident() const noexcept {
  return used_ < kFewest ? LearnLayout::polyglot : result();
}

std::string_view name_of(LearnLayout layout) noexcept {
  return kLayoutWords[static_cast<std::size_t>(layout)].name;
}

std::string_view describe(LearnLayout layout) noexcept {
  return kLayoutWords[static_cast<std::size_t>(layout)].description;
}

Error foreign_results(const std::string& path, LearnLayout layout) {
  return {"its learn fields are " + std::string(describe(layout)) +
              ": they are neither used nor added to; name another file with BookLearnFile (--learn-file)",
          path};
}

}  // namespace polyglot::book
