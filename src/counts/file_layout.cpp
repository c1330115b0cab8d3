// SPDX-License-Identifier: MIT
#include "counts/file_layout.hpp"
#include <algorithm>
#include <span>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "counts/bits.hpp"

namespace polyglot::counts {
namespace {

void put_text(std::string& out, std::string_view text) {
  put(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

std::string take_text(Numbers& numbers) {
  const auto size = numbers.take<std::uint32_t>();
  return std::string(numbers.take(size));
}

void put_input(std::string& out, const Input& input) {
  put_text(out, input.name);
  put(out, input.bytes);
  for (const std::uint64_t half : input.hash) put(out, half);
  put(out, input.games);
}

Input take_input(Numbers& numbers) {
  Input input;
  input.name = take_text(numbers);
  input.bytes = numbers.take<std::uint64_t>();
  for (std::uint64_t& half : input.hash) half = numbers.take<std::uint64_t>();
  input.games = numbers.take<std::uint64_t>();
  return input;
}

std::size_t pieces_of(std::size_t buckets) noexcept {
  return (buckets + kBucketsOfPiece - 1) / kBucketsOfPiece;
}

void put_place(std::string& out, const Place& place) {
  put(out, place.begin);
  put(out, place.table);
  put(out, place.buckets);
  put(out, place.checksum);
  put(out, place.positions);
  put(out, place.moves);
  for (const std::uint64_t key : place.index) put(out, key);
}

Place take_place(Numbers& numbers) {
  Place place;
  place.begin = numbers.take<std::uint64_t>();
  place.table = numbers.take<std::uint64_t>();
  place.buckets = numbers.take<std::uint32_t>();
  place.checksum = numbers.take<std::uint32_t>();
  place.positions = numbers.take<std::uint64_t>();
  place.moves = numbers.take<std::uint64_t>();
  const std::size_t pieces = pieces_of(place.buckets);
  Numbers keys(numbers.take(pieces * sizeof(std::uint64_t)));
  for (std::size_t i = 0; i < pieces && !numbers.is_bad(); ++i)
    place.index.push_back(keys.take<std::uint64_t>());
  return place;
}

/// Partitions follow one another from the beginning of the file to the directory.
bool are_in_order(const Directory& directory, std::uint64_t end) noexcept {
  std::uint64_t at = kBeginSize;
  for (const Place& place : directory.places) {
    if (place.begin != at || place.table < at || place.table > end ||
        place.buckets > (end - place.table) / kTableEntry || !std::ranges::is_sorted(place.index))
      return false;
    at = place.end();
  }
  return at == end;
}

/// Sums need ascending inputs to find those of a file among those of all files.
bool do_ascend(std::span<const Input> inputs) noexcept {
  return std::ranges::adjacent_find(
             inputs, [](const Input& a, const Input& b) { return a.order() >= b.order(); }) == inputs.end();
}

}  // namespace

void add_numbers(Directory& directory) noexcept {
  Header& header = directory.header;
  header.positions = header.moves = header.games = 0;
  for (const Place& place : directory.places) {
    header.positions += place.positions;
    header.moves += place.moves;
  }
  for (const Input& input : header.inputs) header.games += input.games;
}

std::uint32_t checksum_of(std::string_view bytes) noexcept {
  return static_cast<std::uint32_t>(XXH3_64bits(bytes.data(), bytes.size()));
}

std::string begin_bytes() {
  std::string bytes(kBeginMark);
  put(bytes, kVersion);
  put(bytes, std::uint32_t{0});
  return bytes;
}

std::string directory_bytes(const Directory& directory) {
  const Header& header = directory.header;
  std::string bytes;
  put_text(bytes, header.settings);
  put_text(bytes, header.variant);
  put(bytes, static_cast<std::uint32_t>(header.inputs.size()));
  for (const Input& input : header.inputs) put_input(bytes, input);
  put(bytes, static_cast<std::uint32_t>(header.groups.size()));
  for (const Group& group : header.groups) put(bytes, group.code());
  for (const Place& place : directory.places) put_place(bytes, place);
  return bytes;
}

Result<Directory> read_directory(std::string_view bytes, std::uint64_t begin) {
  const Error wrong{"the directory of this file of counts makes no sense: make the file again"};
  Numbers numbers(bytes);
  Directory directory;
  Header& header = directory.header;
  header.settings = take_text(numbers);
  header.variant = take_text(numbers);
  for (auto left = numbers.take<std::uint32_t>(); left > 0 && !numbers.is_bad(); --left)
    header.inputs.push_back(take_input(numbers));
  for (auto left = numbers.take<std::uint32_t>(); left > 0 && !numbers.is_bad(); --left)
    header.groups.push_back(Group::of(numbers.take<std::uint32_t>()));
  for (std::uint32_t i = 0; i < kPartitions && !numbers.is_bad(); ++i)
    directory.places.push_back(take_place(numbers));
  if (numbers.is_bad() || !numbers.rest().empty() || !are_in_order(directory, begin)) return wrong;
  if (!do_ascend(header.inputs)) return wrong;
  add_numbers(directory);
  return directory;
}

std::string trailer_bytes(const Trailer& trailer) {
  std::string bytes;
  put(bytes, trailer.begin);
  put(bytes, trailer.size);
  put(bytes, trailer.checksum);
  put(bytes, kVersion);
  bytes += kEndMark;
  return bytes;
}

Result<Trailer> read_trailer(std::string_view bytes, std::uint64_t file_size) {
  const Error cut{"this file of counts is cut short or damaged at its end: make or copy it again"};
  if (bytes.size() != kTrailerSize || !bytes.ends_with(kEndMark)) return cut;
  Numbers numbers(bytes);
  Trailer trailer;
  trailer.begin = numbers.take<std::uint64_t>();
  trailer.size = numbers.take<std::uint64_t>();
  trailer.checksum = numbers.take<std::uint32_t>();
  const std::uint64_t end = file_size - kTrailerSize;
  if (numbers.take<std::uint32_t>() != kVersion) return cut;
  if (trailer.begin < kBeginSize || trailer.begin > end || trailer.size != end - trailer.begin) return cut;
  return trailer;
}

}  // namespace polyglot::counts
