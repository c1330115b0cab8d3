#include "builder/duplicates.hpp"
#include <algorithm>
#include <bit>
#include <utility>

#include "builder/wait.hpp"

namespace polyglot::builder {
namespace {

constexpr std::size_t kFirstSlots = 4096;

}  // namespace

/// Two thirds for the slots, one third for the older and smaller ones while they move.
Duplicates::Duplicates(std::size_t bytes, const std::atomic<bool>& stop)
    : stop_(stop),
      slots_(kFirstSlots),
      most_slots_(std::bit_floor(std::max(bytes * 2 / 3 / sizeof(std::uint64_t), kFirstSlots))) {}

std::vector<bool> Duplicates::are_new(std::uint64_t number, std::span<const std::uint64_t> hashes) {
  std::vector<bool> news;
  std::unique_lock lock(mutex_);
  if (!wait_unless(stop_, turn_changed_, lock, [&] { return turn_ == number; }))
    return std::vector<bool>(hashes.size());
  for (const std::uint64_t hash : hashes) news.push_back(insert(hash | 1));
  ++turn_;
  turn_changed_.notify_all();
  return news;
}

bool Duplicates::insert(std::uint64_t hash) {
  std::uint64_t& slot = slot_of(hash);
  if (slot == hash) return false;
  if (4 * count_ < 3 * slots_.size()) {
    slot = hash;
    ++count_;
  }
  if (4 * count_ >= 3 * slots_.size() && slots_.size() < most_slots_) grow();
  return true;
}

std::uint64_t& Duplicates::slot_of(std::uint64_t hash) noexcept {
  std::size_t at = (hash >> 1) & (slots_.size() - 1);
  while (slots_[at] != 0 && slots_[at] != hash) at = (at + 1) & (slots_.size() - 1);
  return slots_[at];
}

void Duplicates::grow() {
  const auto old = std::exchange(slots_, std::vector<std::uint64_t>(2 * slots_.size()));
  for (const std::uint64_t hash : old) {
    if (hash != 0) slot_of(hash) = hash;
  }
}

}  // namespace polyglot::builder
