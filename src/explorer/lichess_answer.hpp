// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/lichess_question.hpp"

namespace polyglot::explorer {

/// What Lichess's opening explorer would say: {"white", "draws", "black", "moves": [{"uci", "san",
/// "averageRating", "white", "draws", "black", "game", "opening"}], "topGames", "opening"}, for the database
/// `lichess` with "recentGames", and with "history" where it was asked for. Schema: docs/json.md, "serve".
///
/// Games of which the result is not known are in no number. `names`: null for no names of openings.
/// Error: damage in one of the files.
[[nodiscard]] Result<boost::json::object> lichess_answer(const AddedCounts& counts,
                                                         const LichessQuestion& question,
                                                         const openings::OpeningNames* names);

}  // namespace polyglot::explorer
