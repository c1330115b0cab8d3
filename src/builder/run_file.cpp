#include "builder/run_file.hpp"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

#include <polyglot/os/error.hpp>

namespace polyglot::builder {
namespace {

constexpr std::size_t kBufferedRecords = (std::size_t{1} << 20) / sizeof(Record);

/// Not every file system has files without a name; then it is taken away at once.
int open_nameless(const std::string& folder) {
  const int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file >= 0 || errno == ENOENT || errno == EACCES) return file;
  std::string name = folder + "/.polyglot-XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) ::unlink(name.c_str());
  return named;
}

}  // namespace

Result<RunFile> RunFile::create(const std::string& folder) {
  os::Descriptor file(open_nameless(folder));
  if (!file) return os::system_error("no temporary file can be made here", errno, folder);
  return RunFile(std::move(file), folder);
}

Result<void> RunFile::append(std::span<const Block* const> blocks) {
  auto& begins = begins_.emplace_back();
  std::vector<Record> buffer;
  buffer.reserve(kBufferedRecords);
  std::uint64_t at = size_;
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    begins[partition] = at;
    for (const Block* block : blocks) {
      const auto slice = block->slice(partition);
      at += slice.size();
      buffer.insert(buffer.end(), slice.begin(), slice.end());
      if (buffer.size() < kBufferedRecords) continue;
      if (auto flushed = flush(buffer); !flushed) return flushed;
    }
  }
  begins[kPartitions] = at;
  return flush(buffer);
}

Result<void> RunFile::flush(std::vector<Record>& records) {
  auto bytes = std::as_bytes(std::span(records));
  auto at = static_cast<off_t>(size_ * sizeof(Record));
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_.get(), bytes.data(), bytes.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return os::system_error("temporary data cannot be written", errno, folder_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    at += written;
  }
  size_ += records.size();
  records.clear();
  return {};
}

Result<void> RunFile::read(std::size_t run, std::size_t partition, std::size_t first,
                           std::span<Record> room) const {
  auto bytes = std::as_writable_bytes(room);
  auto at = static_cast<off_t>((begins_[run][partition] + first) * sizeof(Record));
  while (!bytes.empty()) {
    const ssize_t got = ::pread(file_.get(), bytes.data(), bytes.size(), at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return os::system_error("temporary data cannot be read", got < 0 ? errno : EIO, folder_);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    at += got;
  }
  return {};
}

}  // namespace polyglot::builder
