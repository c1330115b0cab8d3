// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace polyglot::os {

/// The prefixes of paths that may be longer than 260 characters.
inline constexpr std::wstring_view kLong = L"\\\\?\\";
inline constexpr std::wstring_view kLongUnc = L"\\\\?\\UNC\\";

/// Returns a path in UTF-8 without the prefix of native_path().
[[nodiscard]] std::string plain_path(std::wstring_view native);

}  // namespace polyglot::os
