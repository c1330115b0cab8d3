// SPDX-License-Identifier: MIT
#include "pgn/parts_ahead.hpp"
#include <algorithm>
#include <new>
#include <span>
#include <system_error>
#include <utility>

#include "pgn/raw_file.hpp"
#include "pgn/unpacker.hpp"

namespace polyglot::pgn {

PartsAhead::PartsAhead(std::shared_ptr<const os::File> file, std::uint64_t size, Settings settings)
    : file_(std::move(file)), size_(size), settings_(settings) {
  const std::uint64_t windows = count_windows();
  if (windows < 2) return;  // one thread does it all
  try {
    while (threads_.size() < std::min<std::uint64_t>(settings_.threads, windows))
      threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    // Fewer threads unpack then, or the reader alone.
  }
}

PartsAhead::~PartsAhead() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

std::optional<PartsAhead::Parts> PartsAhead::take(std::uint64_t begin) {
  if (threads_.empty() || begin >= size_) return std::nullopt;
  std::unique_lock lock(mutex_);
  const std::uint64_t number = begin / settings_.window;
  const std::uint64_t passed = std::min<std::uint64_t>(number - first_, windows_.size());
  windows_.erase(windows_.begin(), windows_.begin() + static_cast<std::ptrdiff_t>(passed));
  first_ = number;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !windows_.empty() && windows_.front().is_done; });
  Window& window = windows_.front();
  return window.begin == begin ? std::exchange(window.parts, std::nullopt) : std::nullopt;
}

void PartsAhead::work() {
  const std::uint64_t windows = count_windows();
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto next = [this] { return first_ + windows_.size(); };
    changed_.wait(lock,
                  [&] { return stopped_ || (windows_.size() <= settings_.threads && next() < windows); });
    if (stopped_) return;
    const std::uint64_t number = next();
    windows_.emplace_back();
    lock.unlock();
    Window window = unpack_window(number);
    lock.lock();
    if (number >= first_) windows_[number - first_] = std::move(window);
    changed_.notify_all();
  }
}

PartsAhead::Window PartsAhead::unpack_window(std::uint64_t number) const {
  Window window{.is_done = true};
  const std::uint64_t begin = number * settings_.window;
  const std::uint64_t end = std::min(begin + settings_.window, size_);
  // The reader reports what fails: a file that cannot be read, or too little memory.
  try {
    std::string bytes(std::min(end + kMagicSize - 1, size_) - begin, '\0');
    const auto got = file_->read_at(begin, std::as_writable_bytes(std::span(bytes)));
    if (!got || *got < bytes.size()) return window;
    for (std::size_t at = 0; !window.parts && !is_stopped(); ++at) {
      at = find_part(settings_.packing, bytes, at);
      if (at >= end - begin) break;
      window.begin = begin + at;
      window.parts = unpack_from(window.begin, end);
    }
  } catch (const std::bad_alloc&) {
    window.parts.reset();
  }
  return window;
}

/// Nothing if something is wrong, or if the text is too long.
std::optional<PartsAhead::Parts> PartsAhead::unpack_from(std::uint64_t begin,
                                                         std::uint64_t window_end) const {
  constexpr std::size_t kStep = std::size_t{1} << 18;
  RawFile raw(file_, {begin, size_});
  Unpacker unpacker(settings_.packing);
  Parts parts{{}, begin};
  while (parts.end < window_end || unpacker.is_in_part()) {
    const std::size_t size = parts.text.size();
    if (size >= settings_.longest || is_stopped()) return std::nullopt;
    parts.text.resize(size + kStep);
    std::span<char> room = std::span(parts.text).subspan(size);
    const bool more = unpacker.read_part(raw, room);
    parts.text.resize(parts.text.size() - room.size());
    if (unpacker.error() || raw.error()) return std::nullopt;
    parts.end = begin + raw.consumed();
    if (!more) break;
  }
  return parts;
}

}  // namespace polyglot::pgn
