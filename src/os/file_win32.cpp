// SPDX-License-Identifier: MIT
#include <windows.h>
#include <utility>

#include <polyglot/os/error.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/input.hpp>

#include "os/calls_win32.hpp"
#include "os/temporary_name.hpp"

namespace polyglot::os {
namespace {

/// Locks of Windows forbid others to read. Therefore the locked byte is one that no file has.
constexpr std::uint64_t kLockedByte = std::uint64_t{1} << 62U;

FileStamp to_stamp(const BY_HANDLE_FILE_INFORMATION& information) {
  constexpr std::int64_t kNanoseconds = 100;                      // of a tick
  constexpr std::int64_t kTicksTo1970 = 116'444'736'000'000'000;  // from 1601
  const auto ticks = static_cast<std::int64_t>(
      join(information.ftLastWriteTime.dwHighDateTime, information.ftLastWriteTime.dwLowDateTime));
  return {.device = information.dwVolumeSerialNumber,
          .inode = join(information.nFileIndexHigh, information.nFileIndexLow),
          .size = join(information.nFileSizeHigh, information.nFileSizeLow),
          .modified = (ticks - kTicksTo1970) * kNanoseconds};
}

/// Opens a file, or duplicates standard input. A duplicate is enough, because all reads of a File name their
/// offset.
Descriptor open_or_duplicate(const std::string& path, DWORD access, Call call = Call::open) {
  return path == kStandardInputFile ? duplicate_of(::GetStdHandle(STD_INPUT_HANDLE))
                                    : open_file(path, access, OPEN_EXISTING, 0, call);
}

/// Removes the last `size` bytes of a file, unless others have appended more after `end`.
void take_back(const std::string& path, std::uint64_t end, std::uint64_t size) {
  const Descriptor file = open_file(path, FILE_WRITE_DATA);
  BY_HANDLE_FILE_INFORMATION now{};
  if (!file || !examine(file, now) || join(now.nFileSizeHigh, now.nFileSizeLow) != end) return;
  LARGE_INTEGER shorter{};
  shorter.QuadPart = static_cast<LONGLONG>(end - size);
  if (::SetFilePointerEx(handle_of(file), shorter, nullptr, FILE_BEGIN) != 0)
    (void)::SetEndOfFile(handle_of(file));
}

std::uint64_t position_of(const Descriptor& file) {
  LARGE_INTEGER position{};
  (void)::SetFilePointerEx(handle_of(file), {}, &position, FILE_CURRENT);
  return static_cast<std::uint64_t>(position.QuadPart);
}

}  // namespace

PathKind kind_of(const std::string& path) {
  const Descriptor found = open_or_duplicate(path, FILE_READ_ATTRIBUTES, Call::examine);
  if (!found) return PathKind::missing;
  const DWORD type = ::GetFileType(handle_of(found));
  if (type == FILE_TYPE_CHAR) return PathKind::device;
  BY_HANDLE_FILE_INFORMATION information{};
  if (type != FILE_TYPE_DISK || ::GetFileInformationByHandle(handle_of(found), &information) == 0)
    return PathKind::other;
  return (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? PathKind::folder : PathKind::file;
}

Result<FileStamp> stamp_of(const std::string& path) {
  const Descriptor file = open_or_duplicate(path, FILE_READ_ATTRIBUTES, Call::examine);
  BY_HANDLE_FILE_INFORMATION information{};
  if (!file || ::GetFileInformationByHandle(handle_of(file), &information) == 0)
    return system_error("cannot be examined", last_error(), path);
  return to_stamp(information);
}

Result<File> File::open(const std::string& path, Access access) {
  const bool updates = access == Access::update;
  Descriptor file = open_or_duplicate(path, updates ? GENERIC_READ | GENERIC_WRITE : GENERIC_READ);
  if (!file)
    return system_error(updates ? "cannot be opened to change it, check its permissions"
                                : "cannot be opened, check its path and permissions",
                        last_error(), path);
  const bool is_file = ::GetFileType(handle_of(file)) == FILE_TYPE_DISK;
  BY_HANDLE_FILE_INFORMATION information{};
  if (is_file && !examine(file, information)) return system_error("cannot be examined", last_error(), path);
  if ((information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
    return Error{"is a folder: give the path of a file in it", path};
  if (!is_file) return Error{"is not a regular file: give the path of one", path};
  return File(path, std::move(file));
}

Result<FileStamp> File::stamp() const {
  BY_HANDLE_FILE_INFORMATION information{};
  if (!examine(descriptor_, information)) return system_error("cannot be examined", last_error(), path_);
  return to_stamp(information);
}

Result<std::size_t> File::read_at(std::uint64_t offset, std::span<std::byte> out) const {
  std::size_t filled = 0;
  while (filled < out.size()) {
    OVERLAPPED place = at_offset(offset + filled);
    const auto got = read_bytes(descriptor_, out.subspan(filled), &place);
    if (!got) return system_error("cannot be read", last_error(), path_);
    if (*got == 0) break;
    filled += *got;
  }
  return filled;
}

Result<void> File::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    OVERLAPPED place = at_offset(offset);
    const auto written = write_bytes(descriptor_, bytes, &place);
    if (!written) return system_error("cannot be written", last_error(), path_);
    offset += *written;
    bytes = bytes.subspan(*written);
  }
  return {};
}

Result<bool> create_if_missing(const std::string& path) {
  if (open_file(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, 0, Call::examine)) return false;
  return write_new_file(path, "");
}

/// The folder decides who may read a file. Other users cannot open the folders of a user.
Result<bool> write_new_file(const std::string& path, std::string_view bytes, Readers /*readers*/) {
  const Descriptor file = open_file(path, GENERIC_WRITE, CREATE_NEW, FILE_FLAG_OPEN_REPARSE_POINT);
  if (!file && last_error() == std::errc::file_exists) return false;
  if (!file) return system_error("cannot be made, check its folder and permissions", last_error(), path);
  auto rest = std::as_bytes(std::span(bytes));
  while (!rest.empty()) {
    const auto written = write_bytes(file, rest);
    if (!written) {
      const std::error_code reason = last_error();
      ::DeleteFileW(native_path(path).c_str());
      return system_error("cannot be written", reason, path);
    }
    rest = rest.subspan(*written);
  }
  return true;
}

Result<std::string> make_private_folder(const std::string& parent) {
  std::string folder = TemporaryName(parent).path();
  if (::CreateDirectoryW(native_path(folder).c_str(), nullptr) == 0)
    return system_error("no folder can be made here", last_error(), parent);
  return {boost::system::in_place_value, std::move(folder)};
}

/// The file has a name, and the system removes it when it is closed.
Result<File> File::open_temporary(const std::string& folder) {
  Descriptor file = open_file(TemporaryName(folder).path(), GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW,
                              FILE_FLAG_DELETE_ON_CLOSE | FILE_ATTRIBUTE_TEMPORARY);
  if (!file) return system_error("no temporary file can be made here", last_error(), folder);
  return File(folder, std::move(file));
}

Result<void> append_to_file(const std::string& path, std::string_view bytes) {
  const Descriptor file = open_file(path, FILE_APPEND_DATA | SYNCHRONIZE, OPEN_ALWAYS);
  if (!file) return system_error("cannot be opened to add to it", last_error(), path);
  OVERLAPPED end = at_offset(kEndOfFile);
  const auto written = write_bytes(file, std::as_bytes(std::span(bytes)), &end);
  if (!written) return system_error("cannot be written", last_error(), path);
  if (*written != bytes.size()) {
    take_back(path, position_of(file), *written);
    return Error{"has no room for a whole line", path};
  }
  return {};
}

Result<std::optional<File>> try_open_locked(const std::string& path) {
  for (;;) {
    auto file = File::open(path, File::Access::update);
    if (!file) return file.error();
    OVERLAPPED place = at_offset(kLockedByte);
    const auto lock = [&] {
      constexpr DWORD kAtOnce = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
      return ::LockFileEx(handle_of(file->descriptor()), kAtOnce, 0, 1, 0, &place) != 0;
    };
    if (!make_call(Call::lock, lock)) {
      const std::error_code reason = last_error();
      const bool is_taken = reason == std::error_code(ERROR_LOCK_VIOLATION, std::system_category()) ||
                            reason == std::errc::operation_would_block;
      if (is_taken) return std::optional<File>();
      return system_error("cannot be locked", reason, path);
    }
    const auto locked = file->stamp();
    if (!locked) return locked.error();
    const auto named = stamp_of(path);
    if (!named) return named.error();
    if (named->is_same_file(*locked)) return std::optional(std::move(*file));
  }
}

}  // namespace polyglot::os
