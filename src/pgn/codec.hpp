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

/// How many bytes packing_of() and may_begin() want to see, if there are so many.
inline constexpr std::size_t kMagicSize = 10;

[[nodiscard]] Packing packing_of(std::string_view first_bytes) noexcept;
/// True also of bytes that end too early to tell; not of none.
[[nodiscard]] bool may_begin(Packing packing, std::string_view first_bytes) noexcept;
[[nodiscard]] std::string_view name_of(Packing packing) noexcept;

/// Unpacks parts: members of gzip, streams of bzip2, frames of zstd. Throws std::bad_alloc only.
class Codec {
 public:
  enum class Step : std::uint8_t { more, end_of_part, failed };

  virtual ~Codec() = default;
  /// To be called before each part.
  virtual void begin() = 0;
  /// Unpacks the start of `in` to the start of `out`, which has room, and moves both behind what was taken
  /// and given. A step that does neither lacks input. All that could be unpacked before a failure has been
  /// given.
  [[nodiscard]] virtual Step unpack(std::string_view& in, std::span<char>& out) = 0;
  /// What is wrong after `failed`, and what to do.
  [[nodiscard]] virtual std::string failure() const = 0;
};

/// Null for plain.
[[nodiscard]] std::unique_ptr<Codec> make_codec(Packing packing);

}  // namespace polyglot::pgn
