// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// What the usual packing programs make of a text: with checksums, that of bzip2 in blocks.
namespace polyglot::pgn::test {

[[nodiscard]] std::string gzip(std::string_view text);
[[nodiscard]] std::string bzip2(std::string_view text);
/// `level`: 1 to 9, in 100,000 bytes.
[[nodiscard]] std::string bzip2(std::string_view text, int level);
[[nodiscard]] std::string zstd(std::string_view text);

}  // namespace polyglot::pgn::test
