// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/totals.hpp>

/// Blocks: the rows of some positions as columns of bytes. Source: docs/counts-format.md, "Blocks".
namespace polyglot::counts {

/// A block ends with the position that brings it to this many rows, about 64 KiB before it is packed.
inline constexpr std::size_t kRowsOfBlock = 3072;

/// Appends the block of these rows, at least one, to `out`.
void pack_block(std::span<const Row> rows, std::string& out);

/// Replaces `rows` by those of a block whose first key is `first_key`. False: the bytes are no block, its
/// keys do not ascend, or a row has impossible totals.
[[nodiscard]] bool unpack_block(std::string_view bytes, std::uint64_t first_key, std::vector<Row>& rows);

}  // namespace polyglot::counts
