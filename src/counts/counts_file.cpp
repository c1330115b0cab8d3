// SPDX-License-Identifier: MIT
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/os/file.hpp>

#include "counts/bytes.hpp"
#include "counts/format.hpp"

namespace polyglot::counts {
namespace {

std::string read_bytes(const os::File& file, std::uint64_t at, std::uint64_t size) {
  std::string bytes(size, '\0');
  if (file.read_at(at, std::as_writable_bytes(std::span(bytes))).value() != size)
    throw Failure("the file became shorter while it was read", file.path());
  return bytes;
}

Failure cut_short(const std::string& path) {
  return Failure("this file of counts is cut short or damaged at its end: make or copy it again", path);
}

}  // namespace

struct CountsFile::State {
  os::File file;
  Directory directory;
  std::uint64_t end_of_blocks = 0;  ///< the offset of the directory

  [[nodiscard]] std::uint16_t number_of_group(std::uint32_t code) const noexcept {
    const auto& groups = directory.header.groups;
    return static_cast<std::uint16_t>(std::ranges::lower_bound(groups, code, {}, &Group::code) -
                                      groups.begin());
  }
};

Result<bool> is_counts_file(const std::string& path) {
  return result_of([&] {
    if (os::kind_of(path) != os::PathKind::file) return false;
    std::string begin(kBeginMark.size(), '\0');
    const auto file = os::File::open(path).value();
    const std::size_t got = file.read_at(0, std::as_writable_bytes(std::span(begin))).value();
    return got == begin.size() && begin == kBeginMark;
  });
}

CountsFile::CountsFile(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CountsFile::CountsFile(CountsFile&&) noexcept = default;
CountsFile& CountsFile::operator=(CountsFile&&) noexcept = default;
CountsFile::~CountsFile() = default;

Result<CountsFile> CountsFile::open(const std::string& path) {
  return result_of([&] {
    auto file = os::File::open(path).value();
    const std::uint64_t size = file.size().value();
    const std::string begin = read_bytes(file, 0, std::min<std::uint64_t>(size, kBeginSize));
    if (!begin.starts_with(kBeginMark))
      throw Failure("is no file of counts; to make one of games: polyglot count-games", path);
    if (size < kBeginSize + kTrailerSize) throw cut_short(path);
    const auto version = Numbers(std::string_view(begin).substr(kBeginMark.size())).take<std::uint32_t>();
    if (version != kVersion)
      throw Failure("is of version " + std::to_string(version) + ", and this program reads version " +
                        std::to_string(kVersion) + ": count the games again, or take " +
                        (version < kVersion ? "an older" : "a newer") + " program",
                    path);
    const std::uint64_t end = size - kTrailerSize;
    const std::string trailer = read_bytes(file, end, kTrailerSize);
    const auto place = Numbers(trailer).take<std::uint64_t>();
    if (!trailer.ends_with(kEndMark) || place < kBeginSize || place > end) throw cut_short(path);
    auto directory = read_directory(read_bytes(file, place, end - place), place);
    if (!directory) throw Failure(directory.error().what, path);
    return CountsFile(std::make_unique<State>(
        State{.file = std::move(file), .directory = std::move(*directory), .end_of_blocks = place}));
  });
}

const Header& CountsFile::header() const noexcept {
  return state_->directory.header;
}

const std::string& CountsFile::path() const noexcept {
  return state_->file.path();
}

std::size_t CountsFile::blocks() const noexcept {
  return state_->directory.blocks.size();
}

Result<void> CountsFile::read_block(std::size_t number, std::vector<Row>& rows) const {
  const std::vector<BlockPlace>& blocks = state_->directory.blocks;
  const BlockPlace& block = blocks[number];
  const bool is_last = number + 1 == blocks.size();
  const std::uint64_t end = is_last ? state_->end_of_blocks : blocks[number + 1].offset;
  return result_of([&] {
    const std::string bytes = read_bytes(state_->file, block.offset, end - block.offset);
    const bool is_sound = unpack_block(bytes, block.first_key, rows) &&
                          (is_last || rows.back().key < blocks[number + 1].first_key) &&
                          std::ranges::all_of(rows, [inputs = header().inputs.size()](const Row& row) {
                            return row.input < inputs;
                          });
    if (!is_sound)
      throw Failure("this block of counts is damaged: make or copy the file again",
                    path() + ": offset " + std::to_string(block.offset));
  });
}

Result<std::vector<MoveTotals>> CountsFile::find(std::uint64_t key) const {
  const std::vector<BlockPlace>& blocks = state_->directory.blocks;
  std::vector<MoveTotals> moves;
  const auto after = std::ranges::upper_bound(blocks, key, {}, &BlockPlace::first_key);
  if (after == blocks.begin()) return moves;
  std::vector<Row> rows;
  if (auto read = read_block(static_cast<std::size_t>(after - blocks.begin() - 1), rows); !read)
    return read.error();
  const auto first = std::ranges::lower_bound(rows, key, {}, &Row::key);
  for (auto row = first; row != rows.end() && row->key == key; ++row)
    moves.push_back({.move = row->move, .group = state_->number_of_group(row->group), .totals = row->totals});
  std::ranges::sort(moves, {}, [](const MoveTotals& row) { return std::tuple(row.move, row.group); });
  return moves;
}

Result<void> CountsFile::check() const {
  std::uint64_t positions = 0;
  std::uint64_t moves = 0;
  std::vector<Row> rows;
  for (std::size_t block = 0; block < blocks(); ++block) {
    if (auto read = read_block(block, rows); !read) return read;
    moves += rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) positions += i == 0 || rows[i].key != rows[i - 1].key;
  }
  if (positions == header().positions && moves == header().moves) return {};
  return Error{"the directory of this file of counts is damaged: it does not fit the blocks", path()};
}

}  // namespace polyglot::counts
