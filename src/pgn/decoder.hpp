#pragma once

#include <ios>
#include <memory>
#include <string_view>

#include "pgn/raw_file.hpp"

namespace polyglot::pgn {

/// How a file is packed, by its first bytes.
enum class Packing : std::uint8_t { plain, gzip, bzip2, zstd };

/// How many bytes packing_of() wants to see.
inline constexpr std::size_t kMagicSize = 10;
[[nodiscard]] Packing packing_of(std::string_view first_bytes) noexcept;

/// Unpacks a file.
class Decoder {
 public:
  virtual ~Decoder() = default;
  /// Up to `count` bytes, -1 at the end. Throws std::ios_base::failure if the file is damaged or cut.
  virtual std::streamsize read(RawFile& file, char* buffer, std::streamsize count) = 0;
};

[[nodiscard]] std::unique_ptr<Decoder> make_decoder(Packing packing);

}  // namespace polyglot::pgn
