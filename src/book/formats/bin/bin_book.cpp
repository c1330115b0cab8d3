// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/move_code.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/bin/record_search.hpp"
#include "book/formats/formats.hpp"

namespace polyglot::book {
namespace {

/// The number after the last record that is not XBoard's closing record.
std::uint64_t end_of_moves(const RecordFile& file) {
  RawEntry last;
  if (file.count() == 0) return 0;
  file.read(file.count() - 1, std::span(&last, 1)).value();
  return file.count() - (last == kClosingRecord ? 1 : 0);
}

/// After expect_many_lookups(), one of this many lookups compares the size of the file. take_trouble() always
/// compares it. Therefore a truncated book is reported at the end of a run at the latest.
constexpr unsigned kLookupsForSize = 64;

}  // namespace

/// The search refers to the file, so neither may move in memory.
struct BinBook::State {
  explicit State(RecordFile opened) : file(std::move(opened)) {}

  /// Adds a known disorder of the records to the troubles, once.
  void note_trouble() {
    const auto number = search->disorder();
    if (!number || std::exchange(disorder_noted, true)) return;
    troubles.note(not_sorted(
        file, *number,
        search->may_miss()
            ? "Polyglot does not find some of its moves; to repair it: polyglot check-book --repair"
            : "repair it with polyglot check-book --repair"));
  }

  /// Maps the file. If it cannot be mapped, every lookup searches the file.
  void map_records() {
    auto mapping = os::Mapping::of(file.file(), file.count() * kRecordSize);
    if (mapping) records.emplace(std::move(*mapping), search->samples());
  }

  /// Finds the records of a key in mapped memory. Nothing: search the file, which will report the problem.
  [[nodiscard]] std::optional<std::vector<RawEntry>> recall(chess::Key key) {
    if (!records || search->disorder()) return std::nullopt;
    auto known = records->find(key);
    if (known && !known->empty() && !has_its_size()) return std::nullopt;
    return known;
  }

  [[nodiscard]] bool has_its_size() {
    if (++lookups < lookups_for_size) return true;
    const bool has_size = file.check_size().has_value();
    lookups = has_size ? 0 : lookups_for_size;
    return has_size;
  }

  RecordFile file;
  std::optional<RecordSearch> search = std::nullopt;
  std::optional<MappedRecords> records = std::nullopt;
  std::uint64_t first_position = 0;  ///< number of the first record after the header
  std::uint64_t last_position = 0;   ///< number after the last record that is not XBoard's closing record
  chess::Key found_key = 0;          ///< first key of the position that was looked up last; 0: none
  std::vector<RawEntry> found = {};  ///< the records of that position
  Troubles troubles = {};
  unsigned lookups_for_size = 1;  ///< one of this many lookups compares the size of the file
  unsigned lookups = 0;           ///< lookups since the last comparison
  bool disorder_noted = false;
  bool foreign_noted = false;
};

BinBook::BinBook(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
BinBook::~BinBook() = default;

/// Returns the records of the first of the position's keys for which the book has any.
Result<std::vector<RawEntry>> BinBook::entries_of(const game::Position& position) const {
  const auto [key, other_key] = keys_of(position);
  auto entries = find(key);
  return entries && entries->empty() ? find(other_key) : std::move(entries);
}

BookMoves BinBook::find(const game::Position& position) const {
  auto entries = entries_of(position);
  state_->found_key = entries ? position.key() : 0;
  if (!entries) {
    state_->troubles.note_failure(entries.error());
    return {};
  }
  state_->found = std::move(*entries);
  return decode_moves(position, state_->found);
}

void BinBook::expect_many_lookups() const {
  state_->lookups_for_size = kLookupsForSize;
}

LearnedMoves BinBook::results(const game::Position& position) const {
  if (state_->found_key == position.key()) return decode_learned(position, state_->found);
  const auto entries = entries_of(position);
  return entries ? decode_learned(position, *entries) : LearnedMoves();
}

LearnLayout BinBook::learn_layout() const noexcept {
  return state_->search->learn_layout();
}

std::optional<LearnedMoves> BinBook::learned(const game::Position& position,
                                             const BookMoves& /*moves*/) const {
  if (!is_foreign(learn_layout())) return results(position);
  if (!std::exchange(state_->foreign_noted, true))
    state_->troubles.note(foreign_results(path(), learn_layout()));
  return std::nullopt;
}

std::uint64_t BinBook::size() const {
  return state_->last_position - state_->first_position;
}

const std::string& BinBook::path() const {
  return state_->file.path();
}

std::vector<std::string> BinBook::variants() const {
  auto known = header();
  return known && *known ? std::move((*known)->variants) : std::vector<std::string>();
}

std::optional<Error> BinBook::take_trouble() const {
  if (state_->lookups_for_size > 1)
    if (const auto same = state_->file.check_size(); !same) state_->troubles.note_failure(same.error());
  return state_->troubles.take();
}

Result<std::vector<RawEntry>> BinBook::find(chess::Key key) const {
  if (key == 0) return std::vector<RawEntry>();
  auto found = state_->recall(key);
  if (!found) {
    auto run = state_->search->find(key);
    state_->note_trouble();
    if (!run) return run.error();
    found = std::move(run->entries);
  }
  std::erase(*found, kClosingRecord);
  return std::move(*found);
}

Result<std::vector<RawEntry>> BinBook::read(std::uint64_t first, std::uint64_t count) const {
  std::vector<RawEntry> entries(count);
  if (auto read = state_->file.read(state_->first_position + first, entries); !read) return read.error();
  return entries;
}

Result<std::optional<BookHeader>> BinBook::header() const {
  const std::uint64_t size = state_->first_position;
  if (size == 0) return std::optional<BookHeader>();
  if (size > kMaxRecordsOfKey) return too_many_records(path(), kMaxRecordsOfKey, "the header");
  std::vector<RawEntry> records(size);
  if (auto read = state_->file.read(0, records); !read) return read.error();
  auto header = parse_header(records);
  if (!header) return Error{header.error().what, path()};
  return std::optional(std::move(*header));
}

BinBookReader BinBook::reader() const {
  return BinBookReader::over(state_->file);
}

Result<std::unique_ptr<BinBook>> BinBook::open(const std::string& path) {
  auto file = RecordFile::open(path);
  return file ? over(std::move(*file)) : file.error();
}

Result<std::unique_ptr<BinBook>> BinBook::over(RecordFile file) {
  const std::string path = file.path();
  return result_of([&] {
    auto state = std::make_unique<BinBook::State>(std::move(file));
    state->search = RecordSearch::over(state->file).value();
    if (state->search->disorder() && is_not_a_book(state->file)) throw Failure(no_book_error(path));
    state->first_position = state->search->header_size().value();
    state->last_position = end_of_moves(state->file);

    const std::uint64_t bytes = state->file.size();
    if (bytes % kRecordSize != 0)
      state->troubles.note(not_whole(state->file, "Polyglot ignores these bytes; copy the book again"));
    if (state->first_position == state->last_position)
      state->troubles.note({(bytes < kRecordSize          ? "is empty ("
                             : state->first_position == 0 ? "holds no moves ("
                                                          : "holds a header but no moves (") +
                                std::to_string(bytes) + " bytes): copy or build the book again",
                            path});
    state->note_trouble();
    state->map_records();
    return std::unique_ptr<BinBook>(new BinBook(std::move(state)));
  });
}

}  // namespace polyglot::book
