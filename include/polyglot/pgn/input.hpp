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

/// The text of a file that may be compressed: plain, gzip, bzip2 or zstd, told apart by their first bytes.
/// Members, streams and frames that follow each other are read as one text. Everything before damage is given
/// out, byte for byte. To be used by one thread at a time.
class Input {
 public:
  /// Opens a file, or standard input for "-". Error: no such file, a folder, an archive of another kind, or
  /// text in UTF-16.
  /// A pipe is waited for, and so is the writer of a FIFO, here and in read(). Setting `stop`, which has to
  /// outlive the Input, makes an error of that within a tenth of a second.
  [[nodiscard]] static Result<Input> open(const std::string& path, const std::atomic<bool>* stop = nullptr);
  /// The same for bytes in memory; `name` stands in errors.
  [[nodiscard]] static Result<Input> from_bytes(std::string bytes, std::string name);
  Input(Input&&) noexcept;
  Input& operator=(Input&&) noexcept;
  ~Input();

  /// Fills `buffer` from its start and returns how much it got: less than asked for only at the end, where
  /// the next call gets nothing, and before damage, where the next call gets the error.
  /// Error: the file is damaged, cut or unreadable here, or other bytes than zeros follow the packed data.
  [[nodiscard]] Result<std::size_t> read(std::span<char> buffer);

  /// Bytes of the file itself taken so far: with size() a measure of progress.
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
