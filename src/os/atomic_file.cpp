// SPDX-License-Identifier: MIT
// std::filesystem renames a file, but knows neither files without a name, nor owners, nor flushes. On Windows
// its rename() fails while another program has the old file open. Boost has no such file.
#include <cstring>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <polyglot/ascii.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "os/calls.hpp"
#if defined(_WIN32)
#include <windows.h>
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

/// Returns the error for an output that cannot be created for this reason.
Error no_output(std::string_view what_failed, const std::error_code& reason, const std::string& path) {
  if (reason == std::errc::read_only_file_system)
    return Error{"is on a read-only file system: write to another folder", path};
  return system_error(what_failed, reason, path);
}

#if defined(_WIN32)

/// The path of the file to replace: the target of a link, not the link.
Result<std::string> resolve(const std::string& path) {
  std::error_code error;
  const std::string target = fs::absolute(path, error).string();
  if (error) return system_error("cannot be written", error, path);
  // Windows gives devices such as AUX and COM1 a name in every folder, with every extension: aux.bin. In a
  // path that it has made absolute, such a name begins with "\\.\". Only NUL is one that somebody may want to
  // write to.
  if (lower_case(target) == R"(\\.\nul)") return {boost::system::in_place_value, target};
  if (target.starts_with(R"(\\.\)"))
    return Error{"is a name that Windows reserves for a device: choose another name", path};
  // A text after a colon would name a stream of the file.
  if (fs::path(target).filename().string().find_first_of("<>:\"|?*") != std::string::npos)
    return Error{"cannot be written: the name of a file must not have one of < > : \" | ? *", path};
  const DWORD attributes = ::GetFileAttributesW(native_path(target).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
    return {boost::system::in_place_value, target};
  const Descriptor file = open_file(target, Opening::examine);
  constexpr DWORD kLongest = 32768;
  std::wstring name(kLongest, L'\0');
  if (file) name.resize(::GetFinalPathNameByHandleW(file.native(), name.data(), kLongest, 0));
  if (!file || name.empty()) return system_error("cannot be written over this link", last_error(), path);
  return {boost::system::in_place_value, plain_path(name)};
}

Result<void> check_writable(const std::string& target, const std::string& path) {
  if (is_made_to_fail(Call::examine)) return no_output("cannot be written", last_error(), path);
  const DWORD attributes = ::GetFileAttributesW(native_path(target).c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0)
    return Error{"is write-protected: allow writing (attrib -r), or write to another file", path};
  return {};
}

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
  const std::wstring name = native_path(to);
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
bool replace_open_file(const std::string& from, const std::string& to) {
  const ReplacementTurn turn;
  const std::wstring aside = native_path(unique_path(folder_of(to)));
  constexpr DWORD kFlags = REPLACEFILE_IGNORE_MERGE_ERRORS | REPLACEFILE_IGNORE_ACL_ERRORS;
  if (::ReplaceFileW(native_path(to).c_str(), native_path(from).c_str(), aside.c_str(), kFlags, nullptr,
                     nullptr) == 0) {
    const DWORD reason = ::GetLastError();
    // The old file may have its other name already.
    (void)::MoveFileExW(aside.c_str(), native_path(to).c_str(), 0);
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
  constexpr DWORD kFlags = MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH;
  return ::MoveFileExW(native_path(from).c_str(), native_path(to).c_str(), kFlags) != 0 ||
         replace_open_file(from, to);
}

#else

/// The name under /proc by which linkat() can give a nameless file a real name.
std::string name_in_proc(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(file.native());
}

/// Whether a symbolic link may be followed. In a folder like /tmp, where everybody may create links but
/// remove only their own, another user may have placed one to mislead us. Source: proc_sys_fs(5),
/// protected_symlinks, the rule that Linux applies to links that it follows itself.
bool may_follow(const fs::path& link, uid_t owner) {
  struct stat folder {};
  const fs::path parent = link.parent_path();
  if (::stat(parent.empty() ? "." : parent.c_str(), &folder) != 0) return false;
  constexpr mode_t kForAll = S_ISVTX | S_IWOTH;
  return (folder.st_mode & kForAll) != kForAll || owner == ::geteuid() || owner == folder.st_uid;
}

/// The path of the file to replace: the target of a link, not the link. Only the last part of the path is
/// examined, because its target may not exist yet; the system follows the links before it.
Result<std::string> resolve(const std::string& path) {
  constexpr int kMostLinks = 40;  // the limit that the system has, too
  std::error_code error;
  fs::path target = fs::absolute(path, error);
  for (int links = 0; !error; ++links) {
    struct stat status {};
    // Errors of its folder are reported when the file is made.
    if (::lstat(target.c_str(), &status) != 0 || !S_ISLNK(status.st_mode))
      return {boost::system::in_place_value, target.string()};
    if (!may_follow(target, status.st_uid))
      return Error{
          "cannot be written: it leads over a link of another user in a folder where all may make links, "
          "write to another file",
          path};
    if (links == kMostLinks)
      return system_error("cannot be written", std::make_error_code(std::errc::too_many_symbolic_link_levels),
                          path);
    target = target.parent_path() / fs::read_symlink(target, error);
  }
  return system_error("cannot be written", error, path);
}

/// Write permission for the folder is not enough to replace a write-protected file in it.
Result<void> check_writable(const std::string& target, const std::string& path) {
  const auto access = [&] { return ::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) == 0; };
  if (make_call(Call::examine, access) || last_error() == std::errc::no_such_file_or_directory) return {};
  if (last_error() != std::errc::permission_denied) return no_output("cannot be written", last_error(), path);
  return Error{"is write-protected: allow writing (chmod u+w), or write to another file", path};
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
  if (::fstat(original.native(), &old) != 0 || !S_ISREG(old.st_mode)) return;
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

AtomicFile::AtomicFile(Descriptor file, std::unique_ptr<TemporaryName> name, std::string target) noexcept
    : file_(std::move(file)), name_(std::move(name)), target_(std::move(target)) {}
AtomicFile::AtomicFile(AtomicFile&& other) noexcept = default;

Result<AtomicFile> AtomicFile::create(const std::string& path) {
  if (path == "-") {
    const std::string name = "standard output";
    if (is_terminal(StandardStream::output))
      return Error{"is a terminal, which shows no bytes: give the name of a file, or a pipe", name};
    if (auto printed = write_output(""); !printed) return printed.error();
    return to_stream(duplicate_of(StandardStream::output), name);
  }
  if (auto checked = check_kind_of_output(path); !checked) return checked.error();
  const auto target = resolve(path);
  if (!target) return target.error();
  if (kind_of(path) == PathKind::device) return to_stream(open_file(path, Opening::write), path);
  if (auto writable = check_writable(*target, path); !writable) return writable.error();
  return to_file(*target, path);
}

Result<AtomicFile> AtomicFile::to_file(const std::string& target, const std::string& path) {
  const std::string folder = folder_of(target);
  std::unique_ptr<TemporaryName> name;
  Descriptor file;
#if !defined(_WIN32)
  file = open_file(folder, Opening::nameless);
  // Without /proc, a file without a name cannot get one.
  if (file && ::access(name_in_proc(file).c_str(), F_OK) != 0) file.reset();
#endif
  if (!file) {
    name = std::make_unique<TemporaryName>(folder);
    file = open_file(name->path(), Opening::create);
  }
  const std::error_code failure = last_error();
  if (!file && failure == std::errc::no_such_file_or_directory)
    return Error{"cannot be written: there is no folder " + folder + ", make it first", path};
  if (!file) return no_output("cannot write to its folder", failure, path);
#if defined(_WIN32)
  (void)set_removal(file, true);
#else
  take_owner_and_permissions(file, open_file(target, Opening::examine));
#endif
  return AtomicFile(std::move(file), std::move(name), target);
}

Result<AtomicFile> AtomicFile::to_stream(Descriptor stream, const std::string& name) {
  if (!stream) return system_error("cannot be written", last_error(), name);
  AtomicFile file(std::move(stream), nullptr, name);
  file.is_stream_ = true;
  return file;
}

AtomicFile::~AtomicFile() {
  file_.reset();
  std::error_code ignored;
  if (name_) fs::remove(name_->path(), ignored);
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

Result<void> AtomicFile::commit() {
  if (auto done = flush(); !done || is_stream_) return done;
  if (auto named = take_name(); !named) return named;
  const auto rename = [&] { return rename_over(file_, name_->path(), target_); };
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
  name_.reset();
  return {};
}

/// Only what has a name can be renamed. On Windows the file has one, and stays from now on when it is closed.
Result<void> AtomicFile::take_name() {
#if defined(_WIN32)
  const bool is_named = make_call(Call::link, [&] { return set_removal(file_, false); });
#else
  if (name_) return {};
  auto name = std::make_unique<TemporaryName>(folder_of(target_));
  const bool is_named = make_call(Call::link, [&] {
    return ::linkat(AT_FDCWD, name_in_proc(file_).c_str(), AT_FDCWD, name->path().c_str(),
                    AT_SYMLINK_FOLLOW) == 0;
  });
  if (is_named) name_ = std::move(name);
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
