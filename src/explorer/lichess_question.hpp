// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <polyglot/game/notation.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/query.hpp"

/// What programs ask of an opening explorer with Lichess's interface. Source: docs/tools.md, "serve".
namespace polyglot::explorer {

/// The two databases that the interface has. Ours are the same counts; the answers differ in fields.
enum class LichessDatabase : std::uint8_t { lichess, masters };

struct LichessQuestion {
  LichessDatabase database = LichessDatabase::lichess;
  game::Position position = {};
  game::CastlingNotation castling = game::CastlingNotation::king_to_destination;
  const openings::Opening* opening = nullptr;  ///< the last one with a name on the way to the position
  GroupFilter filter = {};
  std::size_t moves = std::numeric_limits<std::size_t>::max();  ///< no more of them than this
  std::size_t top_games = 0;
  std::size_t recent_games = 0;
  bool history = false;
};

/// The variant's word that a request has, "standard" where it has none.
[[nodiscard]] std::string variant_of(const Query& query);

/// Reads which groups are asked for: `speeds` and `ratings`, lists with commas, `since` and `until`.
/// Error: a value that cannot be, in one line.
[[nodiscard]] Result<GroupFilter> read_filter(const Query& query);

/// Reads the parameters; unknown ones do not matter, and an empty one counts as missing. `names`: null for no
/// names of openings. Error: a FEN, a move or a value that cannot be, in one line.
[[nodiscard]] Result<LichessQuestion> read_question(const Query& query, LichessDatabase database,
                                                    const game::Rules& rules,
                                                    const openings::OpeningNames* names);

/// Lichess's words for time classes, from fast to slow.
inline constexpr auto kLichessSpeeds = std::to_array<std::pair<std::string_view, counts::TimeClass>>({
    {"ultraBullet", counts::TimeClass::ultra_bullet},
    {"bullet", counts::TimeClass::bullet},
    {"blitz", counts::TimeClass::blitz},
    {"rapid", counts::TimeClass::rapid},
    {"classical", counts::TimeClass::classical},
    {"correspondence", counts::TimeClass::correspondence},
});

/// The word that Lichess has for games of this length.
[[nodiscard]] std::string_view lichess_speed(counts::TimeClass speed) noexcept;

}  // namespace polyglot::explorer
