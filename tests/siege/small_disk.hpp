// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stop_token>
#include <string>
#include <thread>

namespace polyglot::siege {

/// A small file system that a file of ballast fills at random times. Can be used from any thread.
class SmallDisk {
 public:
  /// `folder`: on that file system, which should hold little else.
  SmallDisk(std::string folder, std::uint64_t seed);

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// A moment, for was_full_since().
  [[nodiscard]] std::size_t now() const noexcept { return changes_; }
  [[nodiscard]] bool was_full_since(std::size_t moment) const noexcept {
    return moment % 2 == 1 || changes_ != moment;
  }
  /// How many times it had no space left.
  [[nodiscard]] std::size_t times_full() const noexcept { return times_full_; }

 private:
  void fill_at_random(const std::stop_token& stop);
  /// True if it is full now.
  [[nodiscard]] bool fill() const;
  /// At most so many milliseconds.
  [[nodiscard]] std::chrono::milliseconds random_time(unsigned most);

  std::string folder_;
  std::string ballast_;
  std::mt19937_64 random_;
  std::atomic<std::size_t> changes_ = 0;  ///< odd while there is ballast
  std::atomic<std::size_t> times_full_ = 0;
  std::jthread thread_;
};

}  // namespace polyglot::siege
