// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cstddef>
#include <system_error>

#include <polyglot/os/error_win32.hpp>
#include <polyglot/os/text_win32.hpp>

#include "os/calls_win32.hpp"

namespace polyglot::os {
namespace {

constexpr std::wstring_view kLong = L"\\\\?\\";
constexpr std::wstring_view kLongUnc = L"\\\\?\\UNC\\";
constexpr std::size_t kShortFolder = 248;  // CreateDirectoryW adds a name of 8.3 to the limit of 260

std::string words_of_windows(int error) {
  wchar_t text[512];
  const DWORD size = ::FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr,
                                      static_cast<DWORD>(error), 0, text, std::size(text), nullptr);
  std::string words = to_utf8({text, size});
  while (!words.empty() && (words.back() == '\n' || words.back() == '\r' || words.back() == '.'))
    words.pop_back();
  return words.empty() ? "error " + std::to_string(error) : words;
}

}  // namespace

std::wstring to_utf16(std::string_view text) {
  const auto size = static_cast<int>(text.size());
  std::wstring wide(text.size(), L'\0');
  wide.resize(static_cast<std::size_t>(
      size == 0 ? 0 : ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), size)));
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  constexpr std::size_t kMostBytes = 3;  // of each unit of UTF-16
  const auto size = static_cast<int>(text.size());
  std::string narrow(text.size() * kMostBytes, '\0');
  narrow.resize(static_cast<std::size_t>(
      size == 0 ? 0
                : ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, narrow.data(),
                                        static_cast<int>(narrow.size()), nullptr, nullptr)));
  return narrow;
}

std::wstring native_path(const std::string& path) {
  std::wstring wide = to_utf16(path);
  if (wide.size() < kShortFolder || wide.starts_with(kLong)) return wide;
  const DWORD size = ::GetFullPathNameW(wide.c_str(), 0, nullptr, nullptr);
  std::wstring full(size, L'\0');
  full.resize(::GetFullPathNameW(wide.c_str(), size, full.data(), nullptr));
  if (full.empty()) return wide;
  if (full.starts_with(L"\\\\")) return std::wstring(kLongUnc) + full.substr(2);
  return std::wstring(kLong) + full;
}

std::string plain_path(std::wstring_view native) {
  if (native.starts_with(kLongUnc)) return "\\\\" + to_utf8(native.substr(kLongUnc.size()));
  return to_utf8(native.starts_with(kLong) ? native.substr(kLong.size()) : native);
}

std::error_code last_error() noexcept {
  const auto error = static_cast<int>(::GetLastError());
  if ((error & kOfPosix) != 0) return {error & ~kOfPosix, std::generic_category()};
  return {error, std::system_category()};
}

std::string system_text(const std::error_code& error) {
  if (error == std::error_code(ERROR_SHARING_VIOLATION, std::system_category()))
    return "another program has it open";
  const std::error_condition condition = error.default_error_condition();
  if (condition.category() == std::generic_category()) return condition.message();
  return words_of_windows(error.value());
}

Error system_error(std::string_view what_failed, const std::error_code& error, std::string where) {
  return {.what = std::string(what_failed) + ": " + system_text(error), .where = std::move(where)};
}

}  // namespace polyglot::os
