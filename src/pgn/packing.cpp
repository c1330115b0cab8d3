#include "pgn/packing.hpp"
#include <algorithm>

namespace polyglot::pgn {
namespace {

using namespace std::string_view_literals;

struct Magic {
  Packing packing;
  std::string_view bytes;
  std::string_view mask;  ///< the bits that count
};

constexpr Magic kMagics[] = {
    {Packing::gzip, "\x1f\x8b\x08"sv, "\xff\xff\xff"sv},
    // The mark of its first block, or of its end, follows: "BZh" and the size of blocks might begin a text.
    {Packing::bzip2, "BZh0\x31\x41\x59\x26\x53\x59"sv, "\xff\xff\xff\xf0\xff\xff\xff\xff\xff\xff"sv},
    {Packing::bzip2, "BZh0\x17\x72\x45\x38\x50\x90"sv, "\xff\xff\xff\xf0\xff\xff\xff\xff\xff\xff"sv},
    {Packing::zstd, "\x28\xb5\x2f\xfd"sv, "\xff\xff\xff\xff"sv},
    // A frame to be skipped: pzstd puts one before each frame of data.
    {Packing::zstd, "\x50\x2a\x4d\x18"sv, "\xf0\xff\xff\xff"sv},
};

/// As far as `bytes` go.
bool agrees(const Magic& magic, std::string_view bytes) noexcept {
  for (std::size_t i = 0; i < std::min(bytes.size(), magic.bytes.size()); ++i) {
    if (((bytes[i] ^ magic.bytes[i]) & magic.mask[i]) != 0) return false;
  }
  return true;
}

}  // namespace

Packing packing_of(std::string_view first_bytes) noexcept {
  const auto* const found = std::ranges::find_if(kMagics, [&](const Magic& magic) {
    return first_bytes.size() >= magic.bytes.size() && agrees(magic, first_bytes);
  });
  return found == std::end(kMagics) ? Packing::plain : found->packing;
}

bool may_begin(Packing packing, std::string_view first_bytes) noexcept {
  return !first_bytes.empty() && std::ranges::any_of(kMagics, [&](const Magic& magic) {
    return magic.packing == packing && agrees(magic, first_bytes);
  });
}

std::string_view name_of(Packing packing) noexcept {
  switch (packing) {
    case Packing::gzip:
      return "gzip";
    case Packing::bzip2:
      return "bzip2";
    case Packing::zstd:
      return "zstd";
    case Packing::plain:
      break;
  }
  return "plain";
}

}  // namespace polyglot::pgn
