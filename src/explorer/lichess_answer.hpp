// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/openings/opening_names.hpp>
#include <polyglot/result.hpp>

#include "explorer/added_counts.hpp"
#include "explorer/lichess_question.hpp"

namespace polyglot::explorer {

/// Answers as Lichess's opening explorer does: {"white", "draws", "black", "moves": [{"uci", "san",
/// "averageRating", "white", "draws", "black", "game", "opening"}], "topGames", "opening"}, for the database
/// `lichess` also "recentGames", and "history" on request. Schema: docs/json.md, "serve".
///
/// No number includes games with an unknown result. `names`: null for no names of openings. Error: damage in
/// one of the files.
[[nodiscard]] Result<boost::json::object> lichess_answer(const AddedCounts& counts,
                                                         const LichessQuestion& question,
                                                         const openings::OpeningNames* names);

}  // namespace polyglot::explorer
