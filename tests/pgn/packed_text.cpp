// SPDX-License-Identifier: MIT
#include "pgn/packed_text.hpp"
#include <bzlib.h>
#include <stdexcept>
#include <zlib.h>
#include <zstd.h>

namespace polyglot::pgn::test {
namespace {

/// More than any of the libraries may need.
std::string room_for(std::string_view text) {
  return std::string(text.size() + text.size() / 50 + 1000, '\0');
}

void check(bool packed) {
  if (!packed) throw std::runtime_error("cannot pack");
}

}  // namespace

std::string gzip(std::string_view text) {
  constexpr int kGzip = 16;
  std::string out = room_for(text);
  z_stream stream{};
  check(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, 8, Z_DEFAULT_STRATEGY) ==
        Z_OK);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  check(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
  out.resize(out.size() - stream.avail_out);
  ::deflateEnd(&stream);
  return out;
}

std::string bzip2(std::string_view text) {
  return bzip2(text, 1);
}

std::string bzip2(std::string_view text, int level) {
  std::string out = room_for(text);
  auto size = static_cast<unsigned>(out.size());
  check(::BZ2_bzBuffToBuffCompress(out.data(), &size, const_cast<char*>(text.data()),
                                   static_cast<unsigned>(text.size()), level, 0, 0) == BZ_OK);
  out.resize(size);
  return out;
}

std::string zstd(std::string_view text) {
  std::string out = room_for(text);
  ZSTD_CCtx* const context = ::ZSTD_createCCtx();
  ::ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  const std::size_t size = ::ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  ::ZSTD_freeCCtx(context);
  check(::ZSTD_isError(size) == 0);
  out.resize(size);
  return out;
}

}  // namespace polyglot::pgn::test
