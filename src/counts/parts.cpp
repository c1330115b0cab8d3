// SPDX-License-Identifier: MIT
#include "counts/parts.hpp"
#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace polyglot::counts {
namespace {

/// An input and the file that has counted it.
struct Counted {
  const Input* input;
  const CountsFile* file;

  /// Two inputs are the same if this is equal, whatever their names.
  [[nodiscard]] auto content() const noexcept {
    return std::tie(input->hash, input->bytes, input->shards, input->shard);
  }
  /// The content of an input that is cut into shards.
  [[nodiscard]] auto whole() const noexcept { return std::tie(input->name, input->bytes); }
};

std::string title_of(PartitionRange range) {
  const std::string first = std::to_string(range.first);
  return range.end - range.first == 1 ? "partition " + first
                                      : "partitions " + first + " to " + std::to_string(range.end - 1);
}

/// The first line of `settings` that `other` does not have.
std::string_view line_without(std::string_view settings, std::string_view other) {
  while (!settings.empty()) {
    const std::size_t end = std::min(settings.find('\n'), settings.size());
    const std::string_view line = settings.substr(0, end);
    const std::size_t found = other.find(line);
    const bool is_there = found != other.npos && (found == 0 || other[found - 1] == '\n') &&
                          (found + line.size() == other.size() || other[found + line.size()] == '\n');
    if (!is_there) return line;
    settings.remove_prefix(std::min(end + 1, settings.size()));
  }
  return {};
}

/// Error: a file cannot be added to the first one.
Result<void> check_settings(const std::vector<CountsFile>& files) {
  const Header& first = files.front().header();
  const std::string than = " than " + files.front().path();
  for (const CountsFile& file : files) {
    const Header& header = file.header();
    if (header.variant != first.variant)
      return Error{"holds games of another variant" + than + ": " + header.variant + ", not " + first.variant,
                   file.path()};
    if (header.settings != first.settings || header.keeps_games != first.keeps_games) {
      const std::string_view line = line_without(header.settings, first.settings);
      const std::string_view other = line_without(first.settings, header.settings);
      return Error{"was counted with other settings" + than + ": " + (line.empty() ? "without " : "") +
                       std::string(line.empty() ? other : line),
                   file.path()};
    }
    if (header.partitions != first.partitions)
      return Error{"has " + std::to_string(header.partitions) + " partitions, and " + files.front().path() +
                       " has " + std::to_string(first.partitions) + ": count with the same --partitions",
                   file.path()};
  }
  return {};
}

Error counted_twice(const Counted& one, const Counted& other) {
  const bool have_one_name = one.input->name == other.input->name;
  return {one.input->title() + (have_one_name ? "" : ", which is the same as " + other.input->title() + ',') +
              " is counted twice: here and in " + one.file->path(),
          other.file->path()};
}

Result<void> check_for_twins(std::vector<Counted> inputs) {
  std::erase_if(inputs, [](const Counted& counted) { return counted.input->is_empty(); });
  std::ranges::sort(inputs, [](const Counted& a, const Counted& b) { return a.content() < b.content(); });
  const auto twin = std::ranges::adjacent_find(
      inputs, [](const Counted& a, const Counted& b) { return a.content() == b.content(); });
  if (twin != inputs.end()) return counted_twice(*twin, *(twin + 1));
  std::ranges::sort(inputs, [](const Counted& a, const Counted& b) { return a.whole() < b.whole(); });
  const auto cut = std::ranges::adjacent_find(inputs, [](const Counted& a, const Counted& b) {
    return a.whole() == b.whole() && a.input->shards != b.input->shards;
  });
  if (cut == inputs.end()) return {};
  const auto pieces = [](const Counted& counted) {
    return counted.input->is_whole() ? std::string("as a whole")
                                     : "in " + std::to_string(counted.input->shards) + " shards";
  };
  return Error{cut->input->name + " is counted " + pieces(*(cut + 1)) + " here, and " + pieces(*cut) +
                   " in " + cut->file->path(),
               (cut + 1)->file->path()};
}

std::vector<Counted> inputs_in(const std::vector<CountsFile>& files, PartitionRange range) {
  std::vector<Counted> inputs;
  for (const CountsFile& file : files) {
    if (!file.header().range.has(range.first)) continue;
    for (const Input& input : file.header().inputs) inputs.push_back({&input, &file});
  }
  std::ranges::sort(inputs,
                    [](const Counted& a, const Counted& b) { return a.input->order() < b.input->order(); });
  return inputs;
}

/// Error: `others` lacks an input of `some`. Both are in the order of inputs.
Result<void> check_for_gap(const std::vector<Counted>& some, const std::vector<Counted>& others,
                           PartitionRange range) {
  auto other = others.begin();
  for (const Counted& counted : some) {
    while (other != others.end() && other->input->order() < counted.input->order()) ++other;
    if (other == others.end() || other->input->order() != counted.input->order())
      return Error{title_of(range) + " of " + counted.input->title() + ", which is counted here, " +
                       (range.end - range.first == 1 ? "is" : "are") + " missing: give all parts",
                   counted.file->path()};
  }
  return {};
}

/// Divides `wanted` into pieces. All partitions of a piece are in the same files.
std::vector<PartitionRange> pieces_of(const std::vector<CountsFile>& files, PartitionRange wanted) {
  std::set<std::uint32_t> borders{wanted.first, wanted.end};
  for (const CountsFile& file : files) {
    const PartitionRange& range = file.header().range;
    for (const std::uint32_t border : {range.first, range.end})
      if (wanted.first < border && border < wanted.end) borders.insert(border);
  }
  std::vector<PartitionRange> pieces;
  for (auto border = borders.begin(); std::next(border) != borders.end(); ++border)
    pieces.push_back({*border, *std::next(border)});
  return pieces;
}

PartitionRange held_by(const std::vector<CountsFile>& files) {
  PartitionRange held = files.front().header().range;
  for (const CountsFile& file : files) {
    held.first = std::min(held.first, file.header().range.first);
    held.end = std::max(held.end, file.header().range.end);
  }
  return held;
}

/// The inputs of all files. Each piece must have all of them.
Result<std::vector<Counted>> check_pieces(const std::vector<CountsFile>& files, PartitionRange wanted) {
  std::vector<Counted> inputs;
  PartitionRange first;
  for (const PartitionRange& piece : pieces_of(files, wanted)) {
    std::vector<Counted> here = inputs_in(files, piece);
    const bool has_file = std::ranges::any_of(
        files, [&](const CountsFile& file) { return file.header().range.has(piece.first); });
    if (!has_file)
      return Error{"no file has " + title_of(piece) + " of " +
                   std::to_string(files.front().header().partitions) + ": give all parts"};
    if (auto checked = check_for_twins(here); !checked) return checked.error();
    if (piece.first == wanted.first) {
      inputs = std::move(here);
      first = piece;
      continue;
    }
    if (auto checked = check_for_gap(inputs, here, piece); !checked) return checked.error();
    if (auto checked = check_for_gap(here, inputs, first); !checked) return checked.error();
  }
  return {boost::system::in_place_value, std::move(inputs)};
}

/// Whether the inputs from `at` are all shards of a file. Of two files with the same name and size nobody
/// knows which shards belong together.
bool are_all_shards(const std::vector<Counted>& inputs, std::size_t at) noexcept {
  const Input& first = *inputs[at].input;
  if (first.is_whole() || first.shards > inputs.size() - at) return false;
  const std::size_t end = at + first.shards;
  if (at > 0 && inputs[at - 1].whole() == inputs[at].whole()) return false;
  if (end < inputs.size() && inputs[end].whole() == inputs[at].whole()) return false;
  for (std::uint32_t i = 0; i < first.shards; ++i) {
    const Input& shard = *inputs[at + i].input;
    if (inputs[at + i].whole() != inputs[at].whole() || shard.shards != first.shards || shard.shard != i + 1)
      return false;
  }
  return true;
}

/// Adds the inputs to the header. If all shards of a file are present, they become the file.
void add_inputs(const std::vector<Counted>& inputs, Joined& joined) {
  for (std::size_t at = 0; at < inputs.size();) {
    Input input = *inputs[at].input;
    const std::size_t pieces = are_all_shards(inputs, at) ? input.shards : 1;
    for (std::size_t i = 1; i < pieces; ++i) {
      const Input& shard = *inputs[at + i].input;
      input.games += shard.games;
      input.hash[0] += shard.hash[0];
      input.hash[1] += shard.hash[1];
    }
    if (pieces > 1) input.shard = input.shards = 1;
    joined.number.insert(joined.number.end(), pieces,
                         static_cast<std::uint32_t>(joined.header.inputs.size()));
    joined.header.games += input.games;
    joined.header.inputs.push_back(std::move(input));
    at += pieces;
  }
}

}  // namespace

Result<Joined> join_headers(const std::vector<CountsFile>& files, std::optional<PartitionRange> wanted) {
  if (files.empty()) return Error{"there are no files of counts"};
  if (auto checked = check_settings(files); !checked) return checked.error();
  const Header& first = files.front().header();
  Joined joined;
  joined.header = {.settings = first.settings,
                   .variant = first.variant,
                   .inputs = {},
                   .groups = {},
                   .partitions = first.partitions,
                   .range = wanted.value_or(held_by(files)),
                   .keeps_games = first.keeps_games};
  const auto inputs = check_pieces(files, joined.header.range);
  if (!inputs) return inputs.error();
  add_inputs(*inputs, joined);
  // A file that is the sum of its shards may also have been counted as a whole under another name.
  if (auto checked = check_for_twins(joined.header.inputs); !checked) return checked.error();
  for (const CountsFile& file : files) {
    std::vector<std::uint32_t>& order = joined.order.emplace_back();
    std::vector<std::uint32_t>& number_in = joined.number_in.emplace_back();
    for (const Input& input : file.header().inputs) {
      const auto at = std::ranges::lower_bound(
          *inputs, input.order(), [](const auto& a, const auto& b) { return a < b; },
          [](const Counted& counted) { return counted.input->order(); });
      order.push_back(static_cast<std::uint32_t>(at - inputs->begin()));
      number_in.push_back(joined.number[order.back()]);
    }
  }
  return {boost::system::in_place_value, std::move(joined)};
}

}  // namespace polyglot::counts
