// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cstring>
#include <filesystem>
#include <utility>
#include <vector>

#include <polyglot/ascii.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "os/calls_win32.hpp"
#include "os/long_path.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& path) {
  return fs::path(path).parent_path().string();
}

/// Windows gives devices such as AUX and COM1 a name in every folder, with every extension: aux.bin. In a
/// path that it has made absolute, such a name begins with "\\.\".
Error reserved_name(const std::string& path) {
  return Error{"is a name that Windows reserves for a device: choose another name", path};
}

bool is_device_path(const std::string& absolute) {
  return absolute.starts_with(R"(\\.\)");
}

/// The path of the file to replace: the target of a link, not the link.
Result<std::string> resolve(const std::string& path) {
  std::error_code error;
  const std::string target = fs::absolute(path, error).string();
  if (error) return system_error("cannot be written", error, path);
  if (is_device_path(target)) return reserved_name(path);
  // A text after a colon would name a stream of the file.
  if (fs::path(target).filename().string().find_first_of("<>:\"|?*") != std::string::npos)
    return Error{"cannot be written: the name of a file must not have one of < > : \" | ? *", path};
  const DWORD attributes = ::GetFileAttributesW(native_path(target).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
    return {boost::system::in_place_value, target};
  const Descriptor file = open_file(target, FILE_READ_ATTRIBUTES);
  constexpr DWORD kLongest = 32768;
  std::wstring name(kLongest, L'\0');
  if (file) name.resize(::GetFinalPathNameByHandleW(handle_of(file), name.data(), kLongest, 0));
  if (!file || name.empty()) return system_error("cannot be written over this link", last_error(), path);
  return {boost::system::in_place_value, plain_path(name)};
}

/// Whether the system removes the file when it is closed.
bool set_removal(const Descriptor& file, bool is_removed) {
  FILE_DISPOSITION_INFO disposition{};
  disposition.DeleteFile = static_cast<BOOLEAN>(is_removed);
  return ::SetFileInformationByHandle(handle_of(file), FileDispositionInfo, &disposition,
                                      sizeof disposition) != 0;
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
  return ::SetFileInformationByHandle(handle_of(file), kRename, order, static_cast<DWORD>(room.size())) != 0;
}

/// Replaces a file that others have open. The old file gets another name until they close it.
bool replace_open_file(const std::string& from, const std::string& to) {
  const ReplacementTurn turn;
  const std::wstring aside = native_path(TemporaryName(folder_of(to)).path());
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

}  // namespace

Result<AtomicFile> AtomicFile::to_file(const std::string& path) {
  const auto target = resolve(path);
  if (!target) return target.error();
  if (is_made_to_fail(Call::examine)) {
    if (last_error() == std::errc::read_only_file_system)
      return Error{"is on a read-only file system: write to another folder", path};
    return system_error("cannot be written", last_error(), path);
  }
  const DWORD attributes = ::GetFileAttributesW(native_path(*target).c_str());
  if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0)
    return Error{"is write-protected: allow writing (attrib -r), or write to another file", path};
  const std::string folder = folder_of(*target);
  auto name = std::make_unique<TemporaryName>(folder);
  Descriptor file = open_file(name->path(), GENERIC_WRITE | DELETE, CREATE_NEW);
  if (!file && last_error() == std::errc::no_such_file_or_directory)
    return Error{"cannot be written: there is no folder " + folder + ", make it first", path};
  if (!file && last_error() == std::error_code(ERROR_WRITE_PROTECT, std::system_category()))
    return Error{"is on a read-only file system: write to another folder", path};
  if (!file) return system_error("cannot write to its folder", last_error(), path);
  (void)set_removal(file, true);
  return AtomicFile(std::move(file), std::move(name), *target);
}

/// Only NUL is a device that somebody may want to write to.
Result<AtomicFile> AtomicFile::to_device(const std::string& path) {
  std::error_code error;
  const std::string absolute = fs::absolute(path, error).string();
  if (is_device_path(absolute) && lower_case(absolute) != R"(\\.\nul)") return reserved_name(path);
  Descriptor device = open_file(path, GENERIC_WRITE);
  if (!device) return system_error("cannot be written", last_error(), path);
  AtomicFile file(std::move(device), nullptr, path);
  file.is_stream_ = true;
  return file;
}

Result<AtomicFile> AtomicFile::to_standard_output() {
  const std::string name = "standard output";
  if (is_terminal(StandardStream::output))
    return Error{"is a terminal, which shows no bytes: give the name of a file, or a pipe", name};
  if (auto printed = write_output(""); !printed) return printed.error();
  Descriptor copy = duplicate_of(::GetStdHandle(STD_OUTPUT_HANDLE));
  if (!copy) return system_error("cannot be written", last_error(), name);
  AtomicFile file(std::move(copy), nullptr, name);
  file.is_stream_ = true;
  return file;
}

/// A file system that does not remove a file when it is closed needs the second step.
AtomicFile::~AtomicFile() {
  file_.reset();
  if (name_) ::DeleteFileW(native_path(name_->path()).c_str());
}

Result<void> AtomicFile::write(std::span<const std::byte> bytes) {
  flushed_ = false;
  while (!bytes.empty()) {
    const auto written = write_bytes(file_, bytes);
    if (!written) {
      const std::error_code reason = last_error();
      if (reason == std::errc::broken_pipe) note_lost_reader();
      return system_error("cannot be written", reason, target_);
    }
    bytes = bytes.subspan(*written);
  }
  return {};
}

Result<void> AtomicFile::flush() {
  if (flushed_ || is_stream_) return {};
  if (!make_call(Call::flush, [&] { return ::FlushFileBuffers(handle_of(file_)) != 0; }))
    return system_error("cannot be flushed to the disk", last_error(), target_);
  flushed_ = true;
  return {};
}

Result<void> AtomicFile::commit() {
  if (auto done = flush(); !done || is_stream_) return done;
  if (auto named = take_name(); !named) return named;
  const auto rename = [&] { return rename_over(file_, name_->path(), target_); };
  // A virus scanner, an indexer or a backup may have the old file open for a moment and forbid to replace it.
  constexpr int kAttempts = 20;
  constexpr DWORD kPauseMilliseconds = 50;
  for (int attempt = 1; !make_call(Call::rename, rename); ++attempt) {
    const std::error_code reason = last_error();
    if (attempt == kAttempts || reason != std::errc::device_or_resource_busy)
      return system_error("cannot be replaced", reason, target_);
    ::Sleep(kPauseMilliseconds);
  }
  name_.reset();
  return {};
}

/// From now on the file stays when it is closed.
Result<void> AtomicFile::take_name() {
  if (!make_call(Call::link, [&] { return set_removal(file_, false); }))
    return system_error("cannot be written", last_error(), target_);
  return {};
}

/// On Windows the file gets the permissions of its folder.
Result<void> AtomicFile::take_permissions_of(const File& /*original*/) {
  return {};
}

}  // namespace polyglot::os
