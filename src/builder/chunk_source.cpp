#include "builder/chunk_source.hpp"
#include <utility>

namespace polyglot::builder {

ChunkSource::ChunkSource(Settings settings, Progress& progress)
    : settings_(std::move(settings)), progress_(progress) {
  if (settings_.ahead > 0) ahead_ = std::jthread([this] { read_ahead(); });
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
  changed_.wait(lock, [this] { return !ready_.empty() || at_end_; });
  if (ready_.empty()) return nullptr;
  auto chunk = std::move(ready_.front());
  ready_.pop_front();
  changed_.notify_all();
  return chunk;
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
  while (reader_ || open_next()) {
    auto more = reader_->next(chunk.chunk);
    if (more && *more) {
      chunk.input = next_input_ - 1;
      chunk.number = next_number_++;
      progress_.bytes = bytes_before_ + chunk.chunk.consumed();
      return true;
    }
    if (!more) give_up(std::move(more.error()));
    bytes_before_ += reader_->input().consumed();
    reader_.reset();
  }
  return false;
}

bool ChunkSource::open_next() {
  while (next_input_ < settings_.inputs.size()) {
    auto input = pgn::Input::open(settings_.inputs[next_input_++]);
    if (input) {
      reader_.emplace(std::move(*input), settings_.limits);
      return true;
    }
    give_up(std::move(input.error()));
  }
  return false;
}

void ChunkSource::give_up(Error error) {
  damaged_.push_back({.number = next_number_, .input = next_input_ - 1, .error = std::move(error)});
}

}  // namespace polyglot::builder
