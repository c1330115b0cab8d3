#include "pgn/raw_file.hpp"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <polyglot/io/system_error.hpp>

namespace polyglot::pgn {
namespace {

constexpr std::string_view kStandardInput = "-";

/// What is open already is duplicated, so that closing ours leaves it open.
int open_for_reading(const std::string& path) {
  if (path == kStandardInput) return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
}

}  // namespace

Result<RawFile> RawFile::open(const std::string& path) {
  const std::string name = path == kStandardInput ? "standard input" : path;
  io::FileDescriptor file(open_for_reading(path));
  if (!file.is_open()) return io::system_error("cannot be opened", errno, name);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return io::system_error("cannot be read", errno, name);
  if (S_ISDIR(status.st_mode)) return Error{"is a folder, give the path of a PGN file", name};
  std::optional<std::uint64_t> size;
  if (S_ISREG(status.st_mode)) size = static_cast<std::uint64_t>(status.st_size);
  return RawFile(std::move(file), name, size);
}

RawFile::RawFile(io::FileDescriptor file, std::string name, std::optional<std::uint64_t> size)
    : file_(std::move(file)), name_(std::move(name)), size_(size) {}

RawFile::RawFile(std::string bytes, std::string name)
    : file_(-1), name_(std::move(name)), size_(bytes.size()), ahead_(std::move(bytes)) {}

std::string_view RawFile::peek(std::size_t count) {
  while (ahead_.size() < count) {
    const std::size_t had = ahead_.size();
    ahead_.resize(count);
    const std::size_t got = read_file(ahead_.data() + had, count - had);
    ahead_.resize(had + got);
    if (got == 0) break;
  }
  return std::string_view(ahead_).substr(0, count);
}

std::size_t RawFile::read_file(char* buffer, std::size_t count) {
  if (!file_.is_open() || errno_ != 0) return 0;
  for (;;) {
    const ssize_t got = ::read(file_.get(), buffer, count);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR) continue;
    errno_ = errno;
    return 0;
  }
}

std::streamsize RawFile::read(char* buffer, std::streamsize count) {
  const auto wanted = static_cast<std::size_t>(count);
  std::size_t got = std::min(wanted, ahead_.size() - ahead_taken_);
  std::copy_n(ahead_.data() + ahead_taken_, got, buffer);
  ahead_taken_ += got;
  if (got == 0) got = read_file(buffer, wanted);
  if (got == 0) at_end_ = true;
  consumed_ += got;
  return got == 0 ? -1 : static_cast<std::streamsize>(got);
}

std::optional<Error> RawFile::error() const {
  if (errno_ == 0) return std::nullopt;
  return io::system_error("cannot be read", errno_, name_);
}

}  // namespace polyglot::pgn
