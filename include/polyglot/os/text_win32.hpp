// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Texts and paths for calls of Windows. Only files for one operating system include this header.
namespace polyglot::os {

/// to_utf16() converts a text from UTF-8 to UTF-16, to_utf8() converts it back. Invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::wstring to_utf16(std::string_view text);
[[nodiscard]] std::string to_utf8(std::wstring_view text);

/// Returns a path for a call of the system. A path of 248 characters or more becomes absolute and gets the
/// prefix that removes the limit of 260.
[[nodiscard]] std::wstring native_path(const std::string& path);

/// Returns a path in UTF-8 without the prefix of native_path().
[[nodiscard]] std::string plain_path(std::wstring_view native);

}  // namespace polyglot::os
