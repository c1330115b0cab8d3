#include "builder/duplicates.hpp"
#include <algorithm>
#include <bit>

#include "builder/threads.hpp"

namespace polyglot::builder {
namespace {

/// What the set keeps together: fifteen slots in 136 bytes, thirteen of them in use when it grows.
constexpr std::size_t kGroupBytes = 136;
constexpr std::size_t kGamesOfGroup = 13;
constexpr std::size_t kLeastGroups = 256;

}  // namespace

/// Two thirds for the slots, one third for the older and fewer ones while they move.
Duplicates::Duplicates(std::size_t bytes, const std::atomic<bool>& stop)
    : stop_(stop),
      most_games_(std::bit_floor(std::max(bytes * 2 / 3 / kGroupBytes, kLeastGroups)) * kGamesOfGroup) {}

std::vector<bool> Duplicates::are_new(std::uint64_t number, std::span<const std::uint64_t> hashes) {
  std::vector<bool> news;
  std::unique_lock lock(mutex_);
  if (!wait_unless(stop_, turn_changed_, lock, [&] { return turn_ == number; }))
    return std::vector<bool>(hashes.size());
  for (const std::uint64_t hash : hashes) {
    const bool has_room = known_.size() < most_games_;
    news.push_back(has_room ? known_.insert(hash).second : !known_.contains(hash));
  }
  ++turn_;
  turn_changed_.notify_all();
  return news;
}

}  // namespace polyglot::builder
