// SPDX-License-Identifier: MIT
#include "builder/counts_output.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <polyglot/pgn/shard.hpp>

#include "builder/settings_text.hpp"

namespace polyglot::builder {

PackedPartitions CountsChooser::end_partition() {
  end_packing();
  return std::exchange(done_, {});
}

void CountsChooser::pack(chess::Key key, std::span<const counts::Row> rows) {
  const std::uint32_t partition = counts::partition_of(key, partitions_);
  if (has_begun_ && partition != partition_) end_packing();
  partition_ = partition;
  has_begun_ = true;
  packer_.add(key, rows);
}

void CountsChooser::end_packing() {
  if (!has_begun_) return;
  done_.emplace_back(partition_, std::move(packer_.end()));
  packer_.begin();
  has_begun_ = false;
}

namespace {

/// Identifies a file by its content.
struct ContentHash {
  std::uint64_t bytes = 0;                 ///< of the whole file
  std::array<std::uint64_t, 2> hash = {};  ///< of the shard; the sum over all shards is that of the file
};

/// Reads a shard of a file. Source: docs/counts-format.md, "Directory". Error: it is not a regular file,
/// cannot be read, or `stop` was set.
Result<ContentHash> content_hash(const std::string& path, Shard shard, const std::atomic<bool>& stop) {
  const auto file = os::File::open(path);
  if (!file) return file.error();
  const auto size = file->size();
  if (!size) return size.error();
  ContentHash content{.bytes = *size};
  const pgn::FilePiece share = pgn::share_of(*size, shard.number, shard.of);
  std::vector<std::byte> block(pgn::kShardBlock);
  for (std::uint64_t at = share.begin; at < share.end; at += pgn::kShardBlock) {
    if (stop) return Error{"interrupted"};
    const auto got = file->read_at(at, block);
    if (!got) return got.error();
    const XXH128_hash_t hash = XXH3_128bits_withSeed(block.data(), *got, at / pgn::kShardBlock);
    content.hash[0] += hash.low64;
    content.hash[1] += hash.high64;
  }
  return content;
}

/// The maximum for the sums of a single run. A move seldom occurs more than once in a game.
constexpr std::uint64_t kMostGames = std::numeric_limits<std::uint32_t>::max() / 2;

counts::Header header_of(const Settings& settings, std::uint32_t partitions) {
  counts::Header header;
  header.settings = settings_text(settings);
  if (settings.variant) header.variant = settings.variant->name();
  if (settings.filter.variant == "chess960") header.variant = "fischerandom";
  header.partitions = partitions;
  header.ranges = {0, partitions};
  header.keeps_games = settings.keep_games;
  return header;
}

}  // namespace

Result<std::vector<counts::Input>> InputHashes::read() {
  std::vector<counts::Input> inputs;
  for (const std::string& path : settings_.inputs) {
    const auto stamp = os::stamp_of(path);
    if (!stamp) return stamp.error();
    stamps_.push_back(*stamp);
    const auto content = content_hash(path, settings_.shard, stop_);
    if (!content) return content.error();
    if (progress_.stop) return Error{"interrupted"};
    inputs.push_back({.name = path,
                      .bytes = content->bytes,
                      .hash = content->hash,
                      .shard = settings_.shard.number,
                      .shards = settings_.shard.of});
  }
  return {boost::system::in_place_value, std::move(inputs)};
}

Result<CountsOutput> CountsOutput::create(const std::string& path, const Settings& settings,
                                          std::uint32_t partitions, Progress& progress) {
  auto writer = counts::CountsWriter::create(path, header_of(settings, partitions));
  if (!writer) return writer.error();
  return CountsOutput(std::move(*writer), std::make_unique<InputHashes>(settings, progress), progress);
}

Result<void> CountsOutput::add(const PackedPartitions& packed) {
  for (const auto& [partition, content] : packed)
    if (auto added = writer_.add(partition, content); !added) return added;
  return {};
}

Result<void> CountsOutput::add(const KeptGames& games) {
  return games.read([this](const counts::ShownGame& game) {
    return progress_->stop ? Result<void>(Error{"interrupted"}) : writer_.add(game);
  });
}

Result<counts::Header> CountsOutput::commit(const Summary& summary) {
  if (summary.counts.used > kMostGames)
    return Error{"more than " + std::to_string(kMostGames) + " games: count them in several parts"};
  auto inputs = hashes_->get();
  if (!inputs) return inputs.error();
  if (auto checked = hashes_->check(); !checked) return checked.error();
  for (std::size_t i = 0; i < inputs->size(); ++i) (*inputs)[i].games = summary.used[i];
  writer_.set_inputs(std::move(*inputs));
  return writer_.commit();
}

Result<void> check_counting(const Settings& settings) {
  if (settings.drop_duplicates)
    return Error{
        "duplicate games cannot be skipped where games are counted: those in other files are not known"};
  if (settings.filter.sample < 1)
    return Error{"a random share of games depends on how these are cut into files, and cannot be counted"};
  if (settings.variations == Variations::all || settings.as_xboard)
    return Error{"counts have the main lines of games alone"};
  if (std::ranges::find(settings.inputs, "-") != settings.inputs.end())
    return Error{"standard input cannot be read twice, which counting needs: give files"};
  for (std::size_t i = 1; i < settings.inputs.size(); ++i) {
    const std::string& input = settings.inputs[i];
    if (input == settings.inputs[i - 1]) return Error{"is given twice", input};
    if (input < settings.inputs[i - 1])
      return Error{"comes behind " + settings.inputs[i - 1] +
                       ": where games are counted, give the files in the order of their names",
                   input};
  }
  return {};
}

}  // namespace polyglot::builder
