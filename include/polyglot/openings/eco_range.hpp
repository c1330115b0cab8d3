// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace polyglot::openings {

/// Codes of the Encyclopaedia of Chess Openings from one to another, each with all that begin with it: "B",
/// "B2" and "B90" alone, or "B20-B99". Codes may go on as those of Scid do: "B90a1".
struct EcoRange {
  std::string first;
  std::string last;

  /// Nothing if the text is no such range, or an empty one. Letters count in either case.
  [[nodiscard]] static std::optional<EcoRange> read(std::string_view text);

  [[nodiscard]] bool has(std::string_view eco) const noexcept {
    return eco.substr(0, first.size()) >= first && eco.substr(0, last.size()) <= last;
  }
};

}  // namespace polyglot::openings
