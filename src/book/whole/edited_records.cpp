// SPDX-License-Identifier: MIT
#include "book/whole/edited_records.hpp"
#include <algorithm>
#include <bit>
#include <limits>

#include "book/whole/move_places.hpp"

namespace polyglot::book {
namespace {

constexpr std::uint32_t kNoWeight = std::numeric_limits<std::uint32_t>::max();

}  // namespace

EditedRecords::EditedRecords(std::vector<RawEntry> records)
    : records_(std::move(records)),
      first_count_(records_.size()),
      leaves_(std::bit_ceil(records_.size())),
      least_(2 * leaves_, kNoWeight) {
  for (Number number = 0; number < first_count_; ++number) {
    places_.push_back({.gap = number, .was_there = true, .number = number});
    of_moves_[records_[number].move].push_back(number);
    least_[leaves_ + number] = records_[number].weight;
  }
  for (std::size_t node = leaves_ - 1; node > 0; --node)
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
}

Result<void> EditedRecords::apply(const BookEdit& edit) {
  const std::vector<Number> found = find(edit);
  const auto has_move = !found.empty();
  switch (edit.action) {
    case BookEdit::Action::set: {
      if (!has_move) return Error{"the book does not have the move in this position"};
      RawEntry record = records_[found.front()];
      const bool stays = std::exchange(record.weight, edit.weight) == edit.weight;
      std::for_each(found.begin() + (stays ? 1 : 0), found.end(), [this](Number number) { remove(number); });
      if (!stays) add(record);
      break;
    }
    case BookEdit::Action::add:
      if (has_move) return Error{"the book has the move already in this position"};
      [[fallthrough]];
    case BookEdit::Action::ensure:
      if (!has_move) add({.key = edit.key, .move = edit.move, .weight = edit.weight, .learn = edit.learn});
      break;
    case BookEdit::Action::remove:
      if (!has_move) return Error{"the book does not have the move in this position"};
      std::ranges::for_each(found, [this](Number number) { remove(number); });
      break;
    case BookEdit::Action::clear:
      if (result().empty()) return Error{"the book does not have the position"};
      *this = EditedRecords({});
      break;
  }
  return {};
}

std::vector<EditedRecords::Number> EditedRecords::find(const BookEdit& edit) {
  std::vector<Number> found;
  for (const std::uint16_t move : {edit.move, edit.other_code.value_or(edit.move)}) {
    std::vector<Number>& of_move = of_moves_[move];
    std::erase_if(of_move, [this](Number number) { return places_[number].is_removed; });
    found.insert(found.end(), of_move.begin(), of_move.end());
  }
  compared_records() += 1 + found.size();
  std::ranges::sort(found, {}, [this](Number number) { return places_[number].order(); });
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

void EditedRecords::add(const RawEntry& record) {
  const Number number = records_.size();
  const int lightness = -static_cast<int>(record.weight);
  Number gap = first_below(record.weight);
  const auto lighter = added_.upper_bound({lightness, number});
  if (lighter != added_.end()) gap = std::min(gap, places_[lighter->second].gap);
  records_.push_back(record);
  places_.push_back({.gap = gap, .lightness = lightness, .number = number});
  of_moves_[record.move].push_back(number);
  added_.emplace_hint(lighter, lightness, number);
}

void EditedRecords::remove(Number number) {
  places_[number].is_removed = true;
  if (number >= first_count_) {
    added_.erase({places_[number].lightness, number});
    return;
  }
  std::size_t node = leaves_ + number;
  for (least_[node] = kNoWeight; (node /= 2) > 0; ++compared_records())
    least_[node] = std::min(least_[2 * node], least_[2 * node + 1]);
}

EditedRecords::Number EditedRecords::first_below(std::uint32_t weight) const {
  std::size_t node = 1;
  if (least_[node] >= weight) return first_count_;
  for (; node < leaves_; ++compared_records()) node = 2 * node + (least_[2 * node] < weight ? 0 : 1);
  return node - leaves_;
}

std::vector<RawEntry> EditedRecords::result() const {
  std::vector<Place> left = places_;
  std::erase_if(left, [](const Place& place) { return place.is_removed; });
  std::ranges::sort(left, {}, &Place::order);
  std::vector<RawEntry> records;
  records.reserve(left.size());
  for (const Place& place : left) records.push_back(records_[place.number]);
  return records;
}

}  // namespace polyglot::book
