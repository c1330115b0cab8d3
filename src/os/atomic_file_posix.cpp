// SPDX-License-Identifier: MIT
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "os/calls_posix.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // less the umask
constexpr mode_t kPermissionBits = 07777;
constexpr int kMostLinks = 40;  // as the system follows

/// The name by which a file can be given a real one.
std::string name_in_proc(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.get());
}

/// Closed if the file system has no such files, or if this one could not be given a name later.
Descriptor open_nameless(const std::string& folder) {
  Descriptor file(make_call(Call::open_nameless, [&] {
    return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFileMode);
  }));
  if (file && ::access(name_in_proc(file).c_str(), F_OK) != 0) return Descriptor();
  return file;
}

Descriptor open_named(const std::string& path) {
  return Descriptor(make_call(Call::open, [&] {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
  }));
}

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

/// Where the file is in the end: what a link points at is replaced, not the link.
Result<std::string> resolve(const std::string& path) {
  std::error_code error;
  fs::path link = fs::absolute(path, error);
  // A link whose target is still to come is no file for weakly_canonical().
  for (int links = 0; links < kMostLinks && !error && fs::is_symlink(fs::symlink_status(link, error));
       ++links)
    link = link.parent_path() / fs::read_symlink(link, error);
  fs::path target = fs::weakly_canonical(link, error);
  if (error) return Error{"cannot be written: " + error.message(), path};
  const fs::file_status status = fs::status(target, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    return Error{"cannot be written: it is neither a file nor a character device, give the path of a file",
                 path};
  return {boost::system::in_place_value, target.string()};
}

/// A folder that one may write to is no leave to replace what is write-protected in it.
Result<void> check_writable(const std::string& target, const std::string& path) {
  const auto access = [&] { return ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS); };
  if (make_call(Call::examine, access) == 0 || errno == ENOENT) return {};
  if (errno == EROFS) return Error{"is on a read-only file system: write to another folder", path};
  if (errno != EACCES) return system_error("cannot be written", errno, path);
  return Error{"is write-protected: allow writing (chmod u+w), or write to another file", path};
}

/// Only root can give a file away; others may still be members of its group. Owners come first: a change of
/// them may clear permissions.
void keep_owner_and_permissions(int file, const std::string& target) {
  struct stat old {};
  if (::stat(target.c_str(), &old) != 0) return;
  constexpr auto kSameOwner = static_cast<uid_t>(-1);
  if (::fchown(file, old.st_uid, old.st_gid) != 0) (void)!::fchown(file, kSameOwner, old.st_gid);
  (void)::fchmod(file, old.st_mode & kPermissionBits);
}

/// The new name is on the disk only when its folder is. Not every file system can do this; what cannot be
/// flushed is complete all the same.
void flush_folder(const std::string& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (open) (void)::fsync(open.get());
}

}  // namespace

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  if (path == "-") return to_standard_output();
  std::error_code unknown;  // resolve() reports it
  if (fs::is_character_file(fs::status(path, unknown))) return to_device(path);
  const auto target = resolve(path);
  if (!target) return target.error();
  if (auto writable = check_writable(*target, path); !writable) return writable.error();
  std::unique_ptr<TemporaryName> name;
  Descriptor file = open_nameless(folder_of(*target));
  if (!file) {
    name = std::make_unique<TemporaryName>(folder_of(*target));
    file = open_named(name->path());
  }
  if (!file && errno == ENOENT)
    return Error{"cannot be written: there is no folder " + folder_of(*target) + ", make it first", path};
  if (!file) return system_error("cannot write to its folder", errno, path);
  keep_owner_and_permissions(file.get(), *target);
  return AtomicFile(std::move(file), std::move(name), *target);
}

Result<AtomicFile> AtomicFile::to_device(const std::string& path) {
  Descriptor device(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
  if (!device) return system_error("cannot be written", errno, path);
  AtomicFile file(std::move(device), nullptr, path);
  file.is_stream_ = true;
  return file;
}

Result<AtomicFile> AtomicFile::to_standard_output() {
  const std::string name = "standard output";
  if (is_terminal(StandardStream::output))
    return Error{"is a terminal, which shows no bytes: give the name of a file, or a pipe", name};
  if (auto printed = write_output(""); !printed) return printed.error();
  Descriptor output(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
  if (!output) return system_error("cannot be written", errno, name);
  AtomicFile file(std::move(output), nullptr, name);
  file.is_stream_ = true;
  return file;
}

AtomicFile::AtomicFile(Descriptor file, std::unique_ptr<TemporaryName> name, std::string target) noexcept
    : file_(std::move(file)), name_(std::move(name)), target_(std::move(target)) {}
AtomicFile::AtomicFile(AtomicFile&& other) noexcept = default;

AtomicFile::~AtomicFile() {
  if (name_) ::unlink(name_->path().c_str());
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
  flushed_ = false;
  while (!bytes.empty()) {
    const ssize_t written = transfer(Call::write, bytes.size(), [&](std::size_t size) {
      return ::write(file_.get(), bytes.data(), size);
    });
    if (written < 0) return system_error("cannot be written", errno, target_);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> AtomicFile::flush() {
  if (flushed_ || is_stream_) return {};
  if (make_call(Call::flush, [&] { return ::fsync(file_.get()); }) != 0)
    return system_error("cannot be flushed to the disk", errno, target_);
  flushed_ = true;
  return {};
}

Result<void> AtomicFile::commit() {
  if (auto done = flush(); !done || is_stream_) return done;
  if (!name_)
    if (auto named = take_name(); !named) return named;
  if (make_call(Call::rename, [&] { return std::rename(name_->path().c_str(), target_.c_str()); }) != 0)
    return system_error("cannot be replaced", errno, target_);
  name_.reset();
  flush_folder(folder_of(target_));
  return {};
}

/// Only rename() replaces a file, and only what has a name can be renamed.
Result<void> AtomicFile::take_name() {
  auto name = std::make_unique<TemporaryName>(folder_of(target_));
  const auto link = [&] {
    return ::linkat(AT_FDCWD, name_in_proc(file_).c_str(), AT_FDCWD, name->path().c_str(), AT_SYMLINK_FOLLOW);
  };
  if (make_call(Call::link, link) != 0) return system_error("cannot be written", errno, target_);
  name_ = std::move(name);
  return {};
}

}  // namespace polyglot::os
