// SPDX-License-Identifier: MIT
#include "builder/intake.hpp"
#include <filesystem>

#include <fmt/format.h>

#include <polyglot/counted.hpp>
#include <polyglot/os/streams.hpp>

#include "builder/threads.hpp"

namespace polyglot::builder {

ChunkSource::ChunkSource(const Settings& settings, std::size_t chunk, Progress& progress)
    : inputs_(settings.inputs),
      progress_(progress),
      limits_{.target = chunk, .longest = kLongestGame},
      most_ahead_(settings.threads > 1 ? settings.threads : 0) {
  if (most_ahead_ == 0) return;
  // If reading throws, the threads that wait for chunks get the exception.
  ahead_ = std::jthread([this] {
    try {
      read_ahead();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      failure_ = std::current_exception();
      at_end_ = true;
      changed_.notify_all();
    }
  });
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
  if (most_ahead_ == 0) {
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

void ChunkSource::read_ahead() {
  std::unique_lock lock(mutex_);
  while (!at_end_) {
    changed_.wait(lock, [this] { return ready_.size() < most_ahead_ || stopped_; });
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
    const bool is_last = !reader_ && next_input_ == inputs_.size();
    if (is_last) return false;
    auto more = read_text(chunk);
    if (!more && progress_.stop) return false;
    if (!more) chunk.damage = more.error();
    chunk.is_game_too_long = chunk.damage && reader_ && reader_->skips_game();
    done = chunk.damage || *more;
    progress_.bytes = bytes_before_ + (reader_ ? reader_->input().consumed() : 0);
    if (done) continue;
    bytes_before_ = progress_.bytes;
    reader_.reset();
  }
  chunk.input = next_input_ - 1;
  chunk.number = next_number_++;
  return true;
}

/// Opens the next file if none is open; false at the end of a file.
Result<bool> ChunkSource::read_text(InputChunk& chunk) {
  if (!reader_) {
    auto input = pgn::Input::open(inputs_[next_input_++], &progress_.stop);
    if (!input) return input.error();
    reader_.emplace(std::move(*input), limits_);
  }
  return reader_->next(chunk.chunk);
}

namespace {

/// Whether no game could be used. An empty book is correct if no moves are wanted, as with --max-ply 0.
bool is_useless(const Counts& counts) noexcept {
  return counts.games > 0 && counts.plies == 0 && counts.used == counts.bad_moves + counts.null_moves;
}

/// Whether all games that could be used lack moves.
bool has_no_moves(const Counts& counts) noexcept {
  return counts.used > 0 && counts.plies + counts.bad_moves + counts.null_moves == 0;
}

Failure no_use(const Counts& counts) {
  std::string why;
  const auto add = [&why](std::uint64_t count, std::string_view what) {
    if (count > 0) why.append(why.empty() ? "" : ", ").append(fmt::format("{} {}", count, what));
  };
  for (std::size_t i = 0; i < kRejections; ++i) add(counts.rejected[i], describe(static_cast<Rejection>(i)));
  add(counts.variants, "of other variants (see --variant)");
  add(counts.bad_starts, "with a wrong FEN");
  add(counts.too_long, "too long");
  add(counts.used, "with a first move that cannot be played");
  return Failure(
      fmt::format("none of {} can be used, nothing is written: {}", counted(counts.games, "game"), why));
}

}  // namespace

void Intake::open() {
  if (!settings_.report.empty()) report_.emplace(os::AtomicFile::create(settings_.report).value());
}

void Intake::note(const InputChunk& chunk, ChunkResult& result) {
  progress_.games += result.counts.games;
  const std::scoped_lock lock(mutex_);
  found_.counts += result.counts;
  found_.variations += result.variations;
  found_.damaged_input |= chunk.damage.has_value();
  Content& content = contents_[chunk.input];
  content.games += result.counts.games;
  content.used += result.counts.used;
  content.texts += chunk.chunk.text().empty() ? 0 : 1;
  waiting_.emplace(chunk.number, std::move(result.problems));
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_; ++next_) {
    for (Error& problem : next->second) log(std::move(problem));
    next = waiting_.erase(next);
  }
}

void Intake::log(Error problem) {
  constexpr std::size_t kReportedAtOnce = std::size_t{1} << 16;
  ++found_.problems;
  if (report_) {
    waiting_text_.append(problem.to_string()).append("\n");
    if (waiting_text_.size() >= kReportedAtOnce) write_report();
  }
  if (found_.first_problems.size() < std::max<std::size_t>(settings_.shown, 1))
    found_.first_problems.push_back(std::move(problem));
}

void Intake::write_report() {
  report_->write(std::as_bytes(std::span(waiting_text_))).value();
  waiting_text_.clear();
}

bool Intake::is_over() const {
  if (progress_.stop || !settings_.strict) return progress_.stop;
  const std::scoped_lock lock(mutex_);
  return found_.problems > 0;
}

void Intake::check() const {
  if (progress_.stop) throw Failure("interrupted");
  if (!is_over()) return;
  const std::scoped_lock lock(mutex_);
  throw Failure(found_.first_problems.front());
}

/// A file without games is probably not meant as an input, unless it is empty.
void Intake::end() {
  const Counts& counts = found_.counts;
  if (is_for_crafty()) {
    if (!settings_.refuse_empty || counts.plies > 0) return;
    throw Failure(
        fmt::format("no move of {} can be used, nothing is written; to write an empty book: --allow-empty",
                    counted(counts.games, "game")));
  }
  for (std::size_t input = 0; input < contents_.size(); ++input)
    if (contents_[input].games == 0 && contents_[input].texts > 0)
      log({"holds no games", input_name(settings_, input)});
  if (settings_.refuse_empty && !settings_.strict && is_useless(counts)) throw no_use(counts);
  if (has_no_moves(counts) && settings_.max_ply > 0 && (settings_.refuse_empty || settings_.counted_by))
    throw Failure("the games have no moves", input_name(settings_, 0));
  if (counts.games == 0 && found_.problems > 0) throw Failure(found_.first_problems.front());
  check();
}

Summary Intake::close(Summary book) {
  const std::string_view why = found_.counts.games == 0 ? "there are no games"
                               : is_for_crafty()        ? "see --min-game and --min-win-percent"
                                                        : kWhyNoEntries;
  check_replacement(settings_, book.entries, why);
  book.counts = found_.counts;
  book.variations = found_.variations;
  book.damaged_input = found_.damaged_input;
  book.problems = found_.problems;
  book.first_problems = std::move(found_.first_problems);
  for (const Content& content : contents_) book.used.push_back(content.used);
  if (!report_) return book;
  write_report();
  report_->commit().value();
  return book;
}

bool Intake::is_for_crafty() const {
  return book::traits_of(settings_.format).records == book::BookRecords::by_move;
}

void check_replacement(const Settings& settings, std::uint64_t entries, std::string_view why) {
  std::error_code none;
  const auto size = std::filesystem::file_size(settings.output, none);
  if (!settings.refuse_empty || entries > 0 || none || size == 0) return;
  throw Failure("is not replaced with an empty book (" + std::string(why) + "); to replace it: --allow-empty",
                settings.output);
}

std::string input_name(const Settings& settings, std::size_t input) {
  return os::input_name(settings.inputs[input]);
}

}  // namespace polyglot::builder
