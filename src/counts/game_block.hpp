// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/counts_file.hpp>

#include "counts/packing.hpp"

/// Blocks: some games with their tags, packed. Source: docs/counts-format.md, "Games".
namespace polyglot::counts {

/// The number of games in a block, which then has about 4 KB.
inline constexpr std::size_t kGamesOfBlock = 64;

/// Appends the block of `games`, at least one, which stand in the order of their places.
void put_games(std::span<const ShownGame> games, Packer& packer, std::string& out);

/// Puts the games of a block in place of what `games` held; false: the bytes are no block.
[[nodiscard]] bool read_games(std::string_view bytes, std::vector<ShownGame>& games);

}  // namespace polyglot::counts
