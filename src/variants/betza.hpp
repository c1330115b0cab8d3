// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::variants {

/// A set of ranks as the moving side counts them: bit 0 is its first rank.
using RankSet = std::uint16_t;
inline constexpr RankSet kAllRanks = 0xffff;

/// What may stand between a piece and its target.
enum class Passage : std::uint8_t {
  free,      ///< nothing on the steps of a slide; anything under a single leap
  lame,      ///< nothing on the way of a leap; its orthogonal part comes first
  any_lame,  ///< nothing on at least one of the shortest ways in king's steps
  hopping,   ///< exactly one piece, as for a cannon
};

/// One direction of a piece, seen by White: a leap and the number of its repetitions.
struct Leap {
  int files = 0;
  int ranks = 0;
  int range = 1;  ///< 0: to the edge of the board
  bool quiet = true;
  bool captures = true;
  bool en_passant = false;  ///< captures: also en passant; quiet moves: the piece may then be taken en
                            ///< passant
  Passage passage = Passage::free;
  RankSet from_ranks = kAllRanks;

  friend bool operator==(const Leap&, const Leap&) = default;
};

/// True if a piece with both leaps can reach one square by either, for example with R and D.
[[nodiscard]] bool meet(const Leap& leap, const Leap& other) noexcept;

/// Reads a piece in Betza's notation: `fmWfcF`, `mRcpR`, `FfW`.
///
/// Atoms are W F D N A H L (C) J (Z) G, K = WF, and R, B, Q as slides. A digit limits or extends the range. A
/// letter twice (NN) has no limit. Modifiers for directions are f b l r v s, and ff, bb, fs, bs for leaps
/// that are neither orthogonal nor diagonal. Others are m quiet only, c captures only, n lame, nn lame with
/// any shortest way, p hopping. Our own modifier e allows captures en passant (ceF), and double steps after
/// which they are possible (fmenD). `@2-3` after a part limits it to these ranks.
[[nodiscard]] Result<std::vector<Leap>> read_betza(std::string_view text);

/// Reads `8`, `1-3` or `1-2,8` as ranks.
[[nodiscard]] Result<RankSet> read_ranks(std::string_view text);

}  // namespace polyglot::variants
