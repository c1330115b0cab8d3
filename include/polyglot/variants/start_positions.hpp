// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <polyglot/variants/position.hpp>

namespace polyglot::variants {

/// Returns the number of start positions of a variant, at most 2^32 - 1; 1 if nothing is shuffled.
[[nodiscard]] std::uint32_t start_count(const Variant& variant);
/// Returns start position `number`, which must be below start_count(). The numbers are XBoard's, and
/// Scharnagl's for fischerandom. Exception: in the variant super, two numbers may mean one position, and
/// XBoard's numbers differ.
[[nodiscard]] Position start_position(const Variant& variant, std::uint32_t number);

}  // namespace polyglot::variants
