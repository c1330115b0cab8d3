// SPDX-License-Identifier: MIT
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "counts/format.hpp"

namespace polyglot::counts {

void RowPacker::add(std::span<const Row> rows) {
  for (const Row& row : rows) {
    if (!rows_.empty() && row.key != rows_.back().key) {
      ++packed_.positions;
      if (rows_.size() >= kRowsOfBlock || range_of(row.key) != range_of(rows_.back().key)) end_block();
    }
    if (row.group != last_group_ || packed_.groups.empty()) packed_.groups.insert(last_group_ = row.group);
    rows_.push_back(row);
  }
}

void RowPacker::end_block() {
  packed_.moves += rows_.size();
  packed_.blocks.push_back({.first_key = rows_.front().key, .offset = packed_.bytes.size()});
  pack_block(rows_, packed_.bytes);
  rows_.clear();
}

PackedRows RowPacker::take_packed() {
  return std::exchange(packed_, {});
}

PackedRows RowPacker::end() {
  if (!rows_.empty()) {
    ++packed_.positions;
    end_block();
  }
  return take_packed();
}

struct CountsWriter::State {
  os::AtomicFile file;
  Directory directory;
  boost::unordered_flat_set<std::uint32_t> groups = {};
  std::uint64_t size = 0;  ///< bytes of the file so far

  [[nodiscard]] Result<void> write(std::string_view bytes) {
    size += bytes.size();
    return file.write(std::as_bytes(std::span(bytes)));
  }
};

CountsWriter::CountsWriter(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsWriter::CountsWriter(CountsWriter&&) noexcept = default;
CountsWriter::~CountsWriter() = default;

Result<CountsWriter> CountsWriter::create(const std::string& path, Header header) {
  auto file = os::AtomicFile::create(path);
  if (!file) return file.error();
  header.positions = header.moves = 0;
  auto state = std::make_unique<State>(
      State{.file = std::move(*file), .directory = {.header = std::move(header), .blocks = {}}});
  if (auto written = state->write(begin_bytes()); !written) return written.error();
  return CountsWriter(std::move(state));
}

Result<void> CountsWriter::add(const PackedRows& packed) {
  State& state = *state_;
  for (const BlockPlace& block : packed.blocks)
    state.directory.blocks.push_back({.first_key = block.first_key, .offset = state.size + block.offset});
  state.directory.header.positions += packed.positions;
  state.directory.header.moves += packed.moves;
  state.groups.insert(packed.groups.begin(), packed.groups.end());
  return state.write(packed.bytes);
}

void CountsWriter::set_inputs(std::vector<Input> inputs) {
  state_->directory.header.inputs = std::move(inputs);
}

Result<Header> CountsWriter::commit() {
  State& state = *state_;
  Header& header = state.directory.header;
  header.groups.clear();
  for (const std::uint32_t code : state.groups) header.groups.push_back(Group::of(code));
  std::ranges::sort(header.groups, {}, &Group::code);
  header.games = 0;
  for (const Input& input : header.inputs) header.games += input.games;
  if (auto written = state.write(end_bytes(state.directory, state.size)); !written) return written.error();
  if (auto committed = state.file.commit(); !committed) return committed.error();
  return std::move(header);
}

}  // namespace polyglot::counts
