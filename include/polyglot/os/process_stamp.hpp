// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace polyglot::os {

/// What tells the process that has started this one from all others of this machine, in letters that a file
/// name may have: "1234-567890". Empty: the system does not say.
[[nodiscard]] std::string parent_stamp();

/// Whether the process of a stamp has ended. False for what is no stamp.
[[nodiscard]] bool has_ended(std::string_view stamp);

}  // namespace polyglot::os
