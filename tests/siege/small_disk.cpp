// SPDX-License-Identifier: MIT
#include "siege/small_disk.hpp"
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <unistd.h>
#include <utility>
#include <vector>

#include <polyglot/rest.hpp>

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
      thread_([this](const std::stop_token& stop) { fill_at_random(stop); }) {}

void SmallDisk::fill_at_random(const std::stop_token& stop) {
  while (!rest(stop, random_time(kWithSpace))) {
    ++changes_;
    if (fill()) ++times_full_;
    const bool ends = rest(stop, random_time(kFull));
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

std::chrono::milliseconds SmallDisk::random_time(unsigned most) {
  return std::chrono::milliseconds(random_() % most);
}

}  // namespace polyglot::siege
