#pragma once

#include <string>
#include <utility>

#include <polyglot/result.hpp>

namespace polyglot::book {

/// Keeps other programs from changing an open file as long as it lives, if they ask for the lock, too. The
/// system gives it up if the process dies.
class FileLock {
 public:
  /// Waits for another holder, but not for ever: a game must not hang on a program that does.
  /// `file` must stay open as long as the lock lives; `path` only serves the message.
  [[nodiscard]] static Result<FileLock> acquire(int file, const std::string& path);
  FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int file) noexcept : file_(file) {}

  int file_;
};

}  // namespace polyglot::book
