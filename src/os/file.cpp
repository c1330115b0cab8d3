// SPDX-License-Identifier: MIT
// std::filesystem and std::fstream create no file without a name, and do not fail if a new file exists. They
// identify no open file, and read and write at no offset without a position that threads share. calls.cpp
// says why the locks are not those of Boost.Interprocess.
#include <filesystem>
#include <thread>

#include <polyglot/os/file.hpp>

#include "os/calls.hpp"
#if !defined(_WIN32)
#include <sys/resource.h>
#endif

namespace polyglot::os {

namespace fs = std::filesystem;

PathKind kind_of(const std::string& path) {
  const Descriptor file = open_file(path, Opening::examine);
  const auto found = file ? describe(file) : std::nullopt;
  return found ? found->kind : PathKind::missing;
}

Result<FileStamp> stamp_of(const std::string& path) {
  const Descriptor file = open_file(path, Opening::examine);
  const auto found = file ? examine(file) : std::nullopt;
  if (!found) return system_error("cannot be examined", last_error(), path);
  return found->stamp;
}

Result<File> File::open(const std::string& path, Access access) {
  const bool updates = access == Access::update;
  Descriptor file = open_file(path, updates ? Opening::update : Opening::read);
  if (!file) {
    const std::error_code reason = last_error();
    std::string_view what = updates ? "cannot be opened to change it, check its permissions"
                                    : "cannot be opened, check its path and permissions";
    if (reason == std::errc::too_many_files_open)
      what = "cannot be opened: raise the limit of open files (ulimit -n), or give fewer files";
    return system_error(what, reason, path);
  }
  const auto found = examine(file);
  if (!found) return system_error("cannot be examined", last_error(), path);
  if (found->kind == PathKind::folder) return Error{"is a folder: give the path of a file in it", path};
  if (found->kind != PathKind::file) return Error{"is not a regular file: give the path of one", path};
  return File(path, std::move(file));
}

/// Where the file system has no files without a name, the name is removed at once.
Result<File> File::open_temporary(const std::string& folder) {
  Descriptor file = open_file(folder, Opening::nameless, Readers::owner);
  if (!file && last_error() != std::errc::no_such_file_or_directory &&
      last_error() != std::errc::permission_denied) {
    const std::string path = unique_path(folder);
    file = open_file(path, Opening::create, Readers::owner);
    std::error_code ignored;
    if (file) fs::remove(path, ignored);
  }
  if (!file) return system_error("no temporary file can be made here", last_error(), folder);
  return File(folder, std::move(file));
}

Result<FileStamp> File::stamp() const {
  const auto found = examine(descriptor_);
  if (!found) return system_error("cannot be examined", last_error(), path_);
  return found->stamp;
}

Result<std::uint64_t> File::size() const {
  const auto now = stamp();
  if (!now) return now.error();
  return now->size;
}

Result<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t filled = 0;
  while (filled < out.size()) {
    const auto got = read_some(descriptor_, out.subspan(filled), offset + filled);
    if (!got) return system_error("cannot be read", last_error(), path_);
    if (*got == 0) break;
    filled += *got;
  }
  return filled;
}

Result<void> File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (!write_all(descriptor_, bytes, offset)) return system_error("cannot be written", last_error(), path_);
  return {};
}

Result<bool> write_new_file(const std::string& path, std::string_view bytes, Readers readers) {
  Descriptor file = open_file(path, Opening::create, readers);
  if (!file && last_error() == std::errc::file_exists) return false;
  if (!file) return system_error("cannot be made, check its folder and permissions", last_error(), path);
  if (write_all(file, std::as_bytes(std::span(bytes)))) return true;
  const std::error_code reason = last_error();
  file.reset();
  std::error_code ignored;
  fs::remove(path, ignored);
  return system_error("cannot be written", reason, path);
}

Result<Descriptor> open_to_append(const std::string& path) {
  Descriptor file = open_file(path, Opening::append);
  if (!file) return system_error("cannot be opened to add to it", last_error(), path);
  return file;
}

Result<void> append(const Descriptor& file, std::string_view bytes, const std::string& path) {
  if (write_all(file, std::as_bytes(std::span(bytes)))) return {};
  return system_error("cannot be written", last_error(), path);
}

Result<std::optional<File>> try_open_locked(const std::string& path) {
  for (;;) {
    auto file = File::open(path, File::Access::update);
    if (!file) return file.error();
    if (!lock(file->descriptor())) {
      if (last_error() == std::errc::operation_would_block) return std::optional<File>();
      return system_error("cannot be locked", last_error(), path);
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

void allow_open_files([[maybe_unused]] std::size_t files) noexcept {
#if !defined(_WIN32)
  // Standard streams, sockets, what libraries open, and files that are written.
  constexpr rlim_t kOthers = 64;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  const rlim_t wanted = std::min(limit.rlim_max, static_cast<rlim_t>(files) + kOthers);
  if (wanted <= limit.rlim_cur) return;
  limit.rlim_cur = wanted;
  // If this fails, opening the files fails later, and that error is reported.
  (void)::setrlimit(RLIMIT_NOFILE, &limit);
#endif
}

}  // namespace polyglot::os
