// SPDX-License-Identifier: MIT
/// Files of counts: bytes with a directory as a frame; a block in a file that is sound
/// otherwise; or rows to write. What is not a file of counts is refused. What check() passes
/// can be looked up and added to nothing without a change, and rows that are written are read back.
#include <atomic>

#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>

#include "counts/bytes.hpp"
#include "counts/format.hpp"
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

/// Anything, and behind it anything as a directory.
std::string any_file(Bytes& input) {
  std::string bytes = begin_bytes();
  bytes += take_text(input, input.take());
  const std::uint64_t begin = bytes.size();
  const std::string directory = take_text(input, input.rest().size());
  if (!directory.empty()) pack_frame(directory, directory.size(), bytes);
  put(bytes, begin);
  bytes += kEndMark;
  return bytes;
}

/// One block, whatever is in it.
std::string file_of_block(Bytes& input) {
  Directory directory;
  directory.header.inputs.resize(kInputs);
  directory.header.inputs[1].hash = {1, 1};
  directory.header.positions = input.take();
  directory.header.moves = input.take();
  std::string bytes = begin_bytes();
  directory.blocks.push_back({.first_key = input.take<std::uint64_t>(), .offset = bytes.size()});
  const std::string block = take_text(input, input.rest().size());
  if (!block.empty()) pack_frame(block, block.size(), bytes);
  return bytes + end_bytes(directory, bytes.size());
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
    const auto key = input.take<std::uint64_t>();
    std::vector<Row>& of_key = rows[key];
    Row row = take_row(input);
    row.key = key;
    const bool is_new = std::ranges::find(of_key, row.move, &Row::move) == of_key.end();
    if (is_new) of_key.push_back(row);
  }
  auto writer = CountsWriter::create(path, header);
  check(writer.has_value(), "a file can be written");
  RowPacker packer;
  for (const auto& [key, of_key] : rows) packer.add(of_key);
  check(writer->add(packer.end()).has_value(), "rows can be written");
  check(writer->commit().has_value(), "a file is completed");
  const auto file = CountsFile::open(path);
  check(file.has_value() && file->check().has_value(), "what was written is sound");
  std::vector<Row> read;
  std::vector<Row> block;
  for (std::size_t number = 0; number < file->blocks(); ++number) {
    check(file->read_block(number, block).has_value(), "what was written is read");
    read.insert(read.end(), block.begin(), block.end());
  }
  auto next = read.begin();
  for (const auto& [key, of_key] : rows)
    for (const Row& row : of_key) check(next != read.end() && *next++ == row, "rows are as they were");
  check(next == read.end(), "no row was made up");
}

/// Looks everything up that it has.
void read(const std::string& path, const std::string& copy) {
  const auto file = CountsFile::open(path);
  if (!file) return check(file.error().to_string().find('\n') == std::string::npos, "an error is one line");
  const bool is_sound = file->check().has_value();
  std::vector<Row> rows;
  for (std::size_t block = 0; block < file->blocks() && file->read_block(block, rows); ++block)
    for (std::size_t i = 0; i < rows.size(); i += 1 + i / 64) {
      const auto found = file->find(rows[i].key);
      check(found.has_value() && !found->empty(), "what is read is found");
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
  check(!is_sound || written->positions == file->header().positions, "a sum has all positions");
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
      kFile.write(file_of_block(input));
      read(kFile.path(), kFolder.file("sum.counts"));
      break;
    default:
      write_and_read(input, kFolder.file("rows.counts"));
  }
  return 0;
}
