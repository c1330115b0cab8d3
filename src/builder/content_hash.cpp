// SPDX-License-Identifier: MIT
#include "builder/content_hash.hpp"
#include <cstddef>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <polyglot/os/file.hpp>
#include <polyglot/pgn/shard.hpp>

namespace polyglot::builder {

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

}  // namespace polyglot::builder
