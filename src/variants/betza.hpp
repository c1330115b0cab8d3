// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::variants {

/// Ranks as the mover counts them: bit 0 is his first.
using RankSet = std::uint16_t;
inline constexpr RankSet kAllRanks = 0xffff;

/// What may lie between a piece and where it goes.
enum class Passage : std::uint8_t {
  free,      ///< nothing on the steps of a slide; a single leap passes over anything
  lame,      ///< nothing on the way of a leap, the orthogonal part of which comes first
  any_lame,  ///< nothing on at least one of the shortest ways of king's steps
  hopping,   ///< exactly one piece, as a cannon needs it
};

/// One direction of a piece, seen by White: a leap, and how often it may be repeated.
struct Leap {
  int files = 0;
  int ranks = 0;
  int range = 1;  ///< 0: as far as the board goes
  bool quiet = true;
  bool captures = true;
  bool en_passant = false;  ///< captures: also en passant; quiet: and may be taken en passant itself
  Passage passage = Passage::free;
  RankSet from_ranks = kAllRanks;

  friend bool operator==(const Leap&, const Leap&) = default;
};

/// True if a piece with both can come to one square by either, as with R and D.
[[nodiscard]] bool meet(const Leap& leap, const Leap& other) noexcept;

/// Reads a piece in Betza's notation: `fmWfcF`, `mRcpR`, `FfW`.
///
/// Atoms: W F D N A H L (C) J (Z) G, and K = WF, R, B, Q as slides; a digit limits or extends the range, a
/// letter twice (NN) has no limit. Modifiers: f b l r v s for directions (ff, bb, fs, bs for leaps that are
/// neither orthogonal nor diagonal), m quiet only, c captures only, n lame, nn lame with any shortest way, p
/// hopping. Our own: e for captures that may be en passant (ceF) and double steps that may be so taken
/// (menD); `@2-3` behind a part limits it to these ranks.
[[nodiscard]] Result<std::vector<Leap>> read_betza(std::string_view text);

/// Reads `8`, `1-3` or `1-2,8` as ranks.
[[nodiscard]] Result<RankSet> read_ranks(std::string_view text);

}  // namespace polyglot::variants
