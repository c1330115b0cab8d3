// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// The text of a file that may be compressed: plain, gzip, bzip2 or zstd, recognised by its first bytes.
/// Consecutive members, streams and frames are one text. Bytes before damage are returned. Not thread-safe.
class Input {
 public:
  /// Opens a file, or standard input for "-". This call and read() wait for the bytes of a pipe and for the
  /// writer of a FIFO. Setting `stop`, which must outlive the Input, ends the wait with an error within a
  /// tenth of a second. Error: no such file, a folder, an archive of another kind, or text in UTF-16.
  [[nodiscard]] static Result<Input> open(const std::string& path, const std::atomic<bool>* stop = nullptr);
  /// Reads bytes in memory as open() reads a file. `name` stands for the file in errors.
  [[nodiscard]] static Result<Input> from_bytes(std::string bytes, std::string name);
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// Fills `buffer` from its start and returns the number of bytes. The buffer is not full only at the end
  /// and before damage. Then the next call returns 0, or the error. Error: damaged, truncated or unreadable
  /// here, or bytes other than zeros follow compressed data.
  [[nodiscard]] Result<std::size_t> read(std::span<char> buffer);

  /// Returns the number of bytes of the (compressed) file read so far. With size() it shows the progress.
  [[nodiscard]] std::uint64_t consumed() const noexcept;
  /// Returns the size of the file in bytes; nothing for pipes.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept;
  [[nodiscard]] const std::string& name() const noexcept;

 private:
  struct State;
  explicit Input(std::unique_ptr<State> state) noexcept;
  [[nodiscard]] static Result<Input> recognise(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::pgn
