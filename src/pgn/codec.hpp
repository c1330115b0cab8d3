// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace polyglot::pgn {

/// How a file is packed, by its first bytes.
enum class Packing : std::uint8_t { plain, gzip, bzip2, zstd };

/// How many first bytes packing_of() and may_begin() need. A shorter file gives all its bytes.
inline constexpr std::size_t kMagicSize = 10;

[[nodiscard]] Packing packing_of(std::string_view first_bytes) noexcept;
/// True also if the bytes match but are too few; false for no bytes.
[[nodiscard]] bool may_begin(Packing packing, std::string_view first_bytes) noexcept;
[[nodiscard]] std::string_view name_of(Packing packing) noexcept;

/// Unpacks the parts of a file: members of gzip, streams of bzip2, frames of zstd. Throws only
/// std::bad_alloc.
class Codec {
 public:
  enum class Step : std::uint8_t { more, end_of_part, failed };

  virtual ~Codec() = default;
  /// Call it before each part.
  virtual void begin() = 0;
  /// Unpacks from the start of `in` to the start of `out`, which must not be empty, and moves both past the
  /// bytes that it has read and written. If it reads and writes nothing, it needs more input. Everything
  /// before a failure has been written.
  [[nodiscard]] virtual Step unpack(std::string_view& in, std::span<char>& out) = 0;
  /// After `failed`: what is wrong, and what to do.
  [[nodiscard]] virtual std::string failure() const = 0;
};

/// Null for plain.
[[nodiscard]] std::unique_ptr<Codec> make_codec(Packing packing);

}  // namespace polyglot::pgn
