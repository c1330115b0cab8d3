// SPDX-License-Identifier: MIT
// Only for mingw-w64. Other libraries take the texts of paths for UTF-8 because the program's manifest says
// so.
#include <cstddef>
#include <cwchar>

/// The linker replaces mbrtowc() by this function. libstdc++ converts the chars of a std::filesystem::path
/// with it. The system's function expects the user's code page, but all our texts are UTF-8. A character
/// beyond U+FFFF becomes two units: its first three bytes give the first, its last byte the second.
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
