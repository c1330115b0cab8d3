// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/types.hpp>

namespace polyglot::book {

/// How often a move was seen in a position, or, with the null move, the position itself.
struct OpeningCount {
  chess::Key key = 0;
  chess::Move move;
  std::uint32_t count = 0;
};

/// Adds up what is seen in any order.
class OpeningTable {
 public:
  /// Distinct ones that it holds, 256 MiB.
  static constexpr std::size_t kMost = std::size_t{1} << 24;

  /// False if there are too many.
  [[nodiscard]] bool add(chess::Key key, chess::Move move);
  /// To be called before it is looked at.
  void finish();

  /// Those of a position, in the order in which they were first seen.
  [[nodiscard]] std::span<const OpeningCount> find(chess::Key key) const;
  [[nodiscard]] std::size_t size() const noexcept { return counts_.size(); }

 private:
  std::vector<OpeningCount> counts_;  ///< the first `added_up_` by key, none of them twice
  std::size_t added_up_ = 0;
};

}  // namespace polyglot::book
