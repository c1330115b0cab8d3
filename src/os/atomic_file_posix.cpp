// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "os/calls_posix.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kNewFileMode = 0666;  // without the bits of the umask
constexpr mode_t kPermissionBits = 07777;
constexpr int kMostLinks = 40;  // the limit that the system has, too

Descriptor open_named(const std::string& path) {
  return own(make_call(Call::open, [&] {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kNewFileMode);
  }));
}

/// The name under /proc by which linkat() can give a nameless file a real name.
std::string name_in_proc(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(number_of(file));
}

/// Gives a nameless file a name. Returns 0, or -1 and sets errno.
int name_file(const Descriptor& file, const std::string& path) {
  return make_call(Call::link, [&] {
    return ::linkat(AT_FDCWD, name_in_proc(file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
  });
}

/// The target of the symbolic link `path`, and its owner in `status`. Nothing if it is not a link. Empty if
/// it cannot be read; errno says why.
std::optional<std::string> read_link(const std::string& path, struct stat& status) {
  const Descriptor found = own(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!found || ::fstat(number_of(found), &status) != 0 || !S_ISLNK(status.st_mode)) return std::nullopt;
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlinkat(number_of(found), "", text.data(), text.size());
  return std::string(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
}

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

/// Whether a symbolic link may be followed. In a folder like /tmp, where everybody may create links but
/// remove only their own, another user may have placed one to mislead us. Source: proc_sys_fs(5),
/// protected_symlinks, the rule that Linux applies to links that it follows itself.
bool may_follow(const fs::path& link, const struct stat& status) {
  struct stat folder {};
  const fs::path parent = link.parent_path();
  if (::stat(parent.empty() ? "." : parent.c_str(), &folder) != 0) return false;
  constexpr mode_t kForAll = S_ISVTX | S_IWOTH;
  return (folder.st_mode & kForAll) != kForAll || status.st_uid == ::geteuid() ||
         status.st_uid == folder.st_uid;
}

/// The path of the file to replace: the target of a link, not the link. Only the last part of the path is
/// examined, because its target may not exist yet; the system follows the links before it.
Result<std::string> resolve(const std::string& path) {
  std::error_code error;
  fs::path target = fs::absolute(path, error);
  for (int links = 0; !error; ++links) {
    struct stat status {};
    const auto leads_to = read_link(target.string(), status);
    // Errors of its folder are reported when the file is made.
    if (!leads_to) return {boost::system::in_place_value, target.string()};
    const int failure = errno;
    if (!may_follow(target, status))
      return Error{
          "cannot be written: it leads over a link of another user in a folder where all may make links, "
          "write to another file",
          path};
    if (links == kMostLinks) return system_error("cannot be written", ELOOP, path);
    if (leads_to->empty()) return system_error("cannot be written", failure, path);
    target = target.parent_path() / *leads_to;
  }
  return Error{"cannot be written: " + error.message(), path};
}

/// Write permission for the folder is not enough to replace a write-protected file in it.
Result<void> check_writable(const std::string& target, const std::string& path) {
  const auto access = [&] { return ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS); };
  if (make_call(Call::examine, access) == 0 || errno == ENOENT) return {};
  if (errno == EROFS) return Error{"is on a read-only file system: write to another folder", path};
  if (errno != EACCES) return system_error("cannot be written", errno, path);
  return Error{"is write-protected: allow writing (chmod u+w), or write to another file", path};
}

/// Only root can change the owner; others may still be able to keep the group. The owner is set first,
/// because changing it may clear permissions.
void keep_owner_and_permissions(int file, const struct stat& old) {
  constexpr auto kSameOwner = static_cast<uid_t>(-1);
  if (::fchown(file, old.st_uid, old.st_gid) != 0) (void)!::fchown(file, kSameOwner, old.st_gid);
  (void)::fchmod(file, old.st_mode & kPermissionBits);
}

/// The new name is on the disk only after its folder is flushed. Not every file system can flush a folder;
/// the file is complete nevertheless, so a failure is ignored.
void flush_folder(const std::string& folder) {
  const Descriptor open = own(::open(folder.c_str(), O_RDONLY | O_CLOEXEC));
  if (open) (void)::fsync(number_of(open));
}

}  // namespace

Result<AtomicFile> AtomicFile::to_file(const std::string& path) {
  const auto target = resolve(path);
  if (!target) return target.error();
  if (auto writable = check_writable(*target, path); !writable) return writable.error();
  std::unique_ptr<TemporaryName> name;
  Descriptor file = open_nameless(folder_of(*target), O_WRONLY, kNewFileMode);
  if (!file || ::access(name_in_proc(file).c_str(), F_OK) != 0) {
    name = std::make_unique<TemporaryName>(folder_of(*target));
    file = open_named(name->path());
  }
  if (!file && errno == ENOENT)
    return Error{"cannot be written: there is no folder " + folder_of(*target) + ", make it first", path};
  if (!file) return system_error("cannot write to its folder", errno, path);
  struct stat old {};
  if (::lstat(target->c_str(), &old) == 0 && S_ISREG(old.st_mode))
    keep_owner_and_permissions(number_of(file), old);
  return AtomicFile(std::move(file), std::move(name), *target);
}

Result<AtomicFile> AtomicFile::to_device(const std::string& path) {
  Descriptor device = own(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
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
  Descriptor output = own(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0));
  if (!output) return system_error("cannot be written", errno, name);
  AtomicFile file(std::move(output), nullptr, name);
  file.is_stream_ = true;
  return file;
}

AtomicFile::~AtomicFile() {
  if (name_) ::unlink(name_->path().c_str());
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
  flushed_ = false;
  while (!bytes.empty()) {
    const ssize_t written = transfer(Call::write, bytes.size(), [&](std::size_t size) {
      return ::write(number_of(file_), bytes.data(), size);
    });
    if (written < 0) {
      const int reason = errno;
      if (reason == EPIPE) note_lost_reader();
      return system_error("cannot be written", reason, target_);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> AtomicFile::flush() {
  if (flushed_ || is_stream_) return {};
  if (make_call(Call::flush, [&] { return ::fsync(number_of(file_)); }) != 0)
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
  if (name_file(file_, name->path()) != 0) return system_error("cannot be written", errno, target_);
  name_ = std::move(name);
  return {};
}

Result<void> AtomicFile::take_permissions_of(const File& original) {
  struct stat status {};
  if (examine(number_of(original.descriptor()), status) != 0)
    return system_error("cannot be examined", errno, original.path());
  keep_owner_and_permissions(number_of(file_), status);
  return {};
}

}  // namespace polyglot::os
