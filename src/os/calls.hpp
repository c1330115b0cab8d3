// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/file.hpp>

/// The calls of the system by which this module handles files. A call that fails returns false or nothing,
/// and last_error() has the reason.
namespace polyglot::os {

/// Returns whether a test makes the call fail (FaultInjection).
[[nodiscard]] bool is_made_to_fail(Call call);

/// Makes a call that returns false on failure. Repeats it if a signal has interrupted it.
template <class Make>
[[nodiscard]] bool make_call(Call call, Make make) {
  if (is_made_to_fail(call)) return false;
  while (!make())
    if (last_error() != std::errc::interrupted) return false;
  return true;
}

enum class Opening : std::uint8_t {
  examine,   ///< only for describe(); of any kind
  read,      ///< does not wait for the writer of a pipe
  update,    ///< to read and to write
  write,     ///< a device
  create,    ///< a new file
  append,    ///< writes at the end, creates a missing file, does not wait for the reader of a pipe
  nameless,  ///< a new file without a name in the folder of this path
};

/// Opens a file. On Windows other programs may read, write, replace and remove it.
[[nodiscard]] Descriptor open_file(const std::string& path, Opening how,
                                   Readers readers = Readers::everybody);

/// Calls duplicate_of(), which tests can make fail (Call::open).
[[nodiscard]] Descriptor open_stream(StandardStream stream);

struct Description {
  PathKind kind = PathKind::other;
  FileStamp stamp;
};

[[nodiscard]] std::optional<Description> describe(const Descriptor& file);
/// Calls describe(), which tests can make fail (Call::examine).
[[nodiscard]] std::optional<Description> examine(const Descriptor& file);

/// Reads at the file's position, or at `offset`. Returns 0 at the end.
[[nodiscard]] std::optional<std::size_t> read_some(const Descriptor& file, std::span<std::byte> room,
                                                   std::optional<std::uint64_t> offset = {});
/// Writes at the file's position, or at `offset`. Returns how many bytes the system has taken.
[[nodiscard]] std::optional<std::size_t> write_some(const Descriptor& file, std::span<const std::byte> bytes,
                                                    std::optional<std::uint64_t> offset = {});
[[nodiscard]] bool write_all(const Descriptor& file, std::span<const std::byte> bytes,
                             std::optional<std::uint64_t> offset = {});

/// Locks a file. If another program has the lock, the error is operation_would_block.
[[nodiscard]] bool lock(const Descriptor& file);

/// Returns a name in `folder` that no other file has. It is short, so that it is allowed wherever other names
/// are. It is unique among processes, machines that share the folder, and files that killed runs have left.
[[nodiscard]] std::string unique_path(const std::string& folder);

#if defined(_WIN32)

/// While one exists, no other program of the session has one. Some file systems cannot replace an open file
/// in one step, so its name is missing for a moment. A program that replaces a file holds one. A program
/// that does not find a file holds one while it looks again.
class ReplacementTurn {
 public:
  ReplacementTurn() noexcept;
  ~ReplacementTurn();
  ReplacementTurn(const ReplacementTurn&) = delete;
  ReplacementTurn& operator=(const ReplacementTurn&) = delete;

 private:
  Descriptor turn_;
};

#endif

}  // namespace polyglot::os
