// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <system_error>

#include <polyglot/result.hpp>

/// Errors by the numbers of Windows. Only files for one operating system include this header.
namespace polyglot::os {

/// The reason of the last call that failed, in this thread. Tests inject values of <cerrno> (see Fault);
/// those come as errors of std::generic_category().
[[nodiscard]] std::error_code last_error() noexcept;

/// The words for an error: "Permission denied". Those of POSIX if it has the error, otherwise the system's.
[[nodiscard]] std::string system_text(const std::error_code& error);

/// "cannot read: Input/output error".
[[nodiscard]] Error system_error(std::string_view what_failed, const std::error_code& error,
                                 std::string where);

}  // namespace polyglot::os
