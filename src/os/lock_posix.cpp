#include <sys/file.h>
#include <thread>

#include <polyglot/os/error.hpp>
#include <polyglot/os/lock.hpp>

#include "os/calls_posix.hpp"

namespace polyglot::os {

Result<std::optional<File>> try_open_locked(const std::string& path) {
  for (;;) {
    auto file = File::open(path, File::Access::update);
    if (!file) return file.error();
    const int descriptor = file->descriptor().get();
    if (make_call(Call::lock, [&] { return ::flock(descriptor, LOCK_EX | LOCK_NB); }) != 0) {
      if (errno == EWOULDBLOCK) return std::optional<File>();
      if (errno != ENOSYS && errno != EOPNOTSUPP) return system_error("cannot be locked", errno, path);
    }
    const auto locked = file->stamp();
    if (!locked) return locked.error();
    const auto named = stamp_of(path);
    if (!named) return named.error();
    if (named->is_same_file(*locked)) return std::optional(std::move(*file));
  }
}

Result<File> open_locked(const std::string& path, std::chrono::milliseconds patience) {
  using std::chrono::steady_clock;
  // Nobody can be told when a lock is free without waiting for ever.
  constexpr std::chrono::microseconds kPause{500};
  const auto deadline = steady_clock::now() + patience;
  for (;;) {
    auto locked = try_open_locked(path);
    if (!locked) return locked.error();
    if (*locked) return std::move(**locked);
    if (steady_clock::now() > deadline) return locked_by_another(path);
    std::this_thread::sleep_for(kPause);
  }
}

Error locked_by_another(const std::string& path) {
  return {"cannot be changed: another program has locked it", path};
}

}  // namespace polyglot::os
