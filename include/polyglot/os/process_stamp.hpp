// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace polyglot::os {

/// Identifies the process that has started this one among all of this machine, in characters that a file name
/// may have: "1234-567890". Empty if the system does not tell.
[[nodiscard]] std::string parent_stamp();

/// Whether the process of a stamp has ended. False for a text that is not a stamp.
[[nodiscard]] bool has_ended(std::string_view stamp);

}  // namespace polyglot::os
