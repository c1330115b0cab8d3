// SPDX-License-Identifier: MIT
#include <map>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/editor.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/bin/record_search.hpp"
#include "book/whole/position_cursor.hpp"

namespace polyglot::book {
namespace {

struct EditedPosition {
  std::vector<RawEntry> original;
  std::vector<RawEntry> records;
};

/// One lookup takes as long as reading this many records in a walk.
constexpr std::uint64_t kRecordsPerLookup = 500;

constexpr std::string_view kRemedy = "the book cannot be edited; repair it with polyglot check-book --repair";

/// Makes a change by the rules of BookEditor. Throws a Failure if it cannot be made.
void change(std::vector<RawEntry>& records, const BookEdit& edit) {
  const auto is_of_move = [&edit](const RawEntry& record) {
    return record.move == edit.move || record.move == edit.other_code;
  };
  const auto add = [&records](const RawEntry& added) {
    const auto is_lighter = [&added](const RawEntry& record) { return record.weight < added.weight; };
    records.insert(std::ranges::find_if(records, is_lighter), added);
  };
  const auto found = std::ranges::find_if(records, is_of_move);
  const bool has_move = found != records.end();
  switch (edit.action) {
    case BookEdit::Action::set: {
      if (!has_move) throw Failure("the book does not have the move in this position");
      RawEntry record = *found;
      const bool stays = std::exchange(record.weight, edit.weight) == edit.weight;
      records.erase(std::remove_if(found + (stays ? 1 : 0), records.end(), is_of_move), records.end());
      if (!stays) add(record);
      break;
    }
    case BookEdit::Action::add:
      if (has_move) throw Failure("the book has the move already in this position");
      [[fallthrough]];
    case BookEdit::Action::ensure:
      if (!has_move) add({.key = edit.key, .move = edit.move, .weight = edit.weight, .learn = edit.learn});
      break;
    case BookEdit::Action::remove:
      if (!has_move) throw Failure("the book does not have the move in this position");
      std::erase_if(records, is_of_move);
      break;
    case BookEdit::Action::clear:
      if (records.empty()) throw Failure("the book does not have the position");
      records.clear();
      break;
  }
}

}  // namespace

struct BookEditor::State {
  explicit State(RecordFile opened) : file(std::move(opened)) {}

  /// Reads the records of `keys` in one walk over the file. The keys must ascend.
  void read_all(std::span<const chess::Key> keys) {
    PositionCursor cursor = PositionCursor::over(file, kRemedy);
    std::vector<RawEntry> records;
    for (const chess::Key key : keys) {
      while (!cursor.at_end() && cursor.key() < key) cursor.take(records);
      records.clear();
      if (cursor.is_at(key)) cursor.take(records);
      positions.try_emplace(key, EditedPosition{records, records});
    }
  }

  /// The edited position; it is read from the file at the first call.
  [[nodiscard]] EditedPosition& edit(chess::Key key) {
    if (key == 0) throw Failure("key 0 marks the header of a book, it cannot have moves");
    if (key == kClosingRecord.key) throw Failure("this key closes books of XBoard, it cannot have moves");
    const auto known = positions.lower_bound(key);
    if (known != positions.end() && known->first == key) return known->second;
    auto records = read(key);
    return positions.emplace_hint(known, key, EditedPosition{records, records})->second;
  }

  void check_order() const {
    if (const auto number = search->disorder()) throw Failure(not_sorted(file, *number, kRemedy));
  }

  [[nodiscard]] std::vector<RawEntry> read(chess::Key key) {
    auto records = search->find(key).value().entries;
    check_order();
    return records;
  }

  void write(BinBookWriter& writer) const {
    PositionCursor cursor = PositionCursor::over(file, kRemedy);
    std::vector<RawEntry> records;
    for (const auto& [key, position] : positions) {
      while (!cursor.at_end() && cursor.key() <= key) {
        cursor.take(records);
        if (records.front().key != key) writer.add(records).value();
      }
      writer.add(position.records).value();
    }
    while (!cursor.at_end()) {
      cursor.take(records);
      writer.add(records).value();
    }
  }

  RecordFile file;
  std::optional<RecordSearch> search = std::nullopt;  ///< refers to the file, so neither may move
  std::map<chess::Key, EditedPosition> positions;
};

Result<BookEditor> BookEditor::open(const std::string& path) {
  return result_of([&] {
    auto state = std::make_unique<State>(RecordFile::open(path).value());
    if (state->file.size() % kRecordSize != 0)
      throw Failure(
          not_whole(state->file, "it cannot be edited; save the remaining entries with check-book --repair"));
    state->search = RecordSearch::over(state->file).value();
    state->check_order();
    return BookEditor(std::move(state));
  });
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
    if (auto read = result_of([&] { state_->read_all(keys); }); !read) return read;
  for (const BookEdit& edit : edits) {
    const auto made = result_of([&] { change(state_->edit(edit.key).records, edit); });
    if (made) continue;
    const Error& error = made.error();
    return error.where.empty() ? Error{error.what, place(edit)} : error;
  }
  return {};
}

Result<void> BookEditor::replace(chess::Key key, std::vector<RawEntry> records) {
  if (std::ranges::any_of(records, [key](const RawEntry& record) { return record.key != key; }))
    return Error{"an entry of another position among those to replace"};
  return result_of([&] { state_->edit(key).records = std::move(records); });
}

Result<std::vector<RawEntry>> BookEditor::records(chess::Key key) const {
  const auto known = state_->positions.find(key);
  if (known != state_->positions.end()) return known->second.records;
  return original(key);
}

Result<std::vector<RawEntry>> BookEditor::original(chess::Key key) const {
  const auto known = state_->positions.find(key);
  if (known != state_->positions.end()) return known->second.original;
  return result_of([&] { return key == 0 ? std::vector<RawEntry>() : state_->read(key); });
}

std::vector<chess::Key> BookEditor::changed_keys() const {
  std::vector<chess::Key> keys;
  for (const auto& [key, position] : state_->positions)
    if (position.original != position.records) keys.push_back(key);
  return keys;
}

Result<void> edit_book(const std::string& path, const std::string& out,
                       const std::function<Result<void>(BookEditor&)>& change) {
  return replace_book(
      std::span(&path, 1), out,
      [&](BinBookWriter& writer) {
        return result_of([&] {
          auto editor = BookEditor::open(path).value();
          change(editor).value();
          if (editor.changed_keys().empty() && path == out) return false;
          editor.state_->write(writer);
          return true;
        });
      },
      true);
}

}  // namespace polyglot::book
