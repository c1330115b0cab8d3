// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/editor.hpp>

#include "book/formats/bin/record_file.hpp"
#include "book/formats/bin/record_search.hpp"
#include "book/whole/move_places.hpp"

namespace polyglot::book {
namespace {

/// The records of one position while they are edited by the rules of BookEditor. An edit takes few steps for
/// any number of records, because a file can have 65536 records of one position.
///
/// Records have numbers: first the original ones, then the added ones. A record that gets another weight is
/// removed and added.
class EditedRecords {
  using Number = std::size_t;
  static constexpr std::uint32_t kNoWeight = std::numeric_limits<std::uint32_t>::max();

  /// The place of a record. An added record stands before the original record `gap`, after heavier ones.
  struct Slot {
    Number gap = 0;
    bool was_there = false;
    int lightness = 0;
    Number number = 0;
    bool is_removed = false;

    [[nodiscard]] auto order() const noexcept { return std::tie(gap, was_there, lightness, number); }
  };

 public:
  explicit EditedRecords(std::vector<RawEntry> records)
      : records_(std::move(records)),
        first_count_(records_.size()),
        leaves_(std::bit_ceil(records_.size())),
        least_(2 * leaves_, kNoWeight) {
    for (Number number = 0; number < first_count_; ++number) {
      slots_.push_back({.gap = number, .was_there = true, .number = number});
      of_moves_[records_[number].move].push_back(number);
      least_[leaves_ + number] = records_[number].weight;
    }
    for (std::size_t node = leaves_ - 1; node > 0; --node)
      least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }

  void apply(const BookEdit& edit) {
    const std::vector<Number> found = find(edit);
    const auto has_move = !found.empty();
    switch (edit.action) {
      case BookEdit::Action::set: {
        if (!has_move) throw Failure("the book does not have the move in this position");
        RawEntry record = records_[found.front()];
        const bool stays = std::exchange(record.weight, edit.weight) == edit.weight;
        std::for_each(found.begin() + (stays ? 1 : 0), found.end(),
                      [this](Number number) { remove(number); });
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
        std::ranges::for_each(found, [this](Number number) { remove(number); });
        break;
      case BookEdit::Action::clear:
        if (result().empty()) throw Failure("the book does not have the position");
        *this = EditedRecords({});
        break;
    }
  }

  /// The remaining records in their order.
  [[nodiscard]] std::vector<RawEntry> result() const {
    std::vector<Slot> left = slots_;
    std::erase_if(left, [](const Slot& slot) { return slot.is_removed; });
    std::ranges::sort(left, {}, &Slot::order);
    std::vector<RawEntry> records;
    records.reserve(left.size());
    for (const Slot& slot : left) records.push_back(records_[slot.number]);
    return records;
  }

 private:
  /// The records of an edit's move, in their order.
  [[nodiscard]] std::vector<Number> find(const BookEdit& edit) {
    std::vector<Number> found;
    for (const std::uint16_t move : {edit.move, edit.other_code.value_or(edit.move)}) {
      std::vector<Number>& of_move = of_moves_[move];
      std::erase_if(of_move, [this](Number number) { return slots_[number].is_removed; });
      found.insert(found.end(), of_move.begin(), of_move.end());
    }
    compared_records() += 1 + found.size();
    std::ranges::sort(found, {}, [this](Number number) { return slots_[number].order(); });
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  /// Adds a record before the first one with less weight.
  void add(const RawEntry& record) {
    const Number number = records_.size();
    const int lightness = -static_cast<int>(record.weight);
    Number gap = first_below(record.weight);
    const auto lighter = added_.upper_bound({lightness, number});
    if (lighter != added_.end()) gap = std::min(gap, slots_[lighter->second].gap);
    records_.push_back(record);
    slots_.push_back({.gap = gap, .lightness = lightness, .number = number});
    of_moves_[record.move].push_back(number);
    added_.emplace_hint(lighter, lightness, number);
  }

  void remove(Number number) {
    slots_[number].is_removed = true;
    if (number >= first_count_) {
      added_.erase({slots_[number].lightness, number});
      return;
    }
    std::size_t node = leaves_ + number;
    for (least_[node] = kNoWeight; (node /= 2) > 0; ++compared_records())
      least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
  }

  /// The first of the remaining original records with less weight; first_count_ if there is none.
  [[nodiscard]] Number first_below(std::uint32_t weight) const {
    std::size_t node = 1;
    if (least_[node] >= weight) return first_count_;
    for (; node < leaves_; ++compared_records()) node = 2 * node + (least_[2 * node] < weight ? 0 : 1);
    return node - leaves_;
  }

  std::vector<RawEntry> records_;
  std::vector<Slot> slots_;
  std::size_t first_count_;
  boost::unordered_flat_map<std::uint16_t, std::vector<Number>> of_moves_;
  std::set<std::pair<int, Number>> added_;  ///< by lightness
  std::size_t leaves_;
  /// A tree of the weights of the original records: node n has the lower value of nodes 2n and 2n + 1.
  std::vector<std::uint32_t> least_;
};

/// An edited position: the place of its records in the file, and its new records.
struct EditedPosition {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<RawEntry> records = {};
};

/// One lookup takes as long as reading this many records in a walk.
constexpr std::uint64_t kRecordsPerLookup = 500;

Failure out_of_order(const RecordFile& file, std::uint64_t number) {
  return Failure(
      not_sorted(file, number, "the book cannot be edited; repair it with polyglot check-book --repair"));
}

/// Reads a book from start to end in blocks of 1 MiB.
class BlockReader {
 public:
  explicit BlockReader(const RecordFile& file) noexcept : file_(file) {}

  /// Returns records [first, last), or only their beginning if the block ends before. They are valid until
  /// the next call.
  std::span<const RawEntry> records(std::uint64_t first, std::uint64_t last) {
    if (first >= first_ + block_.size()) read_next(first);
    const auto rest = std::span<const RawEntry>(block_).subspan(first - first_);
    return rest.first(std::min<std::uint64_t>(last - first, rest.size()));
  }

 private:
  static constexpr std::uint64_t kBlockRecords = 65536;

  void read_next(std::uint64_t first) {
    first_ = first;
    block_.resize(std::min(kBlockRecords, file_.count() - first));
    file_.read(first, block_).value();
    for (std::size_t i = 0; i < block_.size(); ++i)
      if (block_[i].key < std::exchange(last_key_, block_[i].key)) throw out_of_order(file_, first + i);
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
  void read_all(std::span<const chess::Key> keys) {
    BlockReader reader(file);
    auto wanted = keys.begin();
    const auto note = [this](chess::Key key, std::uint64_t index) -> EditedPosition& {
      return positions.try_emplace(positions.end(), key, EditedPosition{.first = index})->second;
    };
    for (std::uint64_t index = 0; index < file.count() && wanted != keys.end();) {
      for (const RawEntry& entry : reader.records(index, file.count())) {
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
  }

  /// The edited position; it is read from the file at the first call.
  [[nodiscard]] EditedPosition& edit(chess::Key key) {
    if (key == 0) throw Failure("key 0 marks the header of a book, it cannot have moves");
    if (key == kClosingRecord.key) throw Failure("this key closes books of XBoard, it cannot have moves");
    const auto known = positions.lower_bound(key);
    if (known != positions.end() && known->first == key) return known->second;
    return positions.emplace_hint(known, key, read(key))->second;
  }

  /// Makes the changes of one position. Throws a Failure at the first one that cannot be made, which
  /// `failing` then is.
  void apply(std::span<const BookEdit* const> edits, const BookEdit*& failing) {
    failing = edits.front();
    EditedPosition& position = edit(failing->key);
    EditedRecords records(std::move(position.records));
    const auto made = result_of([&] {
      for (const BookEdit* const change : edits) records.apply(*(failing = change));
    });
    position.records = records.result();
    made.value();
  }

  [[nodiscard]] EditedPosition read(chess::Key key) {
    auto run = search->find(key).value();
    if (const auto number = search->disorder()) throw out_of_order(file, *number);
    return {.first = run.first, .count = run.entries.size(), .records = std::move(run.entries)};
  }

  void write(BinBookWriter& writer) const {
    BlockReader reader(file);
    std::uint64_t next = 0;
    const auto copy_until = [&](std::uint64_t last) {
      while (next < last) {
        const auto records = reader.records(next, last);
        writer.add(records).value();
        next += records.size();
      }
    };
    for (const auto& [key, position] : positions) {
      copy_until(position.first);
      writer.add(position.records).value();
      next += position.count;
    }
    copy_until(file.count());
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
    if (const auto number = state->search->disorder()) throw out_of_order(state->file, *number);
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
  std::vector<const BookEdit*> by_position;
  for (const BookEdit& edit : edits) by_position.push_back(&edit);
  std::ranges::stable_sort(by_position, {}, &BookEdit::key);
  const BookEdit* first_failed = nullptr;
  Result<void> result;
  for (auto first = by_position.begin(); first != by_position.end();) {
    const auto last = std::find_if(first, by_position.end(),
                                   [key = (*first)->key](const BookEdit* edit) { return edit->key != key; });
    const BookEdit* failed = nullptr;
    auto made = result_of([&] { state_->apply({first, last}, failed); });
    if (!made && (first_failed == nullptr || failed < first_failed)) {
      first_failed = failed;
      result = std::move(made);
    }
    first = last;
  }
  if (result || !result.error().where.empty()) return result;
  return Error{result.error().what, place(*first_failed)};
}

Result<void> BookEditor::apply(const BookEdit& edit) {
  return apply({&edit, 1}, [](const BookEdit&) { return std::string(); });
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
  return result_of([&] { return key == 0 ? std::vector<RawEntry>() : state_->read(key).records; });
}

Result<std::vector<chess::Key>> BookEditor::changed_keys() const {
  return result_of([&] {
    std::vector<chess::Key> keys;
    for (const auto& [key, position] : state_->positions) {
      std::vector<RawEntry> before(position.count);
      state_->file.read(position.first, before).value();
      if (before != position.records) keys.push_back(key);
    }
    return keys;
  });
}

Result<void> edit_book(const std::string& path, const std::string& out,
                       const std::function<Result<void>(BookEditor&)>& change) {
  return replace_book(std::span(&path, 1), out, [&](BinBookWriter& writer) {
    return result_of([&] {
      auto editor = BookEditor::open(path).value();
      change(editor).value();
      if (editor.changed_keys().value().empty() && path == out) return false;
      editor.state_->write(writer);
      return true;
    });
  });
}

}  // namespace polyglot::book
