// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace polyglot::explorer {

/// Encodes bytes in Base64. Source: RFC 4648, section 4.
[[nodiscard]] std::string to_base64(std::span<const std::byte> bytes);

}  // namespace polyglot::explorer
