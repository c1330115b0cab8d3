#include <algorithm>
#include <map>
#include <utility>

#include <polyglot/book/editor.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "book/bin_check.hpp"
#include "book/bin_file.hpp"
#include "book/block_reader.hpp"
#include "book/file_lock.hpp"
#include "book/file_stamp.hpp"
#include "book/record_copier.hpp"

namespace polyglot::book {
namespace {

/// A position that has been named: where its records are in the file, and what they are to be.
struct EditedPosition {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<RawEntry> records = {};
};

/// One lookup takes as long as a walk takes for so many records.
constexpr std::uint64_t kRecordsPerLookup = 500;

Error not_there() {
  return {"the book does not have the move in this position"};
}

Error header_key() {
  return {"key 0 marks the header of a book, it cannot have moves"};
}

void insert_by_weight(std::vector<RawEntry>& records, const RawEntry& entry) {
  const auto lighter = [&entry](const RawEntry& other) { return other.weight < entry.weight; };
  records.insert(std::ranges::find_if(records, lighter), entry);
}

}  // namespace

struct BookEditor::State {
  State(BinFile opened, FileStamp opened_stamp) : file(std::move(opened)), stamp(opened_stamp) {}

  /// Notes the records of `keys`, ascending, in one walk over the file.
  [[nodiscard]] Result<void> read_all(std::span<const chess::Key> keys);
  /// The position, read from the file if it has not been named before.
  [[nodiscard]] Result<EditedPosition*> edit(chess::Key key);
  [[nodiscard]] Result<EditedPosition> read(chess::Key key) const;
  /// Error: the name stands for another file by now, or for other contents.
  [[nodiscard]] Result<void> check_unchanged();

  BinFile file;
  FileStamp stamp;
  std::map<chess::Key, EditedPosition> positions;
  bool outdated = false;
};

Result<EditedPosition> BookEditor::State::read(chess::Key key) const {
  EditedPosition position;
  const auto first = file.lower_bound(0, file.count(), key);
  if (!first) return first.error();
  auto records = file.records_of(key, *first);
  if (!records) return records.error();
  return EditedPosition{.first = *first, .count = records->size(), .records = std::move(*records)};
}

Result<EditedPosition*> BookEditor::State::edit(chess::Key key) {
  if (key == 0) return header_key();
  const auto known = positions.lower_bound(key);
  if (known != positions.end() && known->first == key) return &known->second;
  auto position = read(key);
  if (!position) return position.error();
  return &positions.emplace_hint(known, key, std::move(*position))->second;
}

Result<void> BookEditor::State::read_all(std::span<const chess::Key> keys) {
  BlockReader reader(file);
  auto wanted = keys.begin();
  const auto note = [this](chess::Key key, std::uint64_t index) -> EditedPosition& {
    return positions.try_emplace(positions.end(), key, EditedPosition{.first = index})->second;
  };
  for (std::uint64_t index = 0; index < file.count() && wanted != keys.end();) {
    const auto bytes = reader.bytes(index, file.count());
    if (!bytes) return bytes.error();
    for (std::size_t at = 0; at < bytes->size(); at += kRecordSize, ++index) {
      const RawEntry entry = decode_entry(bytes->subspan(at).first<kRecordSize>());
      for (; wanted != keys.end() && *wanted < entry.key; ++wanted) note(*wanted, index);
      if (wanted == keys.end()) break;
      if (*wanted != entry.key) continue;
      EditedPosition& position = note(entry.key, index);
      ++position.count;
      position.records.push_back(entry);
    }
  }
  for (; wanted != keys.end(); ++wanted) note(*wanted, file.count());
  return {};
}

Result<void> BookEditor::State::check_unchanged() {
  const std::string& path = file.file().path();
  const auto now = FileStamp::of_path(path);
  if (!now) return now.error();
  outdated = *now != stamp;
  if (!outdated) return {};
  return Error{"another program has changed the book meanwhile: nothing saved, try again", path};
}

Result<BookEditor> BookEditor::open(const std::string& path) {
  auto opened = MappedFile::open(path);
  if (!opened) return opened.error();
  const auto stamp = FileStamp::of_open(opened->descriptor(), path);
  if (!stamp) return stamp.error();
  auto state = std::make_unique<State>(BinFile(std::move(*opened)), *stamp);
  if (auto sound = check_bin_file(state->file); !sound) return sound.error();
  state->file.file().release_pages();
  return BookEditor(std::move(state));
}

BookEditor::BookEditor(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
BookEditor::BookEditor(BookEditor&& other) noexcept = default;
BookEditor::~BookEditor() = default;

Result<void> BookEditor::expect(std::vector<chess::Key> keys) {
  std::erase_if(keys, [this](chess::Key key) { return key == 0 || state_->positions.contains(key); });
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  if (keys.size() < state_->file.count() / kRecordsPerLookup) return {};
  return state_->read_all(keys);
}

Result<void> BookEditor::set_weight(chess::Key key, std::uint16_t move, std::uint16_t weight) {
  const auto position = state_->edit(key);
  if (!position) return position.error();
  std::vector<RawEntry>& records = (*position)->records;
  const auto first = std::ranges::find(records, move, &RawEntry::move);
  if (first == records.end()) return not_there();
  const auto further = std::remove_if(first + 1, records.end(),
                                      [move](const RawEntry& record) { return record.move == move; });
  records.erase(further, records.end());
  if (first->weight == weight) return {};
  RawEntry entry = *first;
  entry.weight = weight;
  records.erase(first);
  insert_by_weight(records, entry);
  return {};
}

Result<void> BookEditor::add(const RawEntry& entry) {
  const auto position = state_->edit(entry.key);
  if (!position) return position.error();
  std::vector<RawEntry>& records = (*position)->records;
  if (std::ranges::find(records, entry.move, &RawEntry::move) != records.end())
    return Error{"the book has the move already in this position"};
  insert_by_weight(records, entry);
  return {};
}

Result<void> BookEditor::remove(chess::Key key, std::uint16_t move) {
  const auto position = state_->edit(key);
  if (!position) return position.error();
  const auto removed =
      std::erase_if((*position)->records, [move](const RawEntry& record) { return record.move == move; });
  if (removed == 0) return not_there();
  return {};
}

Result<void> BookEditor::replace(chess::Key key, std::vector<RawEntry> records) {
  if (std::ranges::any_of(records, [key](const RawEntry& record) { return record.key != key; }))
    return Error{"a record of another position among those to replace"};
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
    const auto before = state_->file.read(position.first, position.count);
    if (!before) return before.error();
    if (*before != position.records) keys.push_back(key);
  }
  return keys;
}

Result<void> BookEditor::save(const std::string& path) {
  const BinFile& source = state_->file;
  const auto lock = FileLock::acquire(source.file().descriptor(), source.file().path());
  if (!lock) return lock.error();
  if (auto same = state_->check_unchanged(); !same) return same;
  auto target = os::AtomicFile::create(path);
  if (!target) return target.error();
  RecordCopier copier(source, *target);
  for (const auto& [key, position] : state_->positions) {
    if (auto copied = copier.copy_until(position.first); !copied) return copied;
    copier.skip(position.count);
    if (auto written = copier.append(position.records); !written) return written;
  }
  if (auto copied = copier.copy_until(source.count()); !copied) return copied;
  if (auto written = copier.finish(); !written) return written;
  return target->commit();
}

bool BookEditor::is_outdated() const noexcept {
  return state_->outdated;
}

}  // namespace polyglot::book
