// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cstddef>
#include <cwchar>
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
  const std::error_condition condition = error.default_error_condition();
  if (condition.category() == std::generic_category()) return condition.message();
  return words_of_windows(error.value());
}

Error system_error(std::string_view what_failed, const std::error_code& error, std::string where) {
  return {.what = std::string(what_failed) + ": " + system_text(error), .where = std::move(where)};
}

}  // namespace polyglot::os

/// The linker puts this in the place of mbrtowc(), by which libstdc++ makes a std::filesystem::path of chars.
/// The one of the system takes them for the user's code page; all our texts are UTF-8. A character beyond
/// U+FFFF becomes two units: its first three bytes give the first, its last byte the second.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size,
                                      std::mbstate_t* state) {
  constexpr auto kInvalid = static_cast<std::size_t>(-1);
  constexpr auto kIncomplete = static_cast<std::size_t>(-2);
  if (from == nullptr) return 0;
  if (size == 0) return kIncomplete;
  const auto byte = [from](std::size_t i) { return static_cast<unsigned char>(from[i]); };
  const auto give = [to](unsigned unit, std::size_t bytes) {
    if (to != nullptr) *to = static_cast<wchar_t>(unit);
    return unit == 0 ? 0 : bytes;
  };
  const auto bits = [&byte](std::size_t i) { return byte(i) & 0x3FU; };
  const auto follows = [&byte](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (state != nullptr && *state != 0) {
    const unsigned high_bits = static_cast<unsigned>(*state) & 0x3FFU;
    *state = 0;
    return follows(0) ? give(0xDC00U | (high_bits << 6U & 0x3C0U) | bits(0), 1) : kInvalid;
  }
  const unsigned first = byte(0);
  if (first < 0x80U) return give(first, 1);
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : first >= 0xC2U ? 2 : 0;
  if (length == 0 || first > 0xF4U) return kInvalid;
  if (size < length) return kIncomplete;
  for (std::size_t i = 1; i < length; ++i)
    if (!follows(i)) return kInvalid;
  if (length == 2) return give((first & 0x1FU) << 6U | bits(1), 2);
  if (length == 3) return give((first & 0x0FU) << 12U | bits(1) << 6U | bits(2), 3);
  const unsigned high =
      ((first & 0x07U) << 12U | bits(1) << 6U | bits(2)) - 0x400U;  // without the last 6 bits
  if (state != nullptr) *state = static_cast<std::mbstate_t>(0x400U | (high & 0x0FU));
  return give(0xD800U | high >> 4U, 3);
}
