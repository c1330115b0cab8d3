#include "book/mapped_file.hpp"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <polyglot/os/error.hpp>

namespace polyglot::book {

static_assert(sizeof(off_t) == 8 && sizeof(std::size_t) == 8, "books may be larger than 2 GB");

namespace {

constexpr std::string_view kCannotOpen = "cannot open the book, check its path and permissions";
constexpr std::string_view kCannotChange = "cannot open the book to change it, check its permissions";

Error not_a_file(const std::string& path, mode_t mode) {
  return {.what = S_ISDIR(mode) ? "is a folder, not a book: give the path of the book file in it"
                                : "is not a regular file: give the path of a book file",
          .where = path};
}

Error wrong_size(const std::string& path, std::uint64_t opened, std::uint64_t now) {
  return {.what = "has changed from " + std::to_string(opened) + " to " + std::to_string(now) +
                  " bytes since it was opened: open it again when it is complete",
          .where = at_offset(path, now < opened ? now : opened)};
}

}  // namespace

std::string at_offset(const std::string& path, std::uint64_t offset) {
  return path + ": offset " + std::to_string(offset);
}

Result<MappedFile> MappedFile::open(const std::string& path, Access access) {
  const bool writes = access == Access::read_write;
  // O_NONBLOCK: a named pipe is refused below instead of being waited for.
  const int flags = (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  os::Descriptor file(::open(path.c_str(), flags));
  if (!file) return os::system_error(writes ? kCannotChange : kCannotOpen, errno, path);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return os::system_error("cannot examine the book", errno, path);
  if (!S_ISREG(status.st_mode)) return not_a_file(path, status.st_mode);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  void* mapping = nullptr;
  if (size > 0) {
    mapping = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.get(), 0);
    if (mapping == MAP_FAILED) return os::system_error("cannot map the book into memory", errno, path);
    ::madvise(mapping, size, MADV_RANDOM);  // lookups jump; reading ahead would only fill the memory
  }
  return MappedFile(path, std::move(file), size, mapping);
}

MappedFile::MappedFile(MappedFile&& other) noexcept
    : path_(std::move(other.path_)),
      file_(std::move(other.file_)),
      size_(other.size_),
      mapping_(std::exchange(other.mapping_, nullptr)) {}

MappedFile::~MappedFile() {
  if (mapping_ != nullptr) ::munmap(mapping_, size_);
}

Result<void> MappedFile::check_size() const {
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) return os::system_error("cannot examine the book", errno, path_);
  const auto now = static_cast<std::uint64_t>(status.st_size);
  if (now != size_) return wrong_size(path_, size_, now);
  return {};
}

Result<void> MappedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (out.empty()) return {};
  if (auto same = check_size(); !same) return same;
  std::memcpy(out.data(), static_cast<const std::byte*>(mapping_) + offset, out.size());
  return {};
}

Result<void> MappedFile::read_ahead(std::uint64_t offset, std::span<std::byte> out) const {
  if (auto same = check_size(); !same) return same;
  while (!out.empty()) {
    const ssize_t got = ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return os::system_error("cannot read the book", errno, path_);
    if (got == 0) return wrong_size(path_, size_, offset);
    offset += static_cast<std::uint64_t>(got);
    out = out.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

Result<void> MappedFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (auto same = check_size(); !same) return same;  // writing beyond its end would make it longer
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return os::system_error("cannot change the book", errno, path_);
    offset += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

void MappedFile::release_pages() const noexcept {
  if (mapping_ != nullptr) ::madvise(mapping_, size_, MADV_DONTNEED);
}

}  // namespace polyglot::book
