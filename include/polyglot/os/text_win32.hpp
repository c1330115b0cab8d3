// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Texts and paths for calls of Windows. Only files for one operating system include this header.
namespace polyglot::os {

/// UTF-16 of a text in UTF-8. What is no UTF-8 becomes U+FFFD.
[[nodiscard]] std::wstring to_utf16(std::string_view text);
[[nodiscard]] std::string to_utf8(std::wstring_view text);

/// A path for a call of the system. One of 248 characters or more becomes absolute and gets the prefix that
/// lifts the limit of 260.
[[nodiscard]] std::wstring native_path(const std::string& path);

/// The same path without such a prefix, in UTF-8.
[[nodiscard]] std::string plain_path(std::wstring_view native);

}  // namespace polyglot::os
