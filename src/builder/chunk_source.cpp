// SPDX-License-Identifier: MIT
#include "builder/chunk_source.hpp"
#include <utility>

#include "builder/threads.hpp"

namespace polyglot::builder {

ChunkSource::ChunkSource(Settings settings, Progress& progress)
    : settings_(std::move(settings)), progress_(progress) {
  if (settings_.ahead > 0) ahead_ = std::jthread([this] { run_ahead(); });
}

ChunkSource::~ChunkSource() {
  {
    const std::scoped_lock lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
}

std::unique_ptr<InputChunk> ChunkSource::next(std::unique_ptr<InputChunk> used) {
  std::unique_lock lock(mutex_);
  if (settings_.ahead == 0) {
    if (!used) used = std::make_unique<InputChunk>();
    return read(*used) ? std::move(used) : nullptr;
  }
  if (used) used_.push_back(std::move(used));
  const bool ready =
      wait_unless(progress_.stop, changed_, lock, [this] { return !ready_.empty() || at_end_; });
  if (failure_) std::rethrow_exception(failure_);
  if (!ready || ready_.empty()) return nullptr;
  auto chunk = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return chunk;
}

/// Reads chunks ahead in its own thread. If it throws, the threads that wait for chunks get the exception.
void ChunkSource::run_ahead() {
  try {
    read_ahead();
  } catch (...) {
    const std::scoped_lock lock(mutex_);
    failure_ = std::current_exception();
    at_end_ = true;
    changed_.notify_all();
  }
}

void ChunkSource::read_ahead() {
  std::unique_lock lock(mutex_);
  while (!at_end_) {
    changed_.wait(lock, [this] { return ready_.size() < settings_.ahead || stopped_; });
    if (stopped_) return;
    auto chunk = std::make_unique<InputChunk>();
    if (!used_.empty()) {
      chunk = std::move(used_.back());
      used_.pop_back();
    }
    lock.unlock();
    const bool more = read(*chunk);
    lock.lock();
    if (more) ready_.push_back(std::move(chunk));
    at_end_ = !more;
    changed_.notify_all();
  }
}

bool ChunkSource::read(InputChunk& chunk) {
  chunk.damage.reset();
  for (bool done = false; !done;) {
    const bool is_last = !reader_ && next_input_ == settings_.inputs.size();
    if (is_last) return false;
    auto more = read_text(chunk);
    if (!more && progress_.stop) return false;
    if (!more) chunk.damage = more.error();
    chunk.is_game_too_long = chunk.damage && reader_ && reader_->skips_game();
    done = chunk.damage || *more;
    progress_.bytes = bytes_before_ + (reader_ ? reader_->input().consumed() : 0);
    if (!chunk.damage && !*more) close();
  }
  chunk.input = next_input_ - 1;
  chunk.number = next_number_++;
  return true;
}

/// Opens the next file if none is open; false at the end of a file.
Result<bool> ChunkSource::read_text(InputChunk& chunk) {
  if (!reader_) {
    auto input = pgn::Input::open(settings_.inputs[next_input_++], &progress_.stop);
    if (!input) return input.error();
    reader_.emplace(std::move(*input), settings_.limits);
  }
  return reader_->next(chunk.chunk);
}

void ChunkSource::close() {
  if (reader_) bytes_before_ += reader_->input().consumed();
  reader_.reset();
}

}  // namespace polyglot::builder
