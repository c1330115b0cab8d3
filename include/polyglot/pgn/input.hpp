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

/// Bytes of a file from `begin` to before `end`.
struct FilePiece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Text of a packed file, whose parts are members, streams or frames.
struct PackedPiece {
  std::uint64_t begin = 0;  ///< offset in the file of the part in which it begins
  std::uint64_t skip = 0;   ///< bytes of text from there that do not belong to it
  std::uint64_t last = 0;   ///< offset of the part in which it ends; the size of the file if it ends there
  std::uint64_t rest = 0;   ///< bytes of text from there that belong to it
};

/// The text of a file that may be compressed: plain, gzip, bzip2 or zstd, recognised by its first bytes.
/// Consecutive members, streams and frames are read as one text. All bytes before damage are returned. Only
/// one thread at a time may use it.
class Input {
 public:
  /// Opens a file, or standard input for "-". Error: no such file, a folder, an archive of another kind, or
  /// text in UTF-16.
  /// This call and read() wait for the bytes of a pipe and for the writer of a FIFO. Setting `stop`, which
  /// must outlive the Input, ends the wait with an error within a tenth of a second.
  [[nodiscard]] static Result<Input> open(const std::string& path, const std::atomic<bool>* stop = nullptr);
  /// The same, but `threads` threads unpack parts of a regular file side by side: members, streams and
  /// frames. Each takes about a megabyte of the file at a time, with the text in it.
  [[nodiscard]] static Result<Input> open(const std::string& path, const std::atomic<bool>& stop,
                                          unsigned threads);
  /// Opens a piece of a file of plain text, which is not unpacked. Error: as that of os::File::open().
  [[nodiscard]] static Result<Input> open_piece(const std::string& path, FilePiece piece);
  /// Opens text of a packed file. read() fails if no part begins at `last`. Error: as that of open().
  [[nodiscard]] static Result<Input> open_piece(const std::string& path, const PackedPiece& piece);
  /// Reads bytes in memory as open() reads a file. Errors show `name`.
  [[nodiscard]] static Result<Input> from_bytes(std::string bytes, std::string name);
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// Fills `buffer` from its start and returns the number of bytes. It is smaller than the buffer only at the
  /// end, where the next call returns 0, and before damage, where the next call returns the error. Error: the
  /// file is damaged, truncated or unreadable here, or bytes other than zeros follow the compressed data.
  [[nodiscard]] Result<std::size_t> read(std::span<char> buffer);

  /// Bytes of the (compressed) file read so far. With size() they show the progress.
  [[nodiscard]] std::uint64_t consumed() const noexcept;
  /// Nothing for pipes.
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept;
  [[nodiscard]] const std::string& name() const noexcept;

 private:
  struct State;
  explicit Input(std::unique_ptr<State> state) noexcept;
  [[nodiscard]] static Result<Input> recognise(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace polyglot::pgn
