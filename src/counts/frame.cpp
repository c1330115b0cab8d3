// SPDX-License-Identifier: MIT
#include "counts/frame.hpp"
#include <algorithm>
#include <memory>
#include <new>

// Huffman codes at negative levels are an option of the static library only.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

namespace polyglot::counts {
namespace {

constexpr unsigned long long kMostContent = 1U << 28;
/// The bytes that the library may add to each part: the header of a block.
constexpr std::size_t kMostBytesOfPart = 16;
/// A level that hardly looks for repeated bytes, of which parts with a code of their own have few.
constexpr int kLevelOfParts = -50;

struct Free {
  void operator()(ZSTD_CCtx* context) const noexcept { ::ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const noexcept { ::ZSTD_freeDCtx(context); }
};

}  // namespace

void pack_frame(std::string_view content, std::size_t part, std::string& out) {
  const std::unique_ptr<ZSTD_CCtx, Free> context(::ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  const auto set = [&context](ZSTD_cParameter parameter, int value) {
    ::ZSTD_CCtx_setParameter(context.get(), parameter, value);
  };
  set(ZSTD_c_checksumFlag, 1);
  set(ZSTD_c_compressionLevel, part < content.size() ? kLevelOfParts : 1);
  set(ZSTD_c_literalCompressionMode, ZSTD_lcm_huffman);
  ::ZSTD_CCtx_setPledgedSrcSize(context.get(), content.size());
  const std::size_t begin = out.size();
  out.resize(begin + ::ZSTD_compressBound(content.size()) + (content.size() / part + 2) * kMostBytesOfPart);
  ZSTD_outBuffer output{out.data() + begin, out.size() - begin, 0};
  // The first part also has the bytes that are left over by the others.
  for (std::size_t size = part + content.size() % part; !content.empty(); size = part) {
    ZSTD_inBuffer input{content.data(), std::min(size, content.size()), 0};
    content.remove_prefix(input.size);
    // There is room for all output. Thus only memory can be missing.
    const ZSTD_EndDirective end = content.empty() ? ZSTD_e_end : ZSTD_e_flush;
    if (::ZSTD_compressStream2(context.get(), &output, &input, end) != 0) throw std::bad_alloc();
  }
  out.resize(begin + output.pos);
}

bool unpack_frame(std::string_view frame, std::string& content) {
  const std::unique_ptr<ZSTD_DCtx, Free> context(::ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  // An unknown size is a number above all sizes.
  const unsigned long long size = ::ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kMostContent) return false;
  content.resize(static_cast<std::size_t>(size));
  return ::ZSTD_decompressDCtx(context.get(), content.data(), content.size(), frame.data(), frame.size()) ==
         content.size();
}

}  // namespace polyglot::counts
