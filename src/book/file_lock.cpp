#include "book/file_lock.hpp"
#include <cerrno>
#include <chrono>
#include <sys/file.h>
#include <thread>

#include <polyglot/os/error.hpp>

namespace polyglot::book {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kPatience{2};
/// Nobody can be told when a lock is free without waiting for ever; a lock is held for microseconds.
constexpr std::chrono::microseconds kPause{500};

}  // namespace

Result<FileLock> FileLock::acquire(int file, const std::string& path) {
  const auto deadline = steady_clock::now() + kPatience;
  while (::flock(file, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno != EWOULDBLOCK) return os::system_error("cannot be locked", errno, path);
    if (steady_clock::now() > deadline)
      return Error{"cannot be changed: another program has locked it", path};
    std::this_thread::sleep_for(kPause);
  }
  return FileLock(file);
}

FileLock::~FileLock() {
  if (file_ >= 0) ::flock(file_, LOCK_UN);
}

}  // namespace polyglot::book
