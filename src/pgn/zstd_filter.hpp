#pragma once

#include <ios>
#include <memory>
#include <zstd.h>

namespace polyglot::pgn {

/// Unpacks zstd for boost::iostreams::symmetric_filter. Boost's own filter takes a file that was cut for a
/// complete one.
class ZstdFilter {
 public:
  using char_type = char;

  /// Moves both beginnings forward. `flush` says that no input is left; false that all was given out.
  bool filter(const char*& in, const char* in_end, char*& out, char* out_end, bool flush) {
    ZSTD_inBuffer input{in, static_cast<std::size_t>(in_end - in), 0};
    ZSTD_outBuffer output{out, static_cast<std::size_t>(out_end - out), 0};
    // Between frames a call without input would begin another frame, and end as if that were cut.
    while (output.pos < output.size && (input.pos < input.size || unfinished_ != 0)) {
      const std::size_t given = output.pos;
      const std::size_t taken = input.pos;
      unfinished_ = ZSTD_decompressStream(stream_.get(), &output, &input);
      if (ZSTD_isError(unfinished_) != 0) throw std::ios_base::failure(ZSTD_getErrorName(unfinished_));
      if (output.pos == given && input.pos == taken) break;
    }
    in += input.pos;
    out += output.pos;
    if (!flush || output.pos > 0) return true;
    if (unfinished_ != 0) throw std::ios_base::failure("the last frame is incomplete");
    return false;
  }

  void close() {
    ZSTD_initDStream(stream_.get());
    unfinished_ = 0;
  }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const noexcept { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
  std::size_t unfinished_ = 0;  ///< not 0 inside of a frame
};

}  // namespace polyglot::pgn
