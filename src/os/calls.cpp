// SPDX-License-Identifier: MIT
// What libraries lack: std::filesystem and Boost.Interprocess open no file that others may replace meanwhile,
// and do not identify one. Boost.Interprocess's file_lock is lost when the process closes any descriptor of
// the file, and on Windows forbids others to read. Boost.Asio's files need io_uring. Its sockets
// are inherited by children, and have no option SO_EXCLUSIVEADDRUSE.
#include "os/calls.hpp"
#include <algorithm>
#include <filesystem>
#include <random>

#include <boost/system/error_code.hpp>

#include <polyglot/os/streams.hpp>

#if defined(_WIN32)
#include <windows.h>
#include <winsock2.h>
#include <cwchar>

#include <boost/nowide/convert.hpp>
#include <boost/nowide/utf/utf.hpp>
#else
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace polyglot::os {

static_assert(sizeof(std::size_t) == 8, "files may be larger than 2 GB");

// ---- Faults and errors ------------------------------------------------------------------------------------

namespace {

std::atomic<const FaultInjection::Choose*> g_choose = nullptr;

#if defined(_WIN32)
/// Marks an error as a value of <cerrno>. Windows leaves this bit to applications.
constexpr int kOfPosix = 1 << 29;
#endif

void set_last_error(int errno_value) noexcept {
#if defined(_WIN32)
  ::SetLastError(static_cast<DWORD>(errno_value | kOfPosix));
#else
  errno = errno_value;
#endif
}

}  // namespace

FaultInjection::FaultInjection(Choose choose) : choose_(std::move(choose)) {
  g_choose = &choose_;
}

FaultInjection::~FaultInjection() {
  g_choose = nullptr;
}

Fault fault_of(Call call) {
  const FaultInjection::Choose* const choose = g_choose;
  return choose == nullptr ? Fault{} : (*choose)(call);
}

bool is_made_to_fail(Call call) {
  const int error = fault_of(call).error;
  if (error != 0) set_last_error(error);
  return error != 0;
}

std::error_code last_error() noexcept {
#if defined(_WIN32)
  const auto error = static_cast<int>(::GetLastError());
  if ((error & kOfPosix) == 0) return {error, std::system_category()};
  return {error & ~kOfPosix, std::generic_category()};
#else
  return {errno, std::generic_category()};
#endif
}

/// libstdc++ has no texts for errors of Windows, but Boost.System has them.
std::string system_text(const std::error_code& error) {
#if defined(_WIN32)
  if (error == std::error_code(ERROR_SHARING_VIOLATION, std::system_category()))
    return "another program has it open";
#endif
  const std::error_condition condition = error.default_error_condition();
  if (condition.category() == std::generic_category()) return condition.message();
  return boost::system::error_code(error.value(), boost::system::system_category()).message();
}

std::string system_text(int errno_value) {
  return system_text(std::error_code(errno_value, std::generic_category()));
}

Error system_error(std::string_view what_failed, const std::error_code& error, std::string where) {
  return {.what = std::string(what_failed) + ": " + system_text(error), .where = std::move(where)};
}

std::string what_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "unknown";
  }
}

// ---- Descriptors ------------------------------------------------------------------------------------------

void Descriptor::reset(NativeHandle handle) noexcept {
#if defined(_WIN32)
  if (*this) ::CloseHandle(handle_);
#else
  if (*this) ::close(handle_);
#endif
  handle_ = handle;
}

void keep_from_children(std::intptr_t handle) noexcept {
#if defined(_WIN32)
  (void)::SetHandleInformation(reinterpret_cast<HANDLE>(handle), HANDLE_FLAG_INHERIT, 0);
#else
  (void)::fcntl(static_cast<int>(handle), F_SETFD, FD_CLOEXEC);
#endif
}

/// On Windows SO_REUSEADDR would let other programs take an address that is in use, and an address is free
/// without it as soon as its socket is closed.
void prepare_to_listen(std::intptr_t socket) noexcept {
  const int yes = 1;
#if defined(_WIN32)
  (void)::setsockopt(static_cast<SOCKET>(socket), SOL_SOCKET, SO_EXCLUSIVEADDRUSE,
                     reinterpret_cast<const char*>(&yes), sizeof yes);
#else
  (void)::setsockopt(static_cast<int>(socket), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
#endif
  keep_from_children(socket);
}

NativeHandle handle_of(StandardStream stream) noexcept {
#if defined(_WIN32)
  constexpr DWORD kNumbers[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  return ::GetStdHandle(kNumbers[static_cast<std::size_t>(stream)]);
#else
  return static_cast<int>(stream);
#endif
}

Descriptor duplicate_of(NativeHandle handle) noexcept {
#if defined(_WIN32)
  HANDLE copy = nullptr;
  const HANDLE self = ::GetCurrentProcess();
  ::DuplicateHandle(self, handle, self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS);
  return own(copy);
#else
  return own(::fcntl(handle, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
#endif
}

Descriptor open_stream(StandardStream stream) {
  return is_made_to_fail(Call::open) ? Descriptor() : duplicate_of(handle_of(stream));
}

#if defined(_WIN32)

ReplacementTurn::ReplacementTurn() noexcept
    : turn_(own(::CreateMutexW(nullptr, FALSE, L"Local\\PolyglotReplacesAFile"))) {
  constexpr DWORD kPatienceMilliseconds = 1000;  // two renames take less
  if (turn_) ::WaitForSingleObject(turn_.native(), kPatienceMilliseconds);
}

ReplacementTurn::~ReplacementTurn() {
  if (turn_) ::ReleaseMutex(turn_.native());
}

#endif

// ---- Opening ----------------------------------------------------------------------------------------------

std::string unique_path(const std::string& folder) {
  std::random_device random;
  std::string name = ".polyglot-";
  for (int i = 0; i < 4; ++i) name += std::to_string(random());
  return (std::filesystem::path(folder) / name.append(".tmp")).string();
}

#if defined(_WIN32)

namespace {

/// Everybody may read, write, replace and remove our files while they are open.
constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;

struct Flags {
  DWORD access;
  DWORD how = OPEN_EXISTING;
  DWORD others = 0;
};

/// For each value of Opening.
constexpr Flags kFlags[] = {
    {FILE_READ_ATTRIBUTES},
    {GENERIC_READ},
    {GENERIC_READ | GENERIC_WRITE},
    {GENERIC_WRITE},
    {GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW, FILE_FLAG_OPEN_REPARSE_POINT},
    {FILE_APPEND_DATA | SYNCHRONIZE, OPEN_ALWAYS},
    {GENERIC_READ | GENERIC_WRITE | DELETE, CREATE_NEW, FILE_FLAG_DELETE_ON_CLOSE | FILE_ATTRIBUTE_TEMPORARY},
};

/// A file is opened again, with a position of its own.
Descriptor open_standard_input() {
  const HANDLE input = handle_of(StandardStream::input);
  Descriptor again = own(::ReOpenFile(input, GENERIC_READ, kShareAll, 0));
  return again ? std::move(again) : duplicate_of(input);
}

}  // namespace

/// Other users cannot open the folders of a user, so that these decide about `readers`.
Descriptor open_file(const std::string& path, Opening how, Readers /*readers*/) {
  if (how != Opening::examine && is_made_to_fail(how == Opening::nameless ? Call::open_nameless : Call::open))
    return {};
  if (path == kStandardInputFile) return open_standard_input();
  // Folders can be opened, too, so that they can be recognised.
  const DWORD folders = how == Opening::append ? 0 : FILE_FLAG_BACKUP_SEMANTICS;
  const Flags flags = kFlags[static_cast<std::size_t>(how)];
  const std::wstring name = boost::nowide::widen(how == Opening::nameless ? unique_path(path) : path);
  const auto open = [&] {
    return own(::CreateFileW(name.c_str(), flags.access, kShareAll, nullptr, flags.how,
                             flags.others | folders | FILE_ATTRIBUTE_NORMAL, nullptr));
  };
  Descriptor file = open();
  if (file || flags.how != OPEN_EXISTING || ::GetLastError() != ERROR_FILE_NOT_FOUND) return file;
  DWORD error = ERROR_SUCCESS;
  {
    const ReplacementTurn turn;
    file = open();
    error = ::GetLastError();
  }
  ::SetLastError(error);
  return file;
}

std::optional<Description> describe(const Descriptor& file) {
  const DWORD type = ::GetFileType(file.native());
  if (type == FILE_TYPE_CHAR) return Description{.kind = PathKind::device};
  if (type != FILE_TYPE_DISK) return Description{.kind = PathKind::other};
  BY_HANDLE_FILE_INFORMATION found{};
  if (::GetFileInformationByHandle(file.native(), &found) == 0) return std::nullopt;
  const auto join = [](DWORD high, DWORD low) { return std::uint64_t{high} << 32U | low; };
  constexpr std::int64_t kNanoseconds = 100;                      // of a tick
  constexpr std::int64_t kTicksTo1970 = 116'444'736'000'000'000;  // from 1601
  const auto ticks = join(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime);
  const bool is_folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return Description{.kind = is_folder ? PathKind::folder : PathKind::file,
                     .stamp = {.device = found.dwVolumeSerialNumber,
                               .inode = join(found.nFileIndexHigh, found.nFileIndexLow),
                               .size = join(found.nFileSizeHigh, found.nFileSizeLow),
                               .modified = (static_cast<std::int64_t>(ticks) - kTicksTo1970) * kNanoseconds}};
}

#else

/// O_NONBLOCK belongs to the new open file, which nobody shares.
Descriptor open_file(const std::string& path, Opening how, Readers readers) {
  constexpr int kFlags[] = {O_PATH,
                            O_RDONLY | O_NONBLOCK,
                            O_RDWR | O_NONBLOCK,
                            O_WRONLY,
                            O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
                            O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK,
                            O_RDWR | O_TMPFILE};
  const int flags = kFlags[static_cast<std::size_t>(how)] | O_CLOEXEC | O_NOCTTY;
  const mode_t mode = readers == Readers::owner ? 0600 : 0666;
  Descriptor file;
  const auto open = [&] {
    file = own(::open(path.c_str(), flags, mode));
    return static_cast<bool>(file);
  };
  if (how == Opening::examine) {
    (void)open();
  } else {
    (void)make_call(how == Opening::nameless ? Call::open_nameless : Call::open, open);
  }
  return file;
}

std::optional<Description> describe(const Descriptor& file) {
  struct stat status {};
  if (::fstat(file.native(), &status) != 0) return std::nullopt;
  const auto kind = [mode = status.st_mode] {
    if (S_ISREG(mode)) return PathKind::file;
    if (S_ISDIR(mode)) return PathKind::folder;
    return S_ISCHR(mode) ? PathKind::device : PathKind::other;
  };
  constexpr std::int64_t kSecond = 1'000'000'000;
  return Description{.kind = kind(),
                     .stamp = {.device = status.st_dev,
                               .inode = status.st_ino,
                               .size = static_cast<std::uint64_t>(status.st_size),
                               .modified = status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec}};
}

#endif

std::optional<Description> examine(const Descriptor& file) {
  return is_made_to_fail(Call::examine) ? std::nullopt : describe(file);
}

// ---- Reading, writing, locking ----------------------------------------------------------------------------

namespace {

#if defined(_WIN32)

/// A place in a file for ReadFile(), WriteFile() and LockFileEx().
OVERLAPPED at_offset(std::uint64_t offset) noexcept {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32U);
  return place;
}

std::ptrdiff_t read_once(HANDLE file, std::byte* room, std::size_t size, OVERLAPPED* place) {
  for (DWORD moved = 0;;) {
    ::SetLastError(ERROR_SUCCESS);
    const bool is_read = ::ReadFile(file, room, static_cast<DWORD>(size), &moved, place) != 0;
    if (moved > 0 || size == 0) return moved;
    const DWORD error = ::GetLastError();
    if (error == ERROR_OPERATION_ABORTED) {  // Ctrl-C in a console
      set_last_error(EAGAIN);
      return -1;
    }
    if (!is_read) return error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE ? 0 : -1;
    // A pipe has not ended: somebody wrote 0 bytes. GetFileType() reports a socket as a pipe, too.
    if (::GetNamedPipeInfo(file, nullptr, nullptr, nullptr, nullptr) == 0) return 0;
  }
}

std::ptrdiff_t write_once(HANDLE file, const std::byte* bytes, std::size_t size, OVERLAPPED* place) {
  DWORD moved = 0;
  return ::WriteFile(file, bytes, static_cast<DWORD>(size), &moved, place) != 0 ? std::ptrdiff_t{moved} : -1;
}

#endif

/// Makes a call that moves up to `size` bytes and returns their number, or -1 on failure.
template <class Make>
std::optional<std::size_t> transfer(Call call, std::size_t size, Make make) {
  constexpr std::size_t kMost = 1U << 30U;  // the sizes of Windows have 32 bits
  const Fault fault = fault_of(call);
  if (fault.error != 0) {
    set_last_error(fault.error);
    return std::nullopt;
  }
  std::ptrdiff_t moved = -1;
  do moved = make(std::min({size, fault.most, kMost}));
  while (moved < 0 && last_error() == std::errc::interrupted);
  return moved < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(moved));
}

}  // namespace

std::optional<std::size_t> read_some(const Descriptor& file, std::span<std::byte> room,
                                     std::optional<std::uint64_t> offset) {
  return transfer(Call::read, room.size(), [&](std::size_t size) -> std::ptrdiff_t {
#if defined(_WIN32)
    OVERLAPPED place = at_offset(offset.value_or(0));
    return read_once(file.native(), room.data(), size, offset ? &place : nullptr);
#else
    return offset ? ::pread(file.native(), room.data(), size, static_cast<off_t>(*offset))
                  : ::read(file.native(), room.data(), size);
#endif
  });
}

std::optional<std::size_t> write_some(const Descriptor& file, std::span<const std::byte> bytes,
                                      std::optional<std::uint64_t> offset) {
  return transfer(Call::write, bytes.size(), [&](std::size_t size) -> std::ptrdiff_t {
#if defined(_WIN32)
    OVERLAPPED place = at_offset(offset.value_or(0));
    return write_once(file.native(), bytes.data(), size, offset ? &place : nullptr);
#else
    return offset ? ::pwrite(file.native(), bytes.data(), size, static_cast<off_t>(*offset))
                  : ::write(file.native(), bytes.data(), size);
#endif
  });
}

bool write_all(const Descriptor& file, std::span<const std::byte> bytes,
               std::optional<std::uint64_t> offset) {
  while (!bytes.empty()) {
    const auto written = write_some(file, bytes, offset);
    if (!written) return false;
    bytes = bytes.subspan(*written);
    if (offset) *offset += *written;
  }
  return true;
}

/// Locks of Windows forbid others to read. Therefore the locked byte is one that no file has.
bool lock(const Descriptor& file) {
  return make_call(Call::lock, [&] {
#if defined(_WIN32)
    OVERLAPPED place = at_offset(std::uint64_t{1} << 62U);
    constexpr DWORD kAtOnce = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    if (::LockFileEx(file.native(), kAtOnce, 0, 1, 0, &place) != 0) return true;
    if (::GetLastError() == ERROR_LOCK_VIOLATION) set_last_error(EWOULDBLOCK);
    return false;
#else
    return ::flock(file.native(), LOCK_EX | LOCK_NB) == 0;
#endif
  });
}

}  // namespace polyglot::os

#if defined(__MINGW32__)

/// The linker replaces mbrtowc() by this function. libstdc++ of mingw-w64 converts the chars of a
/// std::filesystem::path with it. The system's function expects the user's code page, but all our texts are
/// UTF-8. Other libraries take the texts of paths for UTF-8 because the program's manifest says so. A
/// character beyond U+FFFF becomes two units: its first three bytes give the first, its last byte the second.
extern "C" std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size,
                                      std::mbstate_t* state) {
  namespace utf = boost::nowide::utf;
  constexpr auto kInvalid = static_cast<std::size_t>(-1);
  constexpr auto kIncomplete = static_cast<std::size_t>(-2);
  if (from == nullptr) return 0;
  const auto give = [to](unsigned unit, std::size_t bytes) {
    if (to != nullptr) *to = static_cast<wchar_t>(unit);
    return unit == 0 ? 0 : bytes;
  };
  if (size > 0 && state != nullptr && *state != 0)
    return give(static_cast<unsigned>(std::exchange(*state, 0)), 1);
  const char* at = from;
  const utf::code_point point = utf::utf_traits<char>::decode(at, from + size);
  if (point == utf::incomplete) return kIncomplete;
  if (point == utf::illegal) return kInvalid;
  if (point < 0x10000U) return give(point, static_cast<std::size_t>(at - from));
  const unsigned rest = point - 0x10000U;
  if (state != nullptr) *state = static_cast<std::mbstate_t>(0xDC00U | (rest & 0x3FFU));
  return give(0xD800U | rest >> 10U, 3);
}

#endif
