// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::explorer {

/// What stays of a page's address when it is served again, so that links to it still lead there.
struct KeptAddress {
  std::uint16_t port = 0;
  std::string secret;

  bool operator==(const KeptAddress&) const = default;
};

/// The address in a file; nothing if there is none, or if others than its owner may read it.
[[nodiscard]] std::optional<KeptAddress> read_address(const std::string& path);

/// Writes an address to a file that its owner alone may read, and makes its folder if that is missing.
/// Error: path and the system's reason.
[[nodiscard]] Result<void> write_address(const std::string& path, const KeptAddress& address);

}  // namespace polyglot::explorer
