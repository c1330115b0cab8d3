// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace polyglot::os {

/// Returns a text that identifies our parent process among all processes of this machine: "1234-567890". A
/// file name may contain it. Empty if the system does not report the parent.
[[nodiscard]] std::string parent_stamp();

/// Returns true if the process of a stamp has ended. Returns false for a text that is not a stamp.
[[nodiscard]] bool has_ended(std::string_view stamp);

}  // namespace polyglot::os
