// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/pgn/game_text.hpp>

#include "builder/chunk_worker.hpp"

namespace polyglot::builder {

/// The facts of a game in files of counts, by its tags.
[[nodiscard]] GameFacts facts_of(const pgn::GameText& game, const GroupBy& by);

}  // namespace polyglot::builder
