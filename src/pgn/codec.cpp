// SPDX-License-Identifier: MIT
#include "pgn/codec.hpp"
#include <algorithm>
#include <bzlib.h>
#include <new>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <boost/describe/enum.hpp>
#include <boost/describe/enum_to_string.hpp>

namespace polyglot::pgn {

BOOST_DESCRIBE_ENUM(Packing, plain, gzip, bzip2, zstd)
namespace {

using namespace std::string_view_literals;

struct Magic {
  Packing packing;
  std::string_view bytes;
  std::string_view mask;  ///< the bits to compare
};

constexpr Magic kMagics[] = {
    {Packing::gzip, "\x1f\x8b\x08"sv, "\xff\xff\xff"sv},
    // "BZh" and the size of blocks might begin a text. Therefore the mark of the first block, or of the end,
    // has to follow.
    {Packing::bzip2, "BZh0\x31\x41\x59\x26\x53\x59"sv, "\xff\xff\xff\xf0\xff\xff\xff\xff\xff\xff"sv},
    {Packing::bzip2, "BZh0\x17\x72\x45\x38\x50\x90"sv, "\xff\xff\xff\xf0\xff\xff\xff\xff\xff\xff"sv},
    {Packing::zstd, "\x28\xb5\x2f\xfd"sv, "\xff\xff\xff\xff"sv},
    // pzstd writes a skippable frame before each frame of data.
    {Packing::zstd, "\x50\x2a\x4d\x18"sv, "\xf0\xff\xff\xff"sv},
};

/// Whether `bytes` have the mark, or are its beginning.
bool agrees(const Magic& magic, std::string_view bytes) noexcept {
  for (std::size_t i = 0; i < std::min(bytes.size(), magic.bytes.size()); ++i) {
    if (((bytes[i] ^ magic.bytes[i]) & magic.mask[i]) != 0) return false;
  }
  return true;
}

std::string damage(std::string_view why) {
  return "the compressed file is damaged before this offset (" + std::string(why) + "); download it again";
}

/// Calls the function of zlib or libbz2 that unpacks. Their streams have the same members.
template <class Stream, class Call>
int advance(Call call, Stream& stream, std::string_view& in, std::span<char>& out) {
  constexpr std::size_t kMost = std::size_t{1} << 30;  // both libraries count in 32 bits
  const std::size_t offered = std::min(in.size(), kMost);
  const std::size_t room = std::min(out.size(), kMost);
  stream.next_in = reinterpret_cast<decltype(stream.next_in)>(const_cast<char*>(in.data()));
  stream.avail_in = static_cast<unsigned>(offered);
  stream.next_out = reinterpret_cast<decltype(stream.next_out)>(out.data());
  stream.avail_out = static_cast<unsigned>(room);
  const int result = call(&stream);
  in.remove_prefix(offered - stream.avail_in);
  out = out.subspan(room - stream.avail_out);
  return result;
}

class GzipCodec : public Codec {
 public:
  GzipCodec() {
    constexpr int kGzip = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzip) != Z_OK) throw std::bad_alloc();
  }
  ~GzipCodec() override { ::inflateEnd(&stream_); }
  GzipCodec(const GzipCodec&) = delete;
  GzipCodec& operator=(const GzipCodec&) = delete;

  void begin() override { ::inflateReset(&stream_); }

  Step unpack(std::string_view& in, std::span<char>& out) override {
    switch (advance([](z_stream* stream) { return ::inflate(stream, Z_NO_FLUSH); }, stream_, in, out)) {
      case Z_OK:
      case Z_BUF_ERROR:  // nothing to do
        return Step::more;
      case Z_STREAM_END:
        return Step::end_of_part;
      case Z_MEM_ERROR:
        throw std::bad_alloc();
      default:
        return Step::failed;
    }
  }

  std::string failure() const override { return damage(stream_.msg == nullptr ? "bad data" : stream_.msg); }

 private:
  z_stream stream_{};
};

class Bzip2Codec : public Codec {
 public:
  Bzip2Codec() = default;
  ~Bzip2Codec() override { ::BZ2_bzDecompressEnd(&stream_); }
  Bzip2Codec(const Bzip2Codec&) = delete;
  Bzip2Codec& operator=(const Bzip2Codec&) = delete;

  void begin() override {
    ::BZ2_bzDecompressEnd(&stream_);  // it refuses a stream that was not started
    stream_ = {};
    if (::BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) throw std::bad_alloc();
  }

  /// If the library fails at a damaged block, it does not count the bytes that it wrote in the same call.
  /// Therefore we clear the buffer first. The output ends with the last byte that is not zero, because texts
  /// have no zeros.
  Step unpack(std::string_view& in, std::span<char>& out) override {
    constexpr std::size_t kMostCleared = 16'384;
    std::span<char> room = out.first(std::min(out.size(), kMostCleared));
    const std::size_t size = room.size();
    std::ranges::fill(room, '\0');
    const int result = advance(::BZ2_bzDecompress, stream_, in, room);
    if (result == BZ_DATA_ERROR) {
      const std::size_t last = std::string_view(room.data(), room.size()).find_last_not_of('\0');
      room = room.subspan(last == std::string_view::npos ? 0 : last + 1);
    }
    out = out.subspan(size - room.size());
    switch (result) {
      case BZ_OK:
        return Step::more;
      case BZ_STREAM_END:
        return Step::end_of_part;
      case BZ_MEM_ERROR:
        throw std::bad_alloc();
      default:
        return Step::failed;
    }
  }

  std::string failure() const override { return damage("incorrect data check"); }

 private:
  bz_stream stream_{};
};

class ZstdCodec : public Codec {
 public:
  ZstdCodec() {
    if (!stream_) throw std::bad_alloc();
  }

  /// Nothing to do: the library goes from frame to frame by itself.
  void begin() override {}

  /// If the library finds damage, it does not report how much it wrote in the same call. Therefore it gets
  /// input without room for output, and then room without input.
  Step unpack(std::string_view& in, std::span<char>& out) override {
    std::span<char> no_room = out.first(0);
    if (const Step step = take(in, no_room); step != Step::more) return step;
    std::string_view no_input = in.substr(0, 0);
    return run(no_input, out);
  }

  std::string failure() const override {
    switch (::ZSTD_getErrorCode(result_)) {
      case ZSTD_error_frameParameter_windowTooLarge:
        return "a frame needs a window of more than 128 MB: unpack the file first, with zstd -d --long=31";
      case ZSTD_error_dictionary_wrong:
        return "a frame needs a dictionary: unpack the file first, with zstd -d -D DICTIONARY";
      default:
        return damage(::ZSTD_getErrorName(result_));
    }
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const noexcept { ::ZSTD_freeDStream(stream); }
  };

  /// Gives the library no more than it asks for, a block or a header, so that damage is found near its place.
  Step take(std::string_view& in, std::span<char>& no_room) {
    if (in.empty()) return Step::more;
    std::string_view wanted = in.substr(0, std::max<std::size_t>(result_, 1));
    const std::size_t offered = wanted.size();
    const Step step = run(wanted, no_room);
    in.remove_prefix(offered - wanted.size());
    return step;
  }

  Step run(std::string_view& in, std::span<char>& out) {
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    result_ = ::ZSTD_decompressStream(stream_.get(), &output, &input);
    if (::ZSTD_isError(result_) != 0) return failed(in);
    in.remove_prefix(input.pos);
    out = out.subspan(output.pos);
    return result_ == 0 ? Step::end_of_part : Step::more;
  }

  /// The library does not report how far it read. The damage lies before the end of the input that it got.
  Step failed(std::string_view& in) const {
    if (::ZSTD_getErrorCode(result_) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    in.remove_prefix(in.size());
    return Step::failed;
  }

  std::unique_ptr<ZSTD_DStream, Free> stream_{::ZSTD_createDStream()};
  std::size_t result_ = 0;  ///< of the last call: how many bytes the library wants next; 0 at the end of a
                            ///< frame
};

}  // namespace

Packing packing_of(std::string_view first_bytes) noexcept {
  const auto found = std::ranges::find_if(kMagics, [&](const Magic& magic) {
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
  return boost::describe::enum_to_string(packing, "");
}

std::unique_ptr<Codec> make_codec(Packing packing) {
  switch (packing) {
    case Packing::gzip:
      return std::make_unique<GzipCodec>();
    case Packing::bzip2:
      return std::make_unique<Bzip2Codec>();
    case Packing::zstd:
      return std::make_unique<ZstdCodec>();
    case Packing::plain:
      break;
  }
  return nullptr;
}

}  // namespace polyglot::pgn
