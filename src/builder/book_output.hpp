#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <polyglot/book/header.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Writes the book. The threads that make its parts take turns.
class BookOutput {
 public:
  [[nodiscard]] static Result<BookOutput> create(const std::string& path,
                                                 const std::optional<book::BookHeader>& header);
  BookOutput(BookOutput&& other) noexcept
      : file_(std::move(other.file_)), buffer_(std::move(other.buffer_)) {}

  /// Waits until all parts before have been written. Error: one of them failed.
  [[nodiscard]] Result<void> await_turn(std::size_t part);
  /// Only for the thread that has the turn.
  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes);
  void end_turn();
  /// Ends all waiting. The first error counts.
  void fail(Error error);
  [[nodiscard]] std::optional<Error> error() const;

  [[nodiscard]] std::uint64_t entries() const noexcept { return entries_; }
  [[nodiscard]] Result<void> commit();

 private:
  explicit BookOutput(os::AtomicFile file) : file_(std::move(file)) {}
  [[nodiscard]] Result<void> flush();

  os::AtomicFile file_;
  std::vector<std::byte> buffer_;
  std::uint64_t entries_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable turn_changed_;
  std::size_t turn_ = 0;
  std::optional<Error> error_;
};

}  // namespace polyglot::builder
