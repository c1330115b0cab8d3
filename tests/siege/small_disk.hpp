// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <random>
#include <string>
#include <thread>

namespace polyglot::siege {

/// A small file system that is full now and then, at random, by a file of ballast. Used from any thread.
class SmallDisk {
 public:
  /// `folder`: on that file system, which should hold little else.
  SmallDisk(std::string folder, std::uint64_t seed);
  ~SmallDisk();
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// A moment, for was_full_since().
  [[nodiscard]] std::size_t now() const noexcept { return changes_; }
  [[nodiscard]] bool was_full_since(std::size_t moment) const noexcept {
    return moment % 2 == 1 || changes_ != moment;
  }
  /// How many times it had no space left.
  [[nodiscard]] std::size_t times_full() const noexcept { return times_full_; }

 private:
  void fill_at_random();
  /// True if it is full now.
  [[nodiscard]] bool fill() const;
  /// True if the end has come.
  [[nodiscard]] bool rests(unsigned most_milliseconds);

  std::string folder_;
  std::string ballast_;
  std::mt19937_64 random_;
  std::atomic<std::size_t> changes_ = 0;  ///< odd while there is ballast
  std::atomic<std::size_t> times_full_ = 0;
  std::mutex mutex_;
  std::condition_variable ends_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace polyglot::siege
