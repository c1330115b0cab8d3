// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <system_error>

#include <polyglot/result.hpp>

namespace polyglot::os {

/// Returns the text of an exception that was caught elsewhere; "unknown" if it is not a std::exception.
[[nodiscard]] std::string what_of(const std::exception_ptr& thrown);

/// Returns the reason of the system's last call that failed in this thread: an errno value, or on Windows
/// that of GetLastError(). Errors that tests inject (see Fault) are errno values on both.
[[nodiscard]] std::error_code last_error() noexcept;

/// Returns the text for an error, such as "Permission denied": that of POSIX if it has the error, otherwise
/// the system's.
[[nodiscard]] std::string system_text(const std::error_code& error);
[[nodiscard]] std::string system_text(int errno_value);

/// Returns an Error such as "cannot read: Input/output error".
[[nodiscard]] Error system_error(std::string_view what_failed, const std::error_code& error,
                                 std::string where);

}  // namespace polyglot::os
