#pragma once

#include <string>
#include <sys/stat.h>
#include <sys/types.h>

#include <polyglot/result.hpp>

namespace polyglot::book {

/// Tells whether a file is still the one it was, and unchanged.
class FileStamp {
 public:
  /// Of an open file. Error: `path` and the system's reason.
  [[nodiscard]] static Result<FileStamp> of_open(int file, const std::string& path);
  /// Of the file that has the name now.
  [[nodiscard]] static Result<FileStamp> of_path(const std::string& path);

  friend bool operator==(const FileStamp& a, const FileStamp& b) noexcept {
    return a.device_ == b.device_ && a.inode_ == b.inode_ && a.size_ == b.size_ && a.seconds_ == b.seconds_ &&
           a.nanoseconds_ == b.nanoseconds_;
  }

 private:
  explicit FileStamp(const struct stat& status) noexcept;

  dev_t device_;
  ino_t inode_;
  off_t size_;
  time_t seconds_;  ///< of the last change
  long nanoseconds_;
};

}  // namespace polyglot::book
