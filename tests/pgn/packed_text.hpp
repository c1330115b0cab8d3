// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Packs a text like the usual programs: with checksums, and for bzip2 in blocks.
namespace polyglot::pgn::test {

[[nodiscard]] std::string gzip(std::string_view text);
[[nodiscard]] std::string bzip2(std::string_view text);
/// `level`: 1 to 9, in 100,000 bytes.
[[nodiscard]] std::string bzip2(std::string_view text, int level);
[[nodiscard]] std::string zstd(std::string_view text);

}  // namespace polyglot::pgn::test
