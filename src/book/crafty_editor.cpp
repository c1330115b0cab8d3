// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <polyglot/book/crafty_editor.hpp>
#include <polyglot/book/crafty_key.hpp>

#include "book/crafty_content.hpp"
#include "book/crafty_lookup.hpp"

namespace polyglot::book {
namespace {

std::uint64_t key_of(const chess::Position& position, chess::Move move) {
  chess::Position next = position;
  next.make(move);
  return crafty_record_key(crafty_signature(position), crafty_signature(next), position.side_to_move());
}

/// Changes a book in memory.
class CraftyEditing {
 public:
  explicit CraftyEditing(CraftyContent& content) : content_(content) {}

  [[nodiscard]] Result<void> apply(const CraftyEdit& edit) {
    if (edit.position.needs_chess960())
      return Error{"a book of Crafty has no positions of Chess960", edit.place};
    if (edit.action == CraftyEdit::Action::clear) return clear(edit);
    const std::uint64_t key = key_of(edit.position, edit.move);
    const auto place = std::ranges::lower_bound(content_.records, key, {}, &CraftyRecord::key);
    const bool is_there = place != content_.records.end() && place->key == key;
    if (is_there == (edit.action == CraftyEdit::Action::add))
      return Error{is_there ? "the book has the move already in this position"
                            : "the book does not have the move in this position",
                   edit.place};
    if (edit.action == CraftyEdit::Action::remove) {
      note(edit, *place, std::nullopt);
      content_.records.erase(place);
    } else if (is_there) {
      const CraftyRecord before = *place;
      set(*place, edit);
      note(edit, before, *place);
    } else {
      CraftyRecord record{
          .key = key, .status = crafty_status::kWhiteWon | crafty_status::kBlackWon, .count = 1};
      set(record, edit);
      content_.clusters.set(record.cluster());
      content_.records.insert(place, record);
      note(edit, std::nullopt, record);
    }
    return {};
  }

  [[nodiscard]] std::vector<CraftyChange> changes() && { return std::move(changes_); }

 private:
  static void set(CraftyRecord& record, const CraftyEdit& edit) {
    record.count = edit.count.value_or(record.count);
    record.learn = edit.learn.value_or(record.learn);
    if (edit.marks)
      record.status = static_cast<std::uint8_t>((record.status & ~crafty_status::kMarks) | *edit.marks);
  }

  [[nodiscard]] Result<void> clear(const CraftyEdit& edit) {
    const auto hits = find_crafty_moves(edit.position, content_.records);
    if (hits.empty()) return Error{"the book does not have the position", edit.place};
    for (const CraftyHit& hit : hits) {
      changes_.push_back(
          {.position = edit.position, .move = hit.move, .before = hit.record, .after = std::nullopt});
      std::erase(content_.records, hit.record);
    }
    return {};
  }

  void note(const CraftyEdit& edit, std::optional<CraftyRecord> before, std::optional<CraftyRecord> after) {
    if (before != after)
      changes_.push_back({.position = edit.position, .move = edit.move, .before = before, .after = after});
  }

  CraftyContent& content_;
  std::vector<CraftyChange> changes_;
};

Result<std::vector<CraftyChange>> apply_all(CraftyContent& content, std::span<const CraftyEdit> edits) {
  CraftyEditing editing(content);
  for (const CraftyEdit& edit : edits)
    if (auto applied = editing.apply(edit); !applied) return applied.error();
  return std::move(editing).changes();
}

}  // namespace

Result<std::vector<CraftyChange>> edit_crafty_book(const std::string& path, const std::string& out,
                                                   std::span<const CraftyEdit> edits,
                                                   const std::function<Result<void>()>& before_writing) {
  std::vector<CraftyChange> made;
  const auto edit = [&]() -> Result<std::optional<CraftyContent>> {
    auto content = read_crafty_content(path);
    if (!content) return content.error();
    auto changes = apply_all(*content, edits);
    if (!changes) return changes.error();
    made = std::move(*changes);
    if (made.empty() && path == out) return std::optional<CraftyContent>();
    if (before_writing && !made.empty())
      if (auto done = before_writing(); !done) return done.error();
    return std::optional(std::move(*content));
  };
  if (auto replaced = replace_crafty_book(std::span(&path, 1), out, edit); !replaced) return replaced.error();
  return made;
}

Result<std::vector<CraftyChange>> preview_crafty_edits(const std::string& path,
                                                       std::span<const CraftyEdit> edits) {
  auto content = read_crafty_content(path);
  if (!content) return content.error();
  return apply_all(*content, edits);
}

}  // namespace polyglot::book
