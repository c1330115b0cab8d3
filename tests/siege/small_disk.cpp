// SPDX-License-Identifier: MIT
#include "siege/small_disk.hpp"
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>
#include <vector>

namespace polyglot::siege {
namespace {

/// The longest times with space and without, in milliseconds.
constexpr unsigned kWithSpace = 3000;
constexpr unsigned kFull = 500;
constexpr std::size_t kBlock = 65536;

}  // namespace

SmallDisk::SmallDisk(std::string folder, std::uint64_t seed)
    : folder_(std::move(folder)),
      ballast_(folder_ + "/ballast"),
      random_(seed),
      thread_([this] { fill_at_random(); }) {}

SmallDisk::~SmallDisk() {
  {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
  }
  ends_.notify_all();
  thread_.join();
}

void SmallDisk::fill_at_random() {
  while (!rests(kWithSpace)) {
    ++changes_;
    if (fill()) ++times_full_;
    const bool ends = rests(kFull);
    std::error_code none;
    std::filesystem::remove(ballast_, none);
    ++changes_;
    if (ends) return;
  }
}

bool SmallDisk::fill() const {
  const int file = ::open(ballast_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return errno == ENOSPC;
  const std::vector<char> block(kBlock);
  while (::write(file, block.data(), block.size()) > 0) {
  }
  const bool is_full = errno == ENOSPC;
  ::close(file);
  return is_full;
}

bool SmallDisk::rests(unsigned most_milliseconds) {
  std::unique_lock lock(mutex_);
  const std::chrono::milliseconds time(random_() % most_milliseconds);
  return ends_.wait_for(lock, time, [this] { return has_ended_; });
}

}  // namespace polyglot::siege
