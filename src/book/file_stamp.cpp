#include "book/file_stamp.hpp"
#include <cerrno>

#include <polyglot/os/error.hpp>

namespace polyglot::book {

namespace {

constexpr std::string_view kCannotExamine = "cannot examine the book";

}  // namespace

FileStamp::FileStamp(const struct stat& status) noexcept
    : device_(status.st_dev),
      inode_(status.st_ino),
      size_(status.st_size),
      seconds_(status.st_mtim.tv_sec),
      nanoseconds_(status.st_mtim.tv_nsec) {}

Result<FileStamp> FileStamp::of_open(int file, const std::string& path) {
  struct stat status {};
  if (::fstat(file, &status) != 0) return os::system_error(kCannotExamine, errno, path);
  return FileStamp(status);
}

Result<FileStamp> FileStamp::of_path(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return os::system_error(kCannotExamine, errno, path);
  return FileStamp(status);
}

}  // namespace polyglot::book
