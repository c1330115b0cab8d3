// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// The part of a page's address that stays the same when it is served again, so that links still work.
struct KeptAddress {
  std::uint16_t port = 0;
  std::string secret;

  bool operator==(const KeptAddress&) const = default;
};

/// Reads the address from a file; nothing if there is none, or if others may read the file.
[[nodiscard]] std::optional<KeptAddress> read_address(const std::string& path);

/// Writes an address to a file that only its owner may read, and creates its folder if it is missing. Error:
/// path and the system's reason.
[[nodiscard]] Result<void> write_address(const std::string& path, const KeptAddress& address);

}  // namespace polyglot::explorer
