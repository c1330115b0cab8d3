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

/// Reads requests to an opening explorer with Lichess's interface. Source: docs/tools.md, "serve".
namespace polyglot::explorer {

/// The two databases of the interface. We use the same counts for both; the answers have different fields.
enum class LichessDatabase : std::uint8_t { lichess, masters };

struct LichessQuestion {
  LichessDatabase database = LichessDatabase::lichess;
  game::Position position = {};
  game::CastlingNotation castling = game::CastlingNotation::king_to_destination;
  const openings::Opening* opening = nullptr;  ///< the last one with a name on the way to the position
  GroupFilter filter = {};
  std::size_t moves = std::numeric_limits<std::size_t>::max();  ///< maximum number of moves
  std::size_t top_games = 0;
  std::size_t recent_games = 0;
  bool history = false;
};

/// Returns the variant that a request names, or "standard" if it names none.
[[nodiscard]] std::string variant_of(const Query& query);

/// Reads the requested groups: `speeds` and `ratings`, lists with commas, `since` and `until`. Error: an
/// invalid value, in one line.
[[nodiscard]] Result<GroupFilter> read_filter(const Query& query);

/// Reads the parameters. Ignores unknown and empty ones. `names`: null if openings have no names. Error: an
/// invalid FEN, move or value, in one line.
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

/// Returns Lichess's word for games of this time class.
[[nodiscard]] std::string_view lichess_speed(counts::TimeClass speed) noexcept;

}  // namespace polyglot::explorer
