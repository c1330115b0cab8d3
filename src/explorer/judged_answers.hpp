// SPDX-License-Identifier: MIT
#pragma once

#include <boost/json/object.hpp>

#include <polyglot/analysis/store.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>

namespace polyglot::explorer {

/// What a store of verdicts says of a position: {"score": {"cp", "text", "engine", "nodes", "date"}, "moves":
/// [{"uci", "san", "loss" and the same}]}, or {"error"} if the store cannot be read.
///
/// cp: centipawns for the side to move, of a mate at least 30000; text: the same in pawns, "+0.25", or "#3".
/// "score" is that of the verdict that counts most, see analysis::rank_of(); it is missing if nobody has
/// judged the position. "moves" are all legal moves with a known score, the best first; loss: centipawns
/// against the choice of the engine that judged. engine: of tablebases analysis::kTablebases, with 0 nodes.
/// date: seconds since 1970. Source: docs/verdicts.md, "Judging a move".
[[nodiscard]] boost::json::object describe_verdicts(const analysis::Store& store,
                                                    const game::Position& position, const game::Rules& rules);

}  // namespace polyglot::explorer
