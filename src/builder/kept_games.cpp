// SPDX-License-Identifier: MIT
#include "builder/kept_games.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <polyglot/counts/header.hpp>

#include "builder/tag_values.hpp"

namespace polyglot::builder {
namespace {

/// What comes before the texts of a game.
struct Entry {
  std::uint64_t offset = 0;
  std::uint32_t input = 0;
  std::uint16_t year = 0;
  std::uint16_t month = 0;
  std::array<std::uint16_t, 2> ratings = {};
  std::array<std::uint8_t, 4> sizes = {};  ///< of the texts
  std::uint8_t result = 0;                 ///< pgn::GameResult
  std::array<std::uint8_t, 7> reserved = {};

  [[nodiscard]] std::size_t size() const noexcept {
    std::size_t size = sizeof(Entry);
    for (const std::uint8_t each : sizes) size += each;
    return size;
  }
};
static_assert(sizeof(Entry) == 32);

Entry entry_at(const char* at) noexcept {
  Entry entry;
  std::memcpy(&entry, at, sizeof(Entry));
  return entry;
}

std::uint16_t rating(const pgn::GameText& game, pgn::KnownTag side) noexcept {
  return static_cast<std::uint16_t>(
      std::clamp(rating_of(game, side).value_or(0), 0, int{std::numeric_limits<std::uint16_t>::max()}));
}

counts::ShownGame game_at(const char* at) {
  const Entry entry = entry_at(at);
  const char* text = at + sizeof(Entry);
  std::array<std::string, 4> texts;
  for (std::size_t i = 0; i < texts.size(); text += entry.sizes[i++]) texts[i].assign(text, entry.sizes[i]);
  return {.white = std::move(texts[0]),
          .black = std::move(texts[1]),
          .event = std::move(texts[2]),
          .site = std::move(texts[3]),
          .white_rating = entry.ratings[0],
          .black_rating = entry.ratings[1],
          .year = entry.year,
          .month = entry.month,
          .result = std::string(counts::kResultTexts.at(entry.result)),
          .place = {.input = entry.input, .offset = entry.offset}};
}

/// The maximum bytes of a temporary file that are read at once. A game takes far fewer.
constexpr std::size_t kReadAtOnce = std::size_t{1} << 18;

using Take = std::function<Result<void>(const counts::ShownGame&)>;

/// Passes the complete games in `bytes` to `take`. Returns the number of their bytes.
Result<std::size_t> pass(std::span<const char> bytes, const Take& take) {
  std::size_t at = 0;
  while (bytes.size() - at >= sizeof(Entry)) {
    const std::size_t size = entry_at(bytes.data() + at).size();
    if (size > bytes.size() - at) break;
    if (auto taken = take(game_at(bytes.data() + at)); !taken) return taken.error();
    at += size;
  }
  return at;
}

/// Passes the games of a share in a run to `take`.
Result<void> pass(const BasicRunFile<char>& runs, std::size_t run, std::size_t share, const Take& take) {
  std::string bytes;
  const std::size_t size = runs.records(run, share);
  for (std::size_t at = 0; at < size;) {
    bytes.resize(std::min(kReadAtOnce, size - at));
    if (auto read = runs.read(run, share, at, std::span(bytes)); !read) return read;
    const auto passed = pass(bytes, take);
    if (!passed) return passed.error();
    if (*passed == 0) return Error{"the temporary data of games is damaged"};
    at += *passed;
  }
  return {};
}

}  // namespace

void put_kept_game(const pgn::GameText& game, counts::GamePlace place, std::uint32_t date, std::string& out) {
  using pgn::KnownTag;
  Entry entry{.offset = place.offset,
              .input = place.input,
              .year = static_cast<std::uint16_t>(date / 10000),
              .month = static_cast<std::uint16_t>(date / 100 % 100),
              .ratings = {rating(game, KnownTag::white_elo), rating(game, KnownTag::black_elo)},
              .result = static_cast<std::uint8_t>(pgn::result_of(result_tag_of(game)))};
  std::array<std::string, 4> texts;
  constexpr std::array kTags = {KnownTag::white, KnownTag::black, KnownTag::event, KnownTag::site};
  for (std::size_t i = 0; i < kTags.size(); ++i) {
    texts[i] = pgn::unescaped(game.tag(kTags[i]).value_or("")).substr(0, counts::kMostTagBytes);
    entry.sizes[i] = static_cast<std::uint8_t>(texts[i].size());
  }
  out.append(reinterpret_cast<const char*>(&entry), sizeof(Entry));
  for (const std::string& text : texts) out += text;
}

void KeptGames::add(std::uint64_t number, std::string_view games) {
  if (games.empty()) return;
  std::array<std::string, counts::kMostGameShares> shares;
  while (!games.empty()) {
    const Entry entry = entry_at(games.data());
    shares[counts::share_of_game(entry.offset, kPartitions)] += games.substr(0, entry.size());
    games.remove_prefix(entry.size());
  }
  BasicBlock<char> block{std::span<const std::string>(shares)};
  bytes_ += block.bytes();
  const std::scoped_lock lock(mutex_);
  blocks_.emplace(number, std::move(block));
}

Result<void> KeptGames::make_room() {
  if (!runs_) {
    auto file = BasicRunFile<char>::create(folder_);
    if (!file) return file.error();
    runs_ = std::move(*file);
  }
  std::vector<const BasicBlock<char>*> blocks;
  for (const auto& [number, block] : blocks_) blocks.push_back(&block);
  auto appended = runs_->append(blocks);
  blocks_.clear();
  bytes_ = 0;
  return appended;
}

/// Games have the order of their chunks. The games of a later run follow those of an earlier run.
Result<void> KeptGames::read(const std::function<Result<void>(const counts::ShownGame&)>& take) const {
  for (std::size_t share = 0; share < counts::kMostGameShares; ++share) {
    for (std::size_t run = 0; runs_ && run < runs_->runs(); ++run)
      if (auto passed = pass(*runs_, run, share, take); !passed) return passed;
    for (const auto& [number, block] : blocks_)
      if (auto passed = pass(block.slice(share), take); !passed) return passed.error();
  }
  return {};
}

}  // namespace polyglot::builder
