// SPDX-License-Identifier: MIT
#include "explorer/edit_history.hpp"
#include <filesystem>

#include <boost/unordered/unordered_flat_set.hpp>
#include <fmt/format.h>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::explorer {

namespace {

/// Failure: the move has another weight than the user saw. If the move is missing, the editor reports it.
void check_seen(const Change& change, const std::vector<book::RawEntry>& now) {
  const auto record = book::find_record(now, book::codes_of(change.position, change.move));
  if (!change.seen || record == now.end() || record->weight == *change.seen) return;
  throw Failure(fmt::format("{} has changed to {} in the meantime; reload the page",
                            game::to_san(change.position, change.move), record->weight));
}

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string in_words(const Change& change, const std::vector<book::RawEntry>& before) {
  const auto old = book::find_record(before, book::codes_of(change.position, change.move));
  const std::string from = old == before.end() ? "added" : std::to_string(old->weight);
  const std::string to = change.kind == Change::Kind::remove ? "removed" : std::to_string(change.weight);
  return fmt::format("{}: {} {} → {}", file_name(change.book), game::to_san(change.position, change.move),
                     from, to);
}

}  // namespace

std::vector<EditHistory::ChangedPosition> EditHistory::carry_out(book::BookEditor& editor,
                                                                 std::span<const Change> changes) {
  std::vector<ChangedPosition> positions;
  std::vector<book::BookEdit> edits;
  boost::unordered_flat_set<chess::Key, book::KeyHash> keys;
  for (const Change& change : changes) {
    const chess::Key key = change.position.key();
    auto records = editor.records(key).value();
    check_seen(change, records);
    if (keys.insert(key).second) positions.push_back({.key = key, .before = std::move(records), .after = {}});
    const book::MoveCodes codes = book::codes_of(change.position, change.move);
    edits.push_back({.action = change.kind,
                     .move = codes.usual,
                     .weight = change.weight,
                     .number = static_cast<std::uint32_t>(edits.size()),
                     .key = key,
                     .other_code = codes.other});
  }
  const auto place_of = [changes](const book::BookEdit& edit) {
    const Change& change = changes[edit.number];
    return changes.size() > 1 ? game::to_san(change.position, change.move) : std::string();
  };
  editor.apply(edits, place_of).value();
  for (ChangedPosition& position : positions) position.after = editor.records(position.key).value();
  return positions;
}

Result<void> EditHistory::apply(std::span<const Change> changes) {
  if (changes.empty()) return Error{"there is nothing to change"};
  const std::string& book = changes.front().book;
  std::vector<ChangedPosition> positions;
  const auto edit = [&](book::BookEditor& editor) -> Result<void> {
    return result_of([&] { positions = carry_out(editor, changes); });
  };
  if (auto edited = book::edit_book(book, book, edit); !edited) return edited;
  const Change& first = changes.front();
  const bool is_one = changes.size() == 1 && first.kind != Change::Kind::ensure;
  if (!is_one) {
    std::erase_if(positions, [](const ChangedPosition& each) { return each.before == each.after; });
    if (positions.empty()) return Error{"has all of that already", book};
  }
  std::string words =
      is_one ? in_words(first, positions.front().before)
             : fmt::format("{}: changes in {}", file_name(book), counted(positions.size(), "position"));
  done_.push_back(
      {.number = ++changes_, .book = book, .positions = std::move(positions), .words = std::move(words)});
  return {};
}

Result<void> EditHistory::undo(std::optional<std::uint64_t> expected) {
  if (done_.empty()) return Error{"there is no change to take back"};
  const Done& last = done_.back();
  if (expected && *expected != last.number)
    return Error{"the last change is a different one now, \"" + last.words + "\"; reload the page"};
  bool others_wrote = false;
  const auto undone = take_back(last, others_wrote);
  const std::string words = last.words;
  if (undone || others_wrote) done_.pop_back();
  if (undone) return {};
  return Error{fmt::format("\"{}\" is not taken back: {}", words, undone.error().to_string())};
}

Result<void> EditHistory::take_back(const Done& change, bool& others_wrote) {
  const auto restore = [&](book::BookEditor& editor) {
    return result_of([&] {
      others_wrote = std::ranges::any_of(change.positions, [&](const ChangedPosition& position) {
        return editor.records(position.key).value() != position.after;
      });
      if (others_wrote)
        throw Failure("another program has changed these moves since, they stay", change.book);
      for (const ChangedPosition& position : change.positions)
        editor.replace(position.key, position.before).value();
    });
  };
  return book::edit_book(change.book, change.book, restore);
}

}  // namespace polyglot::explorer
