// SPDX-License-Identifier: MIT
#include "explorer/edit_history.hpp"
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include <polyglot/book/editor.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/game/notation.hpp>

namespace polyglot::explorer {

namespace {

/// Error: the move does not weigh what the person saw. That it is gone, the editor tells.
Result<void> check_seen(const Change& change, const std::vector<book::RawEntry>& now) {
  const auto record = book::find_record(now, book::codes_of(change.position, change.move));
  if (!change.seen || record == now.end() || record->weight == *change.seen) return {};
  return Error{fmt::format("{} has changed to {} in the meantime; reload the page",
                           game::to_san(change.position, change.move), record->weight)};
}

std::string in_words(const Change& change, const std::vector<book::RawEntry>& before) {
  const auto old = book::find_record(before, book::codes_of(change.position, change.move));
  const std::string from = old == before.end() ? "added" : std::to_string(old->weight);
  const std::string to = change.kind == Change::Kind::remove ? "removed" : std::to_string(change.weight);
  return fmt::format("{}: {} {} → {}", std::filesystem::path(change.book).filename().string(),
                     game::to_san(change.position, change.move), from, to);
}

}  // namespace

Result<void> EditHistory::apply(const Change& change) {
  const chess::Key key = change.position.key();
  std::vector<book::RawEntry> before;
  std::vector<book::RawEntry> after;
  const auto carried_out = [&](book::BookEditor& editor) -> Result<void> {
    auto records = editor.records(key);
    if (!records) return records.error();
    before = std::move(*records);
    if (auto same = check_seen(change, before); !same) return same;
    const book::MoveCodes codes = book::codes_of(change.position, change.move);
    auto changed = editor.apply({.action = change.kind,
                                 .move = codes.usual,
                                 .weight = change.weight,
                                 .key = key,
                                 .other_code = codes.other});
    if (!changed) return changed;
    records = editor.records(key);
    if (!records) return records.error();
    after = std::move(*records);
    return {};
  };
  if (auto edited = book::edit_book(change.book, change.book, carried_out); !edited) return edited;
  std::string words = in_words(change, before);
  done_.push_back({.number = ++changes_,
                   .book = change.book,
                   .key = key,
                   .before = std::move(before),
                   .after = std::move(after),
                   .words = std::move(words)});
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
  const auto restore = [&](book::BookEditor& editor) -> Result<void> {
    const auto now = editor.records(change.key);
    if (!now) return now.error();
    others_wrote = *now != change.after;
    if (others_wrote) return Error{"another program has changed these moves since, they stay", change.book};
    return editor.replace(change.key, change.before);
  };
  return book::edit_book(change.book, change.book, restore);
}

}  // namespace polyglot::explorer
