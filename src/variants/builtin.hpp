// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace polyglot::variants {

/// The text of config/variants.ini when the program was built.
[[nodiscard]] std::string_view builtin_variants() noexcept;

}  // namespace polyglot::variants
