// SPDX-License-Identifier: MIT
/// Files of counts: bytes with a directory whose checksum is right; a bucket in a file that is sound
/// otherwise; or rows to write. What is not a file of counts is refused. What check() passes
/// can be looked up and added to nothing without a change, and rows that are written are read back.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>

#include "bytes.hpp"
#include "check.hpp"
#include "counts/bits.hpp"
#include "counts/file_layout.hpp"
#include "files.hpp"

namespace polyglot::fuzz {
namespace {

using namespace polyglot::counts;

constexpr std::uint32_t kInputs = 2;

std::string take_text(Bytes& input, std::size_t most) {
  std::string text;
  while (!input.empty() && text.size() < most) text.push_back(input.take<char>());
  return text;
}

std::string with_trailer(std::string bytes, std::size_t directory) {
  const std::string_view of_directory = std::string_view(bytes).substr(directory);
  const std::string trailer =
      trailer_bytes({.begin = directory, .size = of_directory.size(), .checksum = checksum_of(of_directory)});
  return bytes + trailer;
}

/// Anything, and behind it anything as a directory.
std::string any_file(Bytes& input) {
  std::string bytes = begin_bytes();
  bytes += take_text(input, input.take());
  const std::size_t directory = bytes.size();
  bytes += take_text(input, input.rest().size());
  return with_trailer(std::move(bytes), directory);
}

/// One bucket, whatever is in it.
std::string file_of_bucket(Bytes& input) {
  Directory directory;
  directory.header.inputs.resize(kInputs);
  directory.header.inputs[1].hash = {1, 1};
  const auto first_key = input.take<std::uint64_t>();
  const std::string bucket = take_text(input, input.rest().size());
  std::string bytes = begin_bytes();
  directory.places.resize(kPartitions);
  const std::uint32_t partition = partition_of(first_key);
  for (std::uint32_t i = 0; i < partition; ++i)
    directory.places[i].begin = directory.places[i].table = bytes.size();
  Place& place = directory.places[partition];
  place.begin = bytes.size();
  bytes += bucket;
  place.table = bytes.size();
  std::string table;
  put(table, first_key);
  put(table, std::uint32_t{0});
  put(table, checksum_of(bucket));
  place.buckets = 1;
  Numbers sizes(bucket);
  place.positions = sizes.take<std::uint32_t>();
  place.moves = sizes.take<std::uint32_t>();
  place.index = {first_key};
  place.checksum = checksum_of(table);
  bytes += table;
  for (std::uint32_t i = partition + 1; i < kPartitions; ++i)
    directory.places[i].begin = directory.places[i].table = bytes.size();
  const std::size_t begin = bytes.size();
  bytes += directory_bytes(directory);
  return with_trailer(std::move(bytes), begin);
}

Row take_row(Bytes& input) {
  Row row{.move = input.take<std::uint16_t>(), .input = input.take() % kInputs, .totals = {}};
  Totals& totals = row.totals;
  totals.wins = input.take() % 3 == 0 ? input.take<std::uint32_t>() : 1;
  totals.draws = totals.wins == 1 ? 0 : input.take<std::uint16_t>();
  totals.games = totals.wins + totals.draws + (totals.wins == 1 ? 0 : input.take());
  if (totals.games == 0) totals.games = 1;
  if (input.take() % 2 == 0) {
    totals.rated = totals.games;
    totals.rating_sum = totals.games * input.take<std::uint16_t>();
    totals.opponent_sum = totals.games * input.take<std::uint16_t>();
  }
  if (input.take() % 2 == 0) totals.first_date = totals.last_date = 20240000U + input.take() % 13 * 100;
  return row;
}

void write_and_read(Bytes& input, const std::string& path) {
  Header header;
  header.inputs.resize(kInputs);
  header.inputs[1].hash = {1, 1};
  std::map<std::uint64_t, std::vector<Row>> rows;
  while (!input.empty()) {
    std::vector<Row>& of_key = rows[input.take<std::uint64_t>()];
    const Row row = take_row(input);
    const bool is_new = std::ranges::find(of_key, row.move, &Row::move) == of_key.end();
    if (is_new) of_key.push_back(row);
  }
  auto writer = CountsWriter::create(path, header);
  check(writer.has_value(), "a file can be written");
  for (const auto& [key, of_key] : rows) check(writer->add(key, of_key).has_value(), "rows can be written");
  check(writer->commit().has_value(), "a file is completed");
  const auto file = CountsFile::open(path);
  check(file.has_value() && file->check().has_value(), "what was written is sound");
  const auto reader = file->read();
  for (const auto& [key, of_key] : rows) {
    const auto position = reader->next();
    check(position.has_value() && position->has_value(), "all positions are there");
    check((*position)->key == key && std::ranges::equal((*position)->rows, of_key), "rows are as they were");
  }
}

/// Looks everything up that it has.
void read(const std::string& path, const std::string& copy) {
  const auto file = CountsFile::open(path);
  if (!file) return check(file.error().to_string().find('\n') == std::string::npos, "an error is one line");
  const bool is_sound = file->check().has_value();
  std::size_t positions = 0;
  const auto reader = file->read();
  for (auto position = reader->next(); position && *position; position = reader->next(), ++positions) {
    const auto found = file->find((*position)->key);
    check(found.has_value() && found->size() == (*position)->rows.size(), "what is read is found");
    for (const MoveTotals& move : *found) check(move.totals.makes_sense(), "totals make sense");
  }
  (void)file->find(0);
  (void)file->find(~std::uint64_t{0});
  const auto sum = CountsSum::open({path});
  if (!sum) return;
  const std::atomic<bool> stop = false;
  const auto written = write_sum(*sum, copy, stop);
  check(written.has_value() || !is_sound, "what is sound can be added up");
  if (!written) return;
  const auto again = CountsFile::open(copy);
  check(again.has_value() && again->check().has_value(), "a sum is sound");
  check(written->positions == positions, "a sum has all positions");
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  static const ScratchFolder kFolder;
  static const MemoryFile kFile;
  Bytes input({data, size});
  switch (input.take() % 3) {
    case 0:
      kFile.write(any_file(input));
      read(kFile.path(), kFolder.file("sum.counts"));
      break;
    case 1:
      kFile.write(file_of_bucket(input));
      read(kFile.path(), kFolder.file("sum.counts"));
      break;
    default:
      write_and_read(input, kFolder.file("rows.counts"));
  }
  return 0;
}
