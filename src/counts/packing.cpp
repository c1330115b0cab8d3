// SPDX-License-Identifier: MIT
#include "counts/packing.hpp"
#include <algorithm>
#include <new>
#include <zstd.h>

namespace polyglot::counts {
namespace {

/// A higher level makes files smaller by less than 1 %.
constexpr int kZstdLevel = 1;
/// Buckets and blocks are far smaller.
constexpr std::size_t kMostBytes = std::size_t{1} << 28;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};

/// Each thread has its own, because several threads look up positions.
ZSTD_DCtx* decompressor() {
  thread_local const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  return context.get();
}

}  // namespace

struct Packer::State {
  std::unique_ptr<ZSTD_CCtx, FreeCompressor> context{ZSTD_createCCtx()};
};

Packer::Packer() : state_(std::make_unique<State>()) {
  if (!state_->context) throw std::bad_alloc();
}
Packer::Packer(Packer&&) noexcept = default;
Packer& Packer::operator=(Packer&&) noexcept = default;
Packer::~Packer() = default;

/// Bytes that cannot be packed are stored unchanged. Their size shows it.
void Packer::pack(std::string_view bytes, std::string& out) {
  const std::size_t begin = out.size();
  const std::size_t bound = ZSTD_compressBound(bytes.size());
  out.resize(begin + bound);
  const std::size_t packed = ZSTD_compressCCtx(state_->context.get(), out.data() + begin, bound, bytes.data(),
                                               bytes.size(), kZstdLevel);
  if (ZSTD_isError(packed) != 0) throw std::bad_alloc();
  out.resize(begin + std::min(packed, bytes.size()));
  if (packed >= bytes.size()) out.replace(begin, bytes.size(), bytes);
}

bool unpack(std::string_view packed, std::size_t size, std::string& bytes) {
  if (size > kMostBytes) return false;
  if (packed.size() == size) {
    bytes = packed;
    return true;
  }
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != size) return false;
  bytes.resize(size);
  return ZSTD_decompressDCtx(decompressor(), bytes.data(), size, packed.data(), packed.size()) == size;
}

}  // namespace polyglot::counts
