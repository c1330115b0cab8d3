// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <polyglot/os/input.hpp>
#include <polyglot/result.hpp>

namespace polyglot::pgn {

/// The bytes of a file, without unpacking.
class RawFile {
 public:
  /// `stop` may be null; see Input::open().
  [[nodiscard]] static Result<RawFile> open(const std::string& path, const std::atomic<bool>* stop);
  RawFile(std::string bytes, std::string name);

  /// The next bytes: `count` of them or more, fewer only at the end and before error(). The view is valid
  /// until the next call of a function other than skip().
  [[nodiscard]] std::string_view peek(std::size_t count);
  /// Skips bytes that peek() has returned.
  void skip(std::size_t count) noexcept;
  /// Fills `buffer` from its start and returns the number of bytes. It is smaller than the buffer only at the
  /// end and before error().
  [[nodiscard]] std::size_t read(std::span<char> buffer);

  /// Why reading ended too early; nothing if it did not.
  [[nodiscard]] const std::optional<Error>& error() const noexcept { return error_; }
  [[nodiscard]] std::uint64_t consumed() const noexcept { return consumed_; }
  [[nodiscard]] std::optional<std::uint64_t> size() const noexcept { return size_; }
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  RawFile(os::Input input, const std::atomic<bool>* stop);
  [[nodiscard]] std::size_t read_file(std::span<char> buffer);

  std::optional<os::Input> input_;  ///< nothing if `buffer_` holds all bytes
  std::string name_;
  std::optional<std::uint64_t> size_;  ///< of regular files and of memory
  const std::atomic<bool>* stop_ = nullptr;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< the next bytes are from here to `end_`
  std::size_t end_ = 0;
  std::uint64_t consumed_ = 0;
  std::optional<Error> error_ = std::nullopt;
  bool at_end_ = false;  ///< only the bytes in `buffer_` remain
};

}  // namespace polyglot::pgn
