#pragma once

#include <atomic>
#include <cstdint>

namespace polyglot::builder {

/// How far a run is, to be read by another thread, which may end it, too.
struct Progress {
  std::atomic<std::uint64_t> total_bytes = 0;  ///< of all input files; 0 if a pipe is among them
  std::atomic<std::uint64_t> bytes = 0;        ///< of the files themselves, compressed or not
  std::atomic<std::uint64_t> games = 0;
  std::atomic<bool> writing = false;  ///< all games have been read
  std::atomic<double> written = 0;    ///< share of the book that has been written then, up to 1
  std::atomic<bool> stop =
      false;  ///< set by the onlooker, or by the run itself: it fails soon, and leaves nothing behind
};

}  // namespace polyglot::builder
