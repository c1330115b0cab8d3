#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace polyglot::pgn {

/// How a file is packed, by its first bytes.
enum class Packing : std::uint8_t { plain, gzip, bzip2, zstd };

/// How many bytes packing_of() and may_begin() want to see, if there are so many.
inline constexpr std::size_t kMagicSize = 10;

[[nodiscard]] Packing packing_of(std::string_view first_bytes) noexcept;
/// True also of bytes that end too early to tell; not of none.
[[nodiscard]] bool may_begin(Packing packing, std::string_view first_bytes) noexcept;
[[nodiscard]] std::string_view name_of(Packing packing) noexcept;

}  // namespace polyglot::pgn
