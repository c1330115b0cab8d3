// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <polyglot/os/file.hpp>

#include "pgn/codec.hpp"

namespace polyglot::pgn {

/// Unpacks the parts of a packed file in several threads, ahead of its reader. Packed files do not say where
/// their parts begin. Therefore each thread takes a window of the file, finds the first bytes in it that can
/// be unpacked, and unpacks the parts that begin in the window. The reader takes their text only if the part
/// that it has read ends exactly there. If anything fails here, for example at damage, the reader unpacks the
/// bytes in order and reports what is wrong.
class PartsAhead {
 public:
  struct Settings {
    Packing packing = Packing::plain;
    unsigned threads = 1;
    const std::atomic<bool>* stop = nullptr;        ///< see Input::open()
    std::uint64_t window = std::uint64_t{1} << 20;  ///< bytes of the file
    std::size_t longest = std::size_t{1} << 25;     ///< bytes of text; a longer one is left to the reader
  };
  /// Parts that follow one another.
  struct Parts {
    std::string text;
    std::uint64_t end = 0;  ///< offset in the file
  };

  /// `size`: of the file in bytes.
  PartsAhead(std::shared_ptr<const os::File> file, std::uint64_t size, Settings settings);
  ~PartsAhead();
  PartsAhead(const PartsAhead&) = delete;
  PartsAhead& operator=(const PartsAhead&) = delete;

  /// The text of the parts from `begin` on, where a part begins; nothing if they are left to the reader. It
  /// waits for the thread that unpacks them. `begin` grows from call to call.
  [[nodiscard]] std::optional<Parts> take(std::uint64_t begin);

 private:
  struct Window {
    bool is_done = false;
    std::uint64_t begin = 0;
    std::optional<Parts> parts = std::nullopt;
  };

  [[nodiscard]] std::uint64_t count_windows() const noexcept {
    return (size_ + settings_.window - 1) / settings_.window;
  }
  void work();
  [[nodiscard]] Window unpack_window(std::uint64_t number) const;
  [[nodiscard]] std::optional<Parts> unpack_from(std::uint64_t begin, std::uint64_t window_end) const;
  [[nodiscard]] bool is_stopped() const noexcept { return stopped_ || *settings_.stop; }

  std::shared_ptr<const os::File> file_;
  std::uint64_t size_;
  Settings settings_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Window> windows_;  ///< from `first_` on, those that a thread has begun
  std::uint64_t first_ = 0;     ///< number of the window in which the reader is
  std::atomic<bool> stopped_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace polyglot::pgn
