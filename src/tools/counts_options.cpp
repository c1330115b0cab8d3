// SPDX-License-Identifier: MIT
#include "tools/counts_options.hpp"
#include <string_view>

#include <polyglot/ascii.hpp>
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>

namespace polyglot::tools {

namespace {

Result<builder::Shard> read_piece(const std::string& text) {
  constexpr std::uint32_t kMostPieces = 1'000'000;
  std::string_view rest = text;
  const auto number = take_clamped_number<std::uint32_t>(rest);
  const bool has_slash = rest.starts_with('/');
  if (has_slash) rest.remove_prefix(1);
  const auto of = take_clamped_number<std::uint32_t>(rest);
  if (!number || !has_slash || !of || !rest.empty() || *number < 1 || *number > *of || *of > kMostPieces)
    return wrong_value(text, "a number of so many, like 1/8 or 8/8");
  return builder::Shard{.number = *number, .of = *of};
}

}  // namespace

Action piece_number(std::optional<builder::Shard>& place) {
  return parsed(place, read_piece);
}

Result<std::optional<counts::PartitionRange>> range_of_piece(const std::string& part,
                                                             const std::optional<builder::Shard>& piece) {
  if (!piece) return std::optional<counts::PartitionRange>();
  const auto file = counts::CountsFile::open(part);
  if (!file) return file.error();
  const auto range = counts::range_of(piece->number, piece->of, file->header().partitions);
  if (!range) return Error{range.error().what, "--range"};
  return std::optional(*range);
}

boost::json::object counts_json(const std::string& path, const counts::Header& header) {
  return {{"file", path},
          {"games", header.games},
          {"positions", header.positions},
          {"moves", header.moves},
          {"groups", header.groups.size()},
          {"inputs", header.inputs.size()},
          {"partitions", header.partitions},
          {"first_partition", header.range.first},
          {"end_partition", header.range.end}};
}

}  // namespace polyglot::tools
