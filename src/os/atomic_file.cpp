// SPDX-License-Identifier: MIT
// std::filesystem renames a file, but knows neither files without a name, nor owners, nor flushes. On Windows
// its rename() fails while another program has the old file open. Boost has no such file.
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>
#include <vector>

#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

#include "os/calls.hpp"
#if defined(_WIN32)
#include <windows.h>

#include <boost/nowide/convert.hpp>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

#if defined(_WIN32)

/// Whether the system removes the file when it is closed, however the program ends.
bool set_removal(const Descriptor& file, bool is_removed) {
  FILE_DISPOSITION_INFO disposition{};
  disposition.DeleteFile = static_cast<BOOLEAN>(is_removed);
  return ::SetFileInformationByHandle(file.native(), FileDispositionInfo, &disposition, sizeof disposition) !=
         0;
}

/// Renames an open file as rename(2) does: programs that have the old file open keep it. NTFS can do that
/// since Windows 10. Returns false if the file system cannot.
bool rename_as_posix_does(const Descriptor& file, const std::string& to) {
  const std::wstring name = boost::nowide::widen(to);
  const std::size_t bytes = name.size() * sizeof(wchar_t);
  std::vector<std::byte> room(sizeof(FILE_RENAME_INFO) + bytes);
  auto* const order = reinterpret_cast<FILE_RENAME_INFO*>(room.data());
  // Not every SDK has these names.
  constexpr auto kRename = static_cast<FILE_INFO_BY_HANDLE_CLASS>(22);  // FileRenameInfoEx
  constexpr DWORD kReplace = 1;                                         // FILE_RENAME_REPLACE_IF_EXISTS
  constexpr DWORD kLikePosix = 2;                                       // FILE_RENAME_POSIX_SEMANTICS
  const DWORD flags = kReplace | kLikePosix;
  std::memcpy(order, &flags, sizeof flags);
  order->FileNameLength = static_cast<DWORD>(bytes);
  std::memcpy(order->FileName, name.c_str(), bytes + sizeof(wchar_t));
  return ::SetFileInformationByHandle(file.native(), kRename, order, static_cast<DWORD>(room.size())) != 0;
}

/// Replaces a file that others have open. The old file gets another name until they close it.
bool replace_open_file(const std::wstring& from, const std::string& to) {
  const ReplacementTurn turn;
  const std::wstring name = boost::nowide::widen(to);
  const std::wstring aside = boost::nowide::widen(unique_path(folder_of(to)));
  constexpr DWORD kFlags = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
  if (::ReplaceFileW(name.c_str(), from.c_str(), aside.c_str(), kFlags, nullptr, nullptr) == 0) {
    const DWORD reason = ::GetLastError();
    // The old file may have its other name already.
    (void)::MoveFileExW(aside.c_str(), name.c_str(), 0);
    ::SetLastError(reason);
    return false;
  }
  // An old file that cannot be removed, because others have it mapped, remains under this name.
  (void)::DeleteFileW(aside.c_str());
  return true;
}

/// Closes the file `from` and gives it the name `to`.
bool rename_over(Descriptor& file, const std::string& from, const std::string& to) {
  const bool is_renamed = rename_as_posix_does(file, to);
  file.reset();
  if (is_renamed) return true;
  const std::wstring old_name = boost::nowide::widen(from);
  constexpr DWORD kFlags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return ::MoveFileExW(old_name.c_str(), boost::nowide::widen(to).c_str(), kFlags) != 0 ||
         replace_open_file(old_name, to);
}

#else

/// The name under /proc of an open file. linkat() can give a nameless file a real name by it.
std::string name_in_proc(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.native());
}

/// The new name is on the disk only after its folder is flushed. Not every file system can flush a folder;
/// the file is complete nevertheless, so a failure is ignored.
bool rename_over(Descriptor& /*file*/, const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return false;
  const Descriptor folder = own(::open(folder_of(to).c_str(), O_RDONLY | O_CLOEXEC));
  if (folder) (void)::fsync(folder.native());
  return true;
}

/// Only root can change the owner; others may still be able to keep the group. The owner is set first,
/// because changing it may clear permissions.
void take_owner_and_permissions(const Descriptor& file, const Descriptor& original) {
  constexpr auto kSameOwner = static_cast<uid_t>(-1);
  constexpr mode_t kPermissionBits = 07777;
  struct stat old {};
  if (::fstat(original.native(), &old) != 0) return;
  if (::fchown(file.native(), old.st_uid, old.st_gid) != 0)
    (void)!::fchown(file.native(), kSameOwner, old.st_gid);
  (void)::fchmod(file.native(), old.st_mode & kPermissionBits);
}

#endif

}  // namespace

/// A missing file, or one that cannot be examined, is reported by later steps.
Result<void> check_kind_of_output(const std::string& path) {
  const PathKind kind = kind_of(path);
  if (kind != PathKind::folder && kind != PathKind::other) return {};
  return Error{"cannot be written: it is neither a file nor a character device, give the path of a file",
               path};
}

AtomicFile::AtomicFile(Descriptor file, std::string temporary, std::string target) noexcept
    : file_(std::move(file)), temporary_(std::move(temporary)), target_(std::move(target)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : file_(std::move(other.file_)),
      temporary_(std::exchange(other.temporary_, {})),
      target_(std::move(other.target_)),
      is_stream_(other.is_stream_),
      flushed_(other.flushed_) {}

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  if (path == "-") {
    const std::string name = "standard output";
    if (is_terminal(StandardStream::output))
      return Error{"is a terminal, which shows no bytes: give the name of a file, or a pipe", name};
    if (auto printed = write_output(""); !printed) return printed.error();
    return to_stream(open_stream(StandardStream::output), name);
  }
  if (auto checked = check_kind_of_output(path); !checked) return checked.error();
  if (kind_of(path) == PathKind::device) return to_stream(open_file(path, Opening::write), path);
  return to_file(path);
}

/// The old file is opened because write permission for the folder is not enough to replace a write-protected
/// file, and because the system decides which links lead to it (proc_sys_fs(5), protected_symlinks).
Result<AtomicFile> AtomicFile::to_file(const std::string& path) {
  const Descriptor old = open_file(path, Opening::update);
  if (!old && last_error() != std::errc::no_such_file_or_directory)
    return system_error("cannot be written, check its permissions", last_error(), path);
  std::error_code failure;
  std::string target = fs::absolute(path, failure).string();
#if !defined(_WIN32)
  const bool has_proc = fs::exists("/proc/self/fd", failure);
  if (old && has_proc) target = fs::read_symlink(name_in_proc(old), failure).string();
  if (old && !has_proc) target = fs::canonical(path, failure).string();
  struct stat its {};
  if (old && target.ends_with(" (deleted)") && ::fstat(old.native(), &its) == 0 && its.st_nlink == 0)
    return to_file(path);  // another program has just replaced it
#endif
  if (failure) return system_error("cannot be written", failure, path);
  const std::string folder = folder_of(target);
  std::string temporary;
  Descriptor file;
#if !defined(_WIN32)
  if (has_proc) file = open_file(folder, Opening::nameless);
#endif
  if (!file) {
    temporary = unique_path(folder);
    file = open_file(temporary, Opening::create);
  }
  failure = last_error();
  if (!file && failure == std::errc::no_such_file_or_directory)
    return Error{"cannot be written: there is no folder " + folder + ", make it first", path};
  if (!file) return system_error("cannot write to its folder", failure, path);
#if defined(_WIN32)
  (void)set_removal(file, true);
#else
  if (old) take_owner_and_permissions(file, old);
#endif
  return AtomicFile(std::move(file), std::move(temporary), std::move(target));
}

Result<AtomicFile> AtomicFile::to_stream(Descriptor stream, const std::string& name) {
  if (!stream) return system_error("cannot be written", last_error(), name);
  AtomicFile file(std::move(stream), "", name);
  file.is_stream_ = true;
  return file;
}

AtomicFile::~AtomicFile() {
  file_.reset();
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove(temporary_, ignored);
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
  flushed_ = false;
  if (write_all(file_, bytes)) return {};
  const std::error_code reason = last_error();
  if (reason == std::errc::broken_pipe) note_lost_reader();
  return system_error("cannot be written", reason, target_);
}

Result<void> AtomicFile::flush() {
  if (flushed_ || is_stream_) return {};
  const auto flush = [&] {
#if defined(_WIN32)
    return ::FlushFileBuffers(file_.native()) != 0;
#else
    return ::fsync(file_.native()) == 0;
#endif
  };
  if (!make_call(Call::flush, flush))
    return system_error("cannot be flushed to the disk", last_error(), target_);
  flushed_ = true;
  return {};
}

Result<FileStamp> AtomicFile::stamp() const {
  const auto found = examine(file_);
  if (!found) return system_error("cannot be examined", last_error(), target_);
  return found->stamp;
}

Result<void> AtomicFile::commit() {
  if (auto done = flush(); !done || is_stream_) return done;
  if (auto named = take_name(); !named) return named;
  const auto rename = [&] { return rename_over(file_, temporary_, target_); };
  // On Windows a virus scanner, an indexer or a backup may have the old file open for a moment and forbid to
  // replace it.
  constexpr int kAttempts = 20;
  constexpr std::chrono::milliseconds kPause{50};
  for (int attempt = 1; !make_call(Call::rename, rename); ++attempt) {
    const std::error_code reason = last_error();
    if (attempt == kAttempts || reason != std::errc::device_or_resource_busy)
      return system_error("cannot be replaced", reason, target_);
    std::this_thread::sleep_for(kPause);
  }
  temporary_.clear();
  return {};
}

/// Only what has a name can be renamed. On Windows the file has one, and stays from now on when it is closed.
Result<void> AtomicFile::take_name() {
#if defined(_WIN32)
  const bool is_named = make_call(Call::link, [&] { return set_removal(file_, false); });
#else
  if (!temporary_.empty()) return {};
  const std::string name = unique_path(folder_of(target_));
  const bool is_named = make_call(Call::link, [&] {
    return ::linkat(AT_FDCWD, name_in_proc(file_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  });
  if (is_named) temporary_ = name;
#endif
  if (!is_named) return system_error("cannot be written", last_error(), target_);
  return {};
}

Result<void> copy_file(const std::string& from, const std::string& to) {
  const auto original = File::open(from);
  if (!original) return original.error();
  auto copy = AtomicFile::create(to);
  if (!copy) return copy.error();
#if !defined(_WIN32)
  take_owner_and_permissions(copy->file_, original->descriptor());
#endif
  constexpr std::size_t kBlock = 1U << 20U;
  const auto block = std::make_unique_for_overwrite<std::byte[]>(kBlock);
  for (std::uint64_t offset = 0;;) {
    const auto got = original->read_at(offset, {block.get(), kBlock});
    if (!got) return got.error();
    if (*got == 0) return copy->commit();
    if (auto written = copy->write({block.get(), *got}); !written) return written;
    offset += *got;
  }
}

}  // namespace polyglot::os
