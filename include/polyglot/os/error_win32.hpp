// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include <polyglot/result.hpp>

/// Errors from the error numbers of Windows. Only files for one operating system include this header.
namespace polyglot::os {

/// Returns the reason of the last call that failed in this thread. Tests inject values of <cerrno> (see
/// Fault); those come as errors of std::generic_category().
[[nodiscard]] std::error_code last_error() noexcept;

/// Returns the text for an error, such as "Permission denied": that of POSIX if it has the error, otherwise
/// the system's.
[[nodiscard]] std::string system_text(const std::error_code& error);

/// Returns an Error such as "cannot read: Input/output error".
[[nodiscard]] Error system_error(std::string_view what_failed, const std::error_code& error,
                                 std::string where);

}  // namespace polyglot::os
