#include "pgn/raw_file.hpp"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <polyglot/os/error.hpp>

namespace polyglot::pgn {
namespace {

constexpr std::string_view kStandardInput = "-";
constexpr std::size_t kBuffer = std::size_t{1} << 17;
/// A signal handler sets the flag to stop by and can wake nobody, so it is looked at from time to time.
constexpr int kLookMilliseconds = 50;

/// What is open already is duplicated, so that closing ours leaves it open. Opening a FIFO must not wait for
/// its writer: wait_for_bytes() does.
int open_for_reading(const std::string& path) {
  if (path == kStandardInput) return ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
  std::error_code error;
  const int mode = std::filesystem::is_fifo(path, error) ? O_NONBLOCK : 0;
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | mode);
}

}  // namespace

Result<RawFile> RawFile::open(const std::string& path, const std::atomic<bool>* stop) {
  const std::string name = path == kStandardInput ? "standard input" : path;
  os::Descriptor file(open_for_reading(path));
  if (!file) return os::system_error("cannot be opened", errno, name);
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return os::system_error("cannot be read", errno, name);
  if (S_ISDIR(status.st_mode)) return Error{"is a folder, give the path of a PGN file", name};
  std::optional<std::uint64_t> size;
  if (S_ISREG(status.st_mode)) size = static_cast<std::uint64_t>(status.st_size);
  return RawFile(std::move(file), name, size, stop);
}

RawFile::RawFile(os::Descriptor file, std::string name, std::optional<std::uint64_t> size,
                 const std::atomic<bool>* stop)
    : file_(std::move(file)), name_(std::move(name)), size_(size), stop_(stop), buffer_(kBuffer, '\0') {}

RawFile::RawFile(std::string bytes, std::string name)
    : file_(-1),
      name_(std::move(name)),
      size_(bytes.size()),
      buffer_(std::move(bytes)),
      end_(buffer_.size()),
      at_end_(true) {}

std::string_view RawFile::peek(std::size_t count) {
  if (end_ - begin_ < count && !at_end_) {
    std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
    end_ -= std::exchange(begin_, 0);
    while (end_ < count) {
      const std::size_t got = read_file(std::span(buffer_).subspan(end_));
      if (got == 0) break;
      end_ += got;
    }
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

void RawFile::skip(std::size_t count) noexcept {
  begin_ += count;
  consumed_ += count;
}

std::size_t RawFile::read(std::span<char> buffer) {
  std::size_t filled = std::min(buffer.size(), end_ - begin_);
  std::copy_n(buffer_.data() + begin_, filled, buffer.data());
  skip(filled);
  while (filled < buffer.size()) {
    const std::size_t got = read_file(buffer.subspan(filled));
    if (got == 0) break;
    filled += got;
    consumed_ += got;
  }
  return filled;
}

/// At least one byte; none at the end and where the file cannot be read.
std::size_t RawFile::read_file(std::span<char> buffer) {
  while (!at_end_) {
    if (!wait_for_bytes()) {
      error_ = Error{"reading was interrupted", name_};
      at_end_ = true;
      break;
    }
    const ssize_t got = ::read(file_.get(), buffer.data(), buffer.size());
    if (got > 0) return static_cast<std::size_t>(got);
    // Whoever opened standard input may have done so without blocking.
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got < 0) error_ = os::system_error("cannot be read", errno, name_);
    at_end_ = true;
  }
  return 0;
}

/// A pipe may stay silent for long. False if it is not to be waited for any more.
bool RawFile::wait_for_bytes() const {
  if (size_) return true;
  while (stop_ == nullptr || !*stop_) {
    pollfd file{.fd = file_.get(), .events = POLLIN, .revents = 0};
    const int ready = ::poll(&file, 1, kLookMilliseconds);
    if (ready > 0 || (ready < 0 && errno != EINTR)) return true;
  }
  return false;
}

}  // namespace polyglot::pgn
