// SPDX-License-Identifier: MIT
#include <thread>
#include <utility>

#include <polyglot/os/file.hpp>

namespace polyglot::os {

Result<std::uint64_t> File::size() const {
  const auto now = stamp();
  if (!now) return now.error();
  return now->size;
}

Result<File> open_locked(const std::string& path, std::chrono::milliseconds patience) {
  using std::chrono::steady_clock;
  // The system cannot wait for a lock with a timeout, so we try again after a pause.
  constexpr std::chrono::microseconds kPause{500};
  // If the file changes, another program has held the lock and finished its work. Then the timeout starts
  // again: on a slow disk many programs may each need some time.
  std::optional<FileStamp> seen;
  auto deadline = steady_clock::time_point::max();
  for (;;) {
    auto locked = try_open_locked(path);
    if (!locked) return locked.error();
    if (*locked) return std::move(**locked);
    const auto stamp = stamp_of(path);
    if (stamp && stamp.value() != seen) {
      seen = stamp.value();
      deadline = steady_clock::now() + patience;
    } else if (steady_clock::now() > deadline) {
      return locked_by_another(path);
    }
    std::this_thread::sleep_for(kPause);
  }
}

Error locked_by_another(const std::string& path) {
  return {"cannot be changed: another program has locked it", path};
}

}  // namespace polyglot::os
