// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>

#include <polyglot/os/descriptor.hpp>

/// Descriptors that own handles of Windows. Only files for one operating system include this header.
namespace polyglot::os {

/// An object that a Descriptor may own instead of a handle of the system. The descriptor destroys it.
class OpenObject {
 public:
  virtual ~OpenObject() = default;
};

/// Returns a Descriptor that owns a HANDLE. For a null handle and INVALID_HANDLE_VALUE it owns nothing, and
/// GetLastError() has the reason.
[[nodiscard]] inline Descriptor own(void* handle) noexcept {
  return handle == nullptr ? Descriptor() : Descriptor(Handle{reinterpret_cast<std::intptr_t>(handle)});
}

/// Returns the HANDLE; INVALID_HANDLE_VALUE if the descriptor owns nothing.
[[nodiscard]] inline void* handle_of(const Descriptor& descriptor) noexcept {
  return reinterpret_cast<void*>(static_cast<std::intptr_t>(descriptor.handle()));
}

/// Returns another handle for the same open file, pipe or device, not for children. Owns nothing after a
/// failure.
[[nodiscard]] Descriptor duplicate_of(void* handle) noexcept;

/// Returns true if a handle is one of a pipe, false for a socket.
[[nodiscard]] bool is_pipe(void* handle) noexcept;

/// The sharing mode of all our files: FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE. Everybody may
/// read, write, replace and remove them while they are open.
inline constexpr unsigned long kShareAll = 7;

/// Windows leaves the two low bits of its handles clear, so one of them marks the address of an object.
inline constexpr std::intptr_t kObjectMark = 1;

[[nodiscard]] inline Descriptor own(std::unique_ptr<OpenObject> object) noexcept {
  return Descriptor(Handle{reinterpret_cast<std::intptr_t>(object.release()) | kObjectMark});
}

/// Returns the object; null if the descriptor owns a HANDLE or nothing.
[[nodiscard]] inline OpenObject* object_of(Handle handle) noexcept {
  const auto value = static_cast<std::intptr_t>(handle);
  const bool is_object = handle != Handle::none && (value & kObjectMark) != 0;
  return is_object ? reinterpret_cast<OpenObject*>(value & ~kObjectMark) : nullptr;
}

}  // namespace polyglot::os
