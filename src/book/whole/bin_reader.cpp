// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_reader.hpp>

#include "book/formats/bin/record_file.hpp"

namespace polyglot::book {
namespace {

/// 128 KiB: large enough that system calls take little of the time, and small enough for the cache.
constexpr std::uint64_t kStreamBlock = 8192;

}  // namespace

struct BinBookReader::State {
  explicit State(RecordFile opened) : file(std::move(opened)), block(std::min(kStreamBlock, file.count())) {}

  RecordFile file;
  std::string_view remedy = {};  ///< what to do about descending keys; empty: they are no error
  std::uint64_t next = 0;
  chess::Key last_key = 0;
  std::vector<RawEntry> block;
};

Result<BinBookReader> BinBookReader::open(const std::string& path) {
  auto reader = open_damaged(path);
  return reader ? sound(std::move(*reader)) : reader.error();
}

Result<BinBookReader> BinBookReader::open_damaged(const std::string& path) {
  auto file = RecordFile::open(path);
  return file ? Result<BinBookReader>(over(std::move(*file))) : file.error();
}

BinBookReader BinBookReader::over(RecordFile file) {
  return BinBookReader(std::make_unique<State>(std::move(file)));
}

Result<BinBookReader> BinBookReader::sound(BinBookReader reader, std::string_view remedy) {
  if (reader.file_size() % kRecordSize != 0)
    return not_whole(reader.state_->file,
                     "it is cut short, damaged or not a Polyglot book; copy it again, or save the rest with "
                     "check-book --repair");
  reader.state_->remedy = remedy;
  return reader;
}

BinBookReader::BinBookReader(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
BinBookReader::BinBookReader(BinBookReader&& other) noexcept = default;
BinBookReader::~BinBookReader() = default;

const std::string& BinBookReader::path() const noexcept {
  return state_->file.path();
}

std::uint64_t BinBookReader::file_size() const noexcept {
  return state_->file.size();
}

Result<std::span<const RawEntry>> BinBookReader::next_block() {
  State& state = *state_;
  const auto block = std::span(state.block)
                         .first(std::min<std::uint64_t>(state.block.size(), state.file.count() - state.next));
  if (auto read = state.file.read(state.next, block); !read) return read.error();
  for (std::size_t i = 0; !state.remedy.empty() && i < block.size(); ++i)
    if (block[i].key < std::exchange(state.last_key, block[i].key))
      return not_sorted(state.file, state.next + i, state.remedy);
  state.next += block.size();
  return std::span<const RawEntry>(block);
}

Result<std::vector<RawEntry>> BinBookReader::read_all() {
  std::vector<RawEntry> records;
  records.reserve(count() - state_->next);
  return result_of([&] {
    for (auto block = next_block().value(); !block.empty(); block = next_block().value())
      records.insert(records.end(), block.begin(), block.end());
    return std::move(records);
  });
}

}  // namespace polyglot::book
