// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/game/rules.hpp>
#include <polyglot/openings/opening_names.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/target.hpp"

/// Answers programs as Lichess's opening explorer does. Source: docs/tools.md, "explore".
namespace polyglot::explorer {

/// What questions are answered from.
struct LichessSource {
  std::vector<const counts::CountsFile*> counts;          ///< these are added up
  const game::Rules& rules;                               ///< of the games
  const openings::OpeningNames* opening_names = nullptr;  ///< for chess; null: none
};

/// Returns true for the paths of the interface, "/lichess" and "/masters".
[[nodiscard]] bool is_lichess_path(std::string_view path) noexcept;

/// Answers a request for the path "/lichess" or "/masters": {"white", "draws", "black", "moves": [{"uci",
/// "san", "averageRating", "white", "draws", "black", "game": null, "opening"}], "topGames": [], "opening"},
/// for /lichess also "recentGames": [], and "history" on request. Schema: docs/tools.md, "Answers for
/// programs".
///
/// No number includes games with an unknown result. A failure is one line of text: 400 for a wrong parameter,
/// 405 for a method other than GET, HEAD and OPTIONS, 500 for damage. Pages of any site may read the answer
/// (CORS), so the caller decides who gets it.
[[nodiscard]] Response lichess_response(const Request& request, std::string_view path,
                                        const LichessSource& source);

/// Reads the requested groups: `speeds` and `ratings`, lists with commas, `since` and `until`. Failure:
/// an invalid value, in one line.
[[nodiscard]] GroupFilter read_filter(const Query& query);

/// The time classes of Lichess, from fast to slow.
inline constexpr std::array kLichessSpeeds{TimeClass::ultra_bullet, TimeClass::bullet,
                                           TimeClass::blitz,        TimeClass::rapid,
                                           TimeClass::classical,    TimeClass::correspondence};

}  // namespace polyglot::explorer
