// SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/faults.hpp>

namespace polyglot::os {

/// Marks an error as a value of <cerrno>, see last_error(). Windows leaves this bit to applications.
inline constexpr int kOfPosix = 1 << 29;

/// Whether a test makes the call fail (FaultInjection); GetLastError() says how.
[[nodiscard]] inline bool is_made_to_fail(Call call) {
  const int error = fault_of(call).error;
  if (error != 0) ::SetLastError(static_cast<DWORD>(error | kOfPosix));
  return error != 0;
}

/// Makes a call that returns false on failure.
template <class Make>
[[nodiscard]] bool make_call(Call call, Make make) {
  return !is_made_to_fail(call) && make();
}

/// While one exists, no other program of the session has one. Some file systems cannot replace an open file
/// in one step, so its name is missing for a moment. A program that replaces a file holds one. A program
/// that does not find a file holds one while it looks again.
class ReplacementTurn {
 public:
  ReplacementTurn() noexcept {
    constexpr DWORD kPatienceMilliseconds = 1000;  // two renames take less
    if (turn_) ::WaitForSingleObject(handle_of(turn_), kPatienceMilliseconds);
  }
  ~ReplacementTurn() {
    if (turn_) ::ReleaseMutex(handle_of(turn_));
  }
  ReplacementTurn(const ReplacementTurn&) = delete;
  ReplacementTurn& operator=(const ReplacementTurn&) = delete;

 private:
  Descriptor turn_ = own(::CreateMutexW(nullptr, FALSE, L"Local\\PolyglotReplacesAFile"));
};

/// CreateFileW(). Folders can be opened, too, so that they can be recognised.
[[nodiscard]] inline Descriptor open_file(const std::string& path, DWORD access, DWORD how = OPEN_EXISTING,
                                          DWORD flags = 0, Call call = Call::open) {
  if (is_made_to_fail(call)) return {};
  const std::wstring name = native_path(path);
  const auto open = [&] {
    return own(::CreateFileW(name.c_str(), access, kShareAll, nullptr, how,
                             flags | FILE_ATTRIBUTE_NORMAL | FILE_FLAG_BACKUP_SEMANTICS, nullptr));
  };
  Descriptor file = open();
  if (file || how != OPEN_EXISTING || ::GetLastError() != ERROR_FILE_NOT_FOUND) return file;
  DWORD error = ERROR_SUCCESS;
  {
    const ReplacementTurn turn;
    file = open();
    error = ::GetLastError();
  }
  ::SetLastError(error);
  return file;
}

/// GetFileInformationByHandle().
[[nodiscard]] inline bool examine(const Descriptor& file, BY_HANDLE_FILE_INFORMATION& information) {
  return make_call(Call::examine,
                   [&] { return ::GetFileInformationByHandle(handle_of(file), &information) != 0; });
}

[[nodiscard]] inline std::uint64_t join(DWORD high, DWORD low) noexcept {
  constexpr unsigned kBits = 32;
  return std::uint64_t{high} << kBits | low;
}

/// An offset in a file for ReadFile(), WriteFile() and LockFileEx().
[[nodiscard]] inline OVERLAPPED at_offset(std::uint64_t offset) noexcept {
  constexpr unsigned kBits = 32;
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> kBits);
  return place;
}

/// The offset with which a write appends.
inline constexpr std::uint64_t kEndOfFile = ~std::uint64_t{0};

namespace detail {

/// Makes a call that moves up to `size` bytes. Returns nothing if it fails.
template <class Make>
[[nodiscard]] std::optional<std::size_t> transfer(Call call, std::size_t size, Make make) {
  constexpr std::size_t kMost = 1U << 30U;  // the system's sizes have 32 bits
  const Fault fault = fault_of(call);
  if (fault.error != 0) {
    ::SetLastError(static_cast<DWORD>(fault.error | kOfPosix));
    return std::nullopt;
  }
  DWORD moved = 0;
  if (!make(static_cast<DWORD>(std::min({size, fault.most, kMost})), &moved)) return std::nullopt;
  return moved;
}

}  // namespace detail

/// ReadFile(), at the file's position or at `place`. Returns 0 at the end, and nothing if it fails.
[[nodiscard]] inline std::optional<std::size_t> read_bytes(const Descriptor& file, std::span<std::byte> room,
                                                           OVERLAPPED* place = nullptr) {
  return detail::transfer(Call::read, room.size(), [&](DWORD size, DWORD* moved) {
    const HANDLE handle = handle_of(file);
    while (::ReadFile(handle, room.data(), size, moved, place) != 0)
      if (*moved > 0 || size == 0 || !is_pipe(handle)) return true;  // else somebody wrote 0 bytes
    const DWORD error = ::GetLastError();
    return error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE;
  });
}

/// WriteFile(), at the file's position or at `place`. Returns nothing if it fails.
[[nodiscard]] inline std::optional<std::size_t> write_bytes(const Descriptor& file,
                                                            std::span<const std::byte> bytes,
                                                            OVERLAPPED* place = nullptr) {
  return detail::transfer(Call::write, bytes.size(), [&](DWORD size, DWORD* moved) {
    return ::WriteFile(handle_of(file), bytes.data(), size, moved, place) != 0;
  });
}

}  // namespace polyglot::os
