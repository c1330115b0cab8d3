// SPDX-License-Identifier: MIT
#include "pgn/raw_file.hpp"
#include <algorithm>
#include <utility>

namespace polyglot::pgn {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 17;

}  // namespace

Result<RawFile> RawFile::open(const std::string& path, const std::atomic<bool>* stop) {
  auto input = os::Input::open(path);
  if (!input) return input.error();
  return RawFile(std::move(*input), stop);
}

RawFile::RawFile(os::Input input, const std::atomic<bool>* stop)
    : input_(std::move(input)),
      name_(input_->name()),
      size_(input_->size()),
      stop_(stop),
      buffer_(kBuffer, '\0') {}

RawFile::RawFile(std::string bytes, std::string name)
    : name_(std::move(name)),
      size_(bytes.size()),
      buffer_(std::move(bytes)),
      end_(buffer_.size()),
      at_end_(true) {}

std::string_view RawFile::peek(std::size_t count) {
  if (end_ - begin_ < count && !at_end_) {
    std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
    end_ -= std::exchange(begin_, 0);
    while (end_ < count) {
      const std::size_t got = read_file(std::span(buffer_).subspan(end_));
      if (got == 0) break;
      end_ += got;
    }
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

void RawFile::skip(std::size_t count) noexcept {
  begin_ += count;
  consumed_ += count;
}

std::size_t RawFile::read(std::span<char> buffer) {
  std::size_t filled = std::min(buffer.size(), end_ - begin_);
  std::copy_n(buffer_.data() + begin_, filled, buffer.data());
  skip(filled);
  while (filled < buffer.size()) {
    const std::size_t got = read_file(buffer.subspan(filled));
    if (got == 0) break;
    filled += got;
    consumed_ += got;
  }
  return filled;
}

/// Reads at least one byte; none at the end or if the file cannot be read.
std::size_t RawFile::read_file(std::span<char> buffer) {
  if (at_end_) return 0;
  const auto got = input_->read(buffer, stop_);
  if (!got) error_ = got.error();
  at_end_ = !got || *got == 0;
  return at_end_ ? 0 : *got;
}

}  // namespace polyglot::pgn
