// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/editor.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/bin/record_search.hpp"
#include "book/whole/edited_records.hpp"

namespace polyglot::book {
namespace {

/// An edited position: the place of its records in the file, and its new records.
struct EditedPosition {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<RawEntry> records = {};
};

struct FailedEdit {
  const BookEdit* edit;
  Error error;
};

/// One lookup takes as long as reading this many records in a walk.
constexpr std::uint64_t kRecordsPerLookup = 500;

Error out_of_order(const RecordFile& file, std::uint64_t number) {
  return not_sorted(file, number, "the book cannot be edited; repair it with polyglot check-book --repair");
}

/// Reads a book from start to end in blocks of 1 MiB.
class BlockReader {
 public:
  explicit BlockReader(const RecordFile& file) noexcept : file_(file) {}

  /// Returns records [first, last), or only their beginning if the block ends before. They are valid until
  /// the next call. Error: as the file reports it, or the file is not sorted.
  Result<std::span<const RawEntry>> records(std::uint64_t first, std::uint64_t last) {
    if (first >= first_ + block_.size())
      if (auto read = read_next(first); !read) return read.error();
    const auto rest = std::span<const RawEntry>(block_).subspan(first - first_);
    return rest.first(std::min<std::uint64_t>(last - first, rest.size()));
  }

 private:
  static constexpr std::uint64_t kBlockRecords = 65536;

  Result<void> read_next(std::uint64_t first) {
    first_ = first;
    block_.resize(std::min(kBlockRecords, file_.count() - first));
    if (auto read = file_.read(first, block_); !read) return read;
    for (std::size_t i = 0; i < block_.size(); ++i)
      if (block_[i].key < std::exchange(last_key_, block_[i].key)) return out_of_order(file_, first + i);
    return {};
  }

  const RecordFile& file_;
  std::uint64_t first_ = 0;  ///< number of the first record of the block
  std::vector<RawEntry> block_;
  chess::Key last_key_ = 0;
};

}  // namespace

struct BookEditor::State {
  explicit State(RecordFile opened) : file(std::move(opened)) {}

  /// Reads the records of `keys` in one walk over the file. The keys must ascend.
  [[nodiscard]] Result<void> read_all(std::span<const chess::Key> keys);
  /// The edited position; it is read from the file at the first call.
  [[nodiscard]] Result<EditedPosition*> edit(chess::Key key);
  /// Makes the changes of one position. Returns the first change that cannot be made.
  [[nodiscard]] std::optional<FailedEdit> apply(std::span<const BookEdit* const> edits);
  [[nodiscard]] Result<EditedPosition> read(chess::Key key);
  [[nodiscard]] Result<void> write(BinBookWriter& writer) const;

  RecordFile file;
  std::optional<RecordSearch> search = std::nullopt;  ///< refers to the file, so neither may move
  std::map<chess::Key, EditedPosition> positions;
};

Result<EditedPosition> BookEditor::State::read(chess::Key key) {
  auto run = search->find(key);
  if (!run) return run.error();
  if (const auto number = search->disorder()) return out_of_order(file, *number);
  return EditedPosition{
      .first = run->first, .count = run->entries.size(), .records = std::move(run->entries)};
}

Result<EditedPosition*> BookEditor::State::edit(chess::Key key) {
  if (key == 0) return Error{"key 0 marks the header of a book, it cannot have moves"};
  if (key == kClosingRecord.key) return Error{"this key closes books of XBoard, it cannot have moves"};
  const auto known = positions.lower_bound(key);
  if (known != positions.end() && known->first == key) return &known->second;
  auto position = read(key);
  if (!position) return position.error();
  return &positions.emplace_hint(known, key, std::move(*position))->second;
}

std::optional<FailedEdit> BookEditor::State::apply(std::span<const BookEdit* const> edits) {
  const auto position = edit(edits.front()->key);
  if (!position) return FailedEdit{edits.front(), position.error()};
  EditedRecords records(std::move((*position)->records));
  std::optional<FailedEdit> failed;
  for (const BookEdit* const change : edits) {
    if (auto made = records.apply(*change); !made) failed = FailedEdit{change, made.error()};
    if (failed) break;
  }
  (*position)->records = records.result();
  return failed;
}

Result<void> BookEditor::State::read_all(std::span<const chess::Key> keys) {
  BlockReader reader(file);
  auto wanted = keys.begin();
  const auto note = [this](chess::Key key, std::uint64_t index) -> EditedPosition& {
    return positions.try_emplace(positions.end(), key, EditedPosition{.first = index})->second;
  };
  for (std::uint64_t index = 0; index < file.count() && wanted != keys.end();) {
    const auto records = reader.records(index, file.count());
    if (!records) return records.error();
    for (const RawEntry& entry : *records) {
      for (; wanted != keys.end() && *wanted < entry.key; ++wanted) note(*wanted, index);
      if (wanted == keys.end()) break;
      if (*wanted == entry.key) {
        EditedPosition& position = note(entry.key, index);
        ++position.count;
        position.records.push_back(entry);
      }
      ++index;
    }
  }
  for (; wanted != keys.end(); ++wanted) note(*wanted, file.count());
  return {};
}

Result<BookEditor> BookEditor::open(const std::string& path) {
  auto opened = RecordFile::open(path);
  if (!opened) return opened.error();
  auto state = std::make_unique<State>(std::move(*opened));
  if (state->file.size() % kRecordSize != 0)
    return not_whole(state->file, "it cannot be edited; save the remaining entries with check-book --repair");
  auto search = RecordSearch::over(state->file);
  if (!search) return search.error();
  if (const auto number = search->disorder()) return out_of_order(state->file, *number);
  state->search = std::move(*search);
  return BookEditor(std::move(state));
}

BookEditor::BookEditor(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
BookEditor::BookEditor(BookEditor&& other) noexcept = default;
BookEditor::~BookEditor() = default;

Result<void> BookEditor::apply(std::span<const BookEdit> edits,
                               const std::function<std::string(const BookEdit&)>& place) {
  std::vector<chess::Key> keys;
  for (const BookEdit& edit : edits)
    if (edit.key != 0 && !state_->positions.contains(edit.key)) keys.push_back(edit.key);
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (keys.size() >= state_->file.count() / kRecordsPerLookup)
    if (auto read = state_->read_all(keys); !read) return read;
  std::vector<const BookEdit*> by_position;
  for (const BookEdit& edit : edits) by_position.push_back(&edit);
  std::ranges::stable_sort(by_position, {}, &BookEdit::key);
  std::optional<FailedEdit> failed;
  for (auto first = by_position.begin(); first != by_position.end();) {
    const auto last = std::find_if(first, by_position.end(),
                                   [key = (*first)->key](const BookEdit* edit) { return edit->key != key; });
    auto made = state_->apply({first, last});
    if (made && (!failed || made->edit < failed->edit)) failed = std::move(made);
    first = last;
  }
  if (!failed) return {};
  return failed->error.where.empty() ? Error{failed->error.what, place(*failed->edit)} : failed->error;
}

Result<void> BookEditor::apply(const BookEdit& edit) {
  return apply({&edit, 1}, [](const BookEdit&) { return std::string(); });
}

Result<void> BookEditor::replace(chess::Key key, std::vector<RawEntry> records) {
  if (std::ranges::any_of(records, [key](const RawEntry& record) { return record.key != key; }))
    return Error{"an entry of another position among those to replace"};
  const auto position = state_->edit(key);
  if (!position) return position.error();
  (*position)->records = std::move(records);
  return {};
}

Result<std::vector<RawEntry>> BookEditor::records(chess::Key key) const {
  const auto known = state_->positions.find(key);
  if (known != state_->positions.end()) return known->second.records;
  return original(key);
}

Result<std::vector<RawEntry>> BookEditor::original(chess::Key key) const {
  if (key == 0) return std::vector<RawEntry>();
  auto position = state_->read(key);
  if (!position) return position.error();
  return std::move(position->records);
}

Result<std::vector<chess::Key>> BookEditor::changed_keys() const {
  std::vector<chess::Key> keys;
  for (const auto& [key, position] : state_->positions) {
    std::vector<RawEntry> before(position.count);
    if (auto read = state_->file.read(position.first, before); !read) return read.error();
    if (before != position.records) keys.push_back(key);
  }
  return keys;
}

Result<void> BookEditor::State::write(BinBookWriter& writer) const {
  BlockReader reader(file);
  std::uint64_t next = 0;
  const auto copy_until = [&](std::uint64_t last) -> Result<void> {
    while (next < last) {
      const auto records = reader.records(next, last);
      if (!records) return records.error();
      if (auto added = writer.add(*records); !added) return added;
      next += records->size();
    }
    return {};
  };
  for (const auto& [key, position] : positions) {
    if (auto copied = copy_until(position.first); !copied) return copied;
    if (auto added = writer.add(position.records); !added) return added;
    next += position.count;
  }
  return copy_until(file.count());
}

Result<void> edit_book(const std::string& path, const std::string& out,
                       const std::function<Result<void>(BookEditor&)>& change) {
  const auto make = [&](BinBookWriter& writer) -> Result<bool> {
    auto editor = BookEditor::open(path);
    if (!editor) return editor.error();
    if (auto changed = change(*editor); !changed) return changed.error();
    const auto keys = editor->changed_keys();
    if (!keys) return keys.error();
    if (keys->empty() && path == out) return false;
    if (auto written = editor->state_->write(writer); !written) return written.error();
    return true;
  };
  return replace_book(std::span(&path, 1), out, make);
}

}  // namespace polyglot::book
