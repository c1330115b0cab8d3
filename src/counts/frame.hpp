// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Frames of zstd with a checksum.
namespace polyglot::counts {

/// Appends a frame with `content` to `out`. Each `part` bytes of the content get a code of their own, which
/// makes the frame smaller if bytes of different parts differ in frequency.
void pack_frame(std::string_view content, std::size_t part, std::string& out);

/// Replaces `content` by that of a frame. False: the frame is damaged, or has more than 256 MB.
[[nodiscard]] bool unpack_frame(std::string_view frame, std::string& content);

}  // namespace polyglot::counts
