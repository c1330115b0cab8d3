// SPDX-License-Identifier: MIT
/// Scripts of arbitrary text on books made from the input. A script must have the result of a slow and simple
/// model, or none at all, with an error that names the first wrong line. Written again, it must have the same
/// result.
///
/// The first byte says what else is in the book, the second how long its list of records is; the script is
/// the rest.
#include <limits>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/pgn/input.hpp>

#include "book_records.hpp"
#include "files.hpp"
#include "tools/book_edits.hpp"

namespace polyglot::fuzz {
namespace {

using book::RawEntry;
using tools::BookEdit;
using Action = BookEdit::Action;
using Edits = std::vector<BookEdit>;

constexpr std::uint8_t kManyRecords = 1;  ///< so that positions are looked up one by one
constexpr std::uint8_t kHeader = 2;
constexpr std::uint8_t kRewrite = 4;  ///< reading a script takes longer than all the rest
constexpr int kChoiceShift = 3;

const MemoryFile& script_file() {
  static const MemoryFile file;
  return file;
}

Result<Edits> read(std::string_view script) {
  script_file().write(script);
  tools::KnownPositions known;
  return result_of([&] { return tools::read_edit_script(script_file().path(), game::Rules(), known); });
}

std::string place(const BookEdit& edit) {
  return "script:" + std::to_string(edit.number);
}

// ---- Scripts --------------------------------------------------------------------------------------------

bool same(const BookEdit& a, const BookEdit& b) {
  return a.action == b.action && a.key == b.key && a.move == b.move && a.weight == b.weight &&
         a.learn == b.learn;
}

bool same(const Edits& a, const Edits& b) {
  return std::ranges::equal(a, b, [](const BookEdit& x, const BookEdit& y) { return same(x, y); });
}

std::string hexadecimal(chess::Key number) {
  std::string digits;
  for (; number > 0; number /= 16) digits.insert(digits.begin(), "0123456789abcdef"[number % 16]);
  return digits.empty() ? "0" : digits;
}

/// By keys and codes.
std::string written(const BookEdit& edit) {
  const std::string code =
      edit.action == Action::clear ? "*" : "0x" + hexadecimal(edit.move + 0x10000U).substr(1);
  std::string line = "key 0x" + hexadecimal(edit.key) + "\r\n";
  switch (edit.action) {
    case Action::set:
      return line + "set " + code + " " + std::to_string(edit.weight) + "\n";
    case Action::add:
      return line + "add\t" + code + "=" + std::to_string(edit.weight) + " " +
             std::to_string(edit.learn >> 16) + " " + std::to_string(edit.learn & 0xffffU) + " # as it was\n";
    default:
      return line + "delete " + code + "\n\n";
  }
}

std::string written(const Edits& edits) {
  std::string script;
  for (const BookEdit& edit : edits) script += written(edit);
  return script;
}

void check_script(std::string_view script, const Result<Edits>& edits, std::uint8_t kind) {
  const std::string& path = script_file().path();
  if (!pgn::Input::open(path)) return check(!edits, "a file of another kind is refused");
  const auto lines = static_cast<std::size_t>(std::ranges::count(script, '\n')) + 1;
  if (!edits) {
    check_error(edits.error(), path + ":");
    const std::size_t line = std::stoul(edits.error().where.substr(path.size() + 1));
    check(line >= 1 && line <= lines, "a mistake is in a line that is there");
    return;
  }
  std::size_t last = 0;
  for (const BookEdit& edit : *edits) {
    check(edit.number > last && edit.number <= lines, "changes come line by line");
    last = edit.number;
  }
  if ((kind & kRewrite) != 0) {
    const auto again = read(written(*edits));
    return check(again && same(*again, *edits), "a script written anew is the same");
  }
  const auto wrong = read(std::string(script) + "\nnonsense");
  check(!wrong && wrong.error().where == path + ":" + std::to_string(lines + 1), "a mistake has a line");
}

// ---- Changes --------------------------------------------------------------------------------------------

using Model = std::map<chess::Key, Entries>;

Model model_of(const Entries& entries) {
  Model model;
  for (const RawEntry& entry : entries)
    if (entry.key != 0) model[entry.key].push_back(entry);
  return model;
}

void insert(Entries& records, const RawEntry& entry) {
  auto place = records.begin();
  while (place != records.end() && place->weight >= entry.weight) ++place;
  records.insert(place, entry);
}

/// False if it cannot be made.
bool make(Model& model, const BookEdit& edit) {
  if (edit.key == 0 || edit.key == book::kClosingRecord.key) return false;
  Entries& records = model[edit.key];
  const auto first = std::ranges::find(records, edit.move, &RawEntry::move);
  const bool is_there = edit.action == Action::clear ? !records.empty() : first != records.end();
  if (is_there == (edit.action == Action::add)) return false;
  if (edit.action == Action::clear) {
    records.clear();
    return true;
  }
  RawEntry entry{.key = edit.key, .move = edit.move, .weight = edit.weight, .learn = edit.learn};
  if (edit.action == Action::set) {
    entry.learn = first->learn;
    const auto behind = std::remove_if(first + 1, records.end(),
                                       [&](const RawEntry& record) { return record.move == edit.move; });
    records.erase(behind, records.end());
    if (first->weight == edit.weight) return true;
  }
  std::erase_if(records, [&](const RawEntry& record) { return record.move == edit.move; });
  if (edit.action != Action::remove) insert(records, entry);
  return true;
}

Entries entries_of(const Entries& header, const Model& model) {
  Entries entries = header;
  for (const auto& [key, records] : model) entries.insert(entries.end(), records.begin(), records.end());
  return entries;
}

book::BookEditor open(const std::string& path) {
  auto editor = book::BookEditor::open(path);
  check(editor.has_value(), "a sound book can be edited");
  return std::move(*editor);
}

/// The book that `change` makes of one.
template <class Change>
std::vector<std::byte> changed_book(const std::string& path, const Change& change) {
  const std::string out = path + ".changed";
  std::filesystem::remove(out);  // a book whose bytes look like a text would not be replaced
  const auto saved = book::edit_book(path, out, [&change](book::BookEditor& editor) {
    change(editor);
    return Result<void>();
  });
  check(saved.has_value(), "a changed book can be saved");
  return read_file(out);
}

void check_failure(const std::string& path, const Edits& edits, const BookEdit& impossible) {
  const auto before = read_file(path);
  auto editor = open(path);
  const auto applied = editor.apply(edits, place);
  check(!applied, "what cannot be made is an error");
  check_error(applied.error(), place(impossible));
  check(applied.error().where == place(impossible), "an error names the first change that cannot be made");
  check(read_file(path) == before, "a script that fails leaves the book alone");
}

void check_success(const std::string& path, const Edits& edits, const Entries& expected) {
  const auto before = read_file(path);
  auto editor = open(path);
  check(editor.apply(edits, place).has_value(), "what the model can make can be made");
  const auto keys = editor.changed_keys();
  tools::ChangeText changes(game::Rules(), [](chess::Key /*key*/) { return std::nullopt; });
  for (const chess::Key key : keys) changes.add(editor.original(key).value(), editor.records(key).value());
  check(changes.text().empty() == keys.empty(), "changes have a description");
  for (const auto& [key, records] : model_of(expected)) {
    const auto found = editor.records(key);
    check(found && *found == records, "an editor shows what it has changed");
  }
  const auto after = changed_book(path, [&](book::BookEditor& again) {
    check(again.apply(edits, place).has_value(), "what can be made once can be made again");
  });
  check(after == encode(expected), "a script does what it says");
  check(keys.empty() == (after == before), "changes are told from none");

  const auto slow = changed_book(path, [&](book::BookEditor& again) {
    for (const BookEdit& edit : edits) {
      check(again.apply(std::span(&edit, 1), place).has_value(), "changes can be made one by one");
      if (edit.action != Action::set) continue;
      check(again.apply(std::span(&edit, 1), place).has_value(), "a weight can be set twice");
    }
  });
  check(slow == after, "one by one, set twice: the same");
}

void check_edits(const Entries& entries, const Edits& edits) {
  static const ScratchFolder folder;
  const std::string path = folder.file("book.bin");
  write_file(path, encode(entries));
  if (auto editor = book::BookEditor::open(path); !editor)
    return check(is_taken_for_another(editor.error()), "a sound book can be edited");
  const auto header = static_cast<std::ptrdiff_t>(header_size(entries));
  Model model = model_of(entries);
  for (const BookEdit& edit : edits)
    if (!make(model, edit)) return check_failure(path, edits, edit);
  check_success(path, edits, entries_of({entries.begin(), entries.begin() + header}, model));
}

Entries take_book(Bytes bytes, std::uint8_t kind) {
  const Positions positions = walk(bytes, start_position(kind >> kChoiceShift));
  Entries entries = take_entries(bytes, positions);
  constexpr std::uint64_t kMany = 1100;
  if ((kind & kManyRecords) != 0)
    for (std::uint64_t i = 1; i <= kMany; ++i)
      entries.push_back({.key = std::numeric_limits<chess::Key>::max() / kMany * i, .move = 1, .weight = 1});
  if ((kind & kHeader) != 0) entries.push_back({.key = 0, .move = 0x4050, .weight = 0x4740, .learn = 0});
  std::ranges::stable_sort(entries, {}, &RawEntry::key);
  return entries;
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  Bytes bytes(std::span(data, size));
  const std::uint8_t kind = bytes.take();
  const std::size_t length = bytes.take();
  const auto rest = bytes.rest();
  const auto list = rest.first(std::min(length, rest.size()));
  const auto lines = rest.subspan(list.size());
  const std::string_view script = as_text(lines);
  const auto edits = read(script);
  check_script(script, edits, kind);
  if (edits) check_edits(take_book(Bytes(list), kind), *edits);
  return 0;
}
