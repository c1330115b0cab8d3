#include "pgn/decoder.hpp"
#include <algorithm>

#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/symmetric.hpp>

#include "pgn/zstd_filter.hpp"

namespace polyglot::pgn {
namespace {

namespace bio = boost::iostreams;
using namespace std::string_view_literals;

constexpr std::streamsize kBuffer = 1 << 16;
/// Unpacked at once: what damage further on is paid with.
constexpr std::streamsize kPiece = 1 << 13;

class PlainDecoder : public Decoder {
 public:
  std::streamsize read(RawFile& file, char* buffer, std::streamsize count) override {
    return file.read(buffer, count);
  }
};

template <class Filter>
class FilterDecoder : public Decoder {
 public:
  template <class... Arguments>
  explicit FilterDecoder(Arguments... arguments) : filter_(arguments...) {}

  std::streamsize read(RawFile& file, char* buffer, std::streamsize count) override {
    return filter_.read(file, buffer, std::min(count, kPiece));
  }

 private:
  Filter filter_;
};

/// pzstd puts such a frame of zstd before the first one of data.
bool begins_skippable_frame(std::string_view bytes) noexcept {
  return bytes.size() >= 4 && bytes[0] >= '\x50' && bytes[0] <= '\x5f' &&
         bytes.substr(1, 3) == "\x2a\x4d\x18"sv;
}

}  // namespace

Packing packing_of(std::string_view first_bytes) noexcept {
  if (first_bytes.starts_with("\x1f\x8b\x08"sv)) return Packing::gzip;
  if (first_bytes.starts_with("\x28\xb5\x2f\xfd"sv) || begins_skippable_frame(first_bytes))
    return Packing::zstd;
  // The number of its first block, or of its end, follows: "BZh" alone might begin a text.
  const std::string_view mark = first_bytes.substr(std::min<std::size_t>(first_bytes.size(), 4));
  const bool bzip2 = first_bytes.starts_with("BZh") &&
                     (mark == "\x31\x41\x59\x26\x53\x59"sv || mark == "\x17\x72\x45\x38\x50\x90"sv);
  return bzip2 ? Packing::bzip2 : Packing::plain;
}

std::unique_ptr<Decoder> make_decoder(Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return std::make_unique<FilterDecoder<bio::gzip_decompressor>>(bio::gzip::default_window_bits, kBuffer);
    case Packing::bzip2:
      return std::make_unique<FilterDecoder<bio::bzip2_decompressor>>(bio::bzip2::default_small, kBuffer);
    case Packing::zstd:
      return std::make_unique<FilterDecoder<bio::symmetric_filter<ZstdFilter>>>(kBuffer);
    case Packing::plain:
      break;
  }
  return std::make_unique<PlainDecoder>();
}

}  // namespace polyglot::pgn
