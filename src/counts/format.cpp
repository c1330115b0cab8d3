// SPDX-License-Identifier: MIT
#include "counts/format.hpp"
#include <bit>
#include <new>
#include <numeric>

// Huffman codes at negative levels are an option of the static library only.
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

#include "counts/bytes.hpp"

namespace polyglot::counts {

// ---- Frames of zstd ----

namespace {

constexpr unsigned long long kMostContent = 1U << 28;
/// The bytes that the library may add to each part: the header of a block.
constexpr std::size_t kMostBytesOfPart = 16;
/// A level that hardly looks for repeated bytes, of which parts with a code of their own have few.
constexpr int kLevelOfParts = -50;

struct Free {
  void operator()(ZSTD_CCtx* context) const noexcept { ::ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const noexcept { ::ZSTD_freeDCtx(context); }
};

}  // namespace

void pack_frame(std::string_view content, std::size_t part, std::string& out) {
  const std::unique_ptr<ZSTD_CCtx, Free> context(::ZSTD_createCCtx());
  if (!context) throw std::bad_alloc();
  const auto set = [&context](ZSTD_cParameter parameter, int value) {
    ::ZSTD_CCtx_setParameter(context.get(), parameter, value);
  };
  set(ZSTD_c_checksumFlag, 1);
  set(ZSTD_c_compressionLevel, part < content.size() ? kLevelOfParts : 1);
  set(ZSTD_c_literalCompressionMode, ZSTD_lcm_huffman);
  ::ZSTD_CCtx_setPledgedSrcSize(context.get(), content.size());
  const std::size_t begin = out.size();
  out.resize(begin + ::ZSTD_compressBound(content.size()) + (content.size() / part + 2) * kMostBytesOfPart);
  ZSTD_outBuffer output{out.data() + begin, out.size() - begin, 0};
  // The first part also has the bytes that are left over by the others.
  for (std::size_t size = part + content.size() % part; !content.empty(); size = part) {
    ZSTD_inBuffer input{content.data(), std::min(size, content.size()), 0};
    content.remove_prefix(input.size);
    // There is room for all output. Thus only memory can be missing.
    const ZSTD_EndDirective end = content.empty() ? ZSTD_e_end : ZSTD_e_flush;
    if (::ZSTD_compressStream2(context.get(), &output, &input, end) != 0) throw std::bad_alloc();
  }
  out.resize(begin + output.pos);
}

bool unpack_frame(std::string_view frame, std::string& content) {
  const std::unique_ptr<ZSTD_DCtx, Free> context(::ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  // An unknown size is a number above all sizes.
  const unsigned long long size = ::ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kMostContent) return false;
  content.resize(static_cast<std::size_t>(size));
  return ::ZSTD_decompressDCtx(context.get(), content.data(), content.size(), frame.data(), frame.size()) ==
         content.size();
}

// ---- Blocks ----

namespace {

/// The most bytes that each column has for a number, in the order of numbers_of().
constexpr std::array<std::uint8_t, 13> kMostBytes = {8, 2, 4, 4, 8, 8, 8, 8, 8, 8, 8, 4, 4};
constexpr std::size_t kColumns = kMostBytes.size();
/// Bytes before the columns: number of rows, widths of columns.
constexpr std::size_t kHeadSize = 4 + kColumns;
/// As many rows as fit into the processor's first cache while they become columns or come from there.
constexpr std::size_t kRowsAtOnce = 128;
/// Smaller blocks have one code for all columns, because the codes themselves take more than they save.
constexpr std::size_t kRowsForOwnCodes = 512;

using NumbersOfRow = std::array<std::uint64_t, kColumns>;
/// For each column, the numbers of some rows.
using NumbersOfRows = std::array<std::array<std::uint64_t, kRowsAtOnce>, kColumns>;

/// Returns the numbers of a row. `before`: the key of the row before it.
NumbersOfRow numbers_of(const Row& row, std::uint64_t before) noexcept {
  const Totals& totals = row.totals;
  return {row.key - before,
          row.move,
          row.group,
          row.input,
          totals.games,
          totals.wins,
          totals.draws,
          totals.games - totals.wins - totals.draws - totals.losses,
          totals.games - totals.rated,
          totals.rating_sum,
          totals.opponent_sum,
          totals.first_date,
          std::uint64_t{totals.last_date} - totals.first_date};
}

/// Sets a row, the numbers of which have this place. Does the reverse of numbers_of().
void set_row(Row& row, const NumbersOfRows& numbers, std::size_t place, std::uint64_t before) noexcept {
  auto number = [&, column = std::size_t{0}]() mutable { return numbers[column++][place]; };
  Totals& totals = row.totals;
  row.key = before + number();
  row.move = static_cast<std::uint16_t>(number());
  row.group = static_cast<std::uint32_t>(number());
  row.input = static_cast<std::uint32_t>(number());
  totals.games = number();
  totals.wins = number();
  totals.draws = number();
  totals.losses = totals.games - totals.wins - totals.draws - number();
  totals.rated = totals.games - number();
  totals.rating_sum = number();
  totals.opponent_sum = number();
  totals.first_date = static_cast<std::uint32_t>(number());
  totals.last_date = totals.first_date + static_cast<std::uint32_t>(number());
}

/// Returns the bytes that the highest number of each column needs.
std::array<std::size_t, kColumns> widths_of(std::span<const Row> rows) noexcept {
  NumbersOfRow all{};
  std::uint64_t before = rows.front().key;
  for (const Row& row : rows) {
    const NumbersOfRow numbers = numbers_of(row, before);
    for (std::size_t column = 0; column < kColumns; ++column) all[column] |= numbers[column];
    before = row.key;
  }
  std::array<std::size_t, kColumns> widths;
  std::ranges::transform(all, widths.begin(),
                         [](std::uint64_t bits) { return (std::bit_width(bits) + 7U) / 8; });
  return widths;
}

}  // namespace

void pack_block(std::span<const Row> rows, std::string& out) {
  const auto widths = widths_of(rows);
  const std::size_t width = std::accumulate(widths.begin(), widths.end(), std::size_t{0});
  std::string content;
  content.reserve(kHeadSize + rows.size() * width);
  put(content, static_cast<std::uint32_t>(rows.size()));
  for (const std::size_t each : widths) put(content, static_cast<std::uint8_t>(each));
  content.resize(kHeadSize + rows.size() * width);
  std::uint64_t before = rows.front().key;
  NumbersOfRows numbers;
  for (std::size_t begin = 0; begin < rows.size(); begin += kRowsAtOnce) {
    const auto some = rows.subspan(begin, std::min(kRowsAtOnce, rows.size() - begin));
    for (std::size_t i = 0; i < some.size(); ++i) {
      const NumbersOfRow of_row = numbers_of(some[i], before);
      for (std::size_t column = 0; column < kColumns; ++column) numbers[column][i] = of_row[column];
      before = some[i].key;
    }
    char* bytes = content.data() + kHeadSize + begin;
    for (std::size_t column = 0; column < kColumns; ++column)
      for (std::size_t byte = 0; byte < widths[column]; ++byte, bytes += rows.size())
        for (std::size_t i = 0; i < some.size(); ++i)
          bytes[i] = static_cast<char>(numbers[column][i] >> 8 * byte);
  }
  pack_frame(content, rows.size() < kRowsForOwnCodes ? content.size() : rows.size(), out);
}

bool unpack_block(std::string_view bytes, std::uint64_t first_key, std::vector<Row>& rows) {
  std::string content;
  rows.clear();
  if (!unpack_frame(bytes, content)) return false;
  Numbers head(content);
  const std::size_t size = head.take<std::uint32_t>();
  const std::string_view widths = head.take(kColumns);
  std::size_t width = 0;
  for (std::size_t column = 0; column < widths.size(); ++column) {
    const auto of_column = static_cast<unsigned char>(widths[column]);
    if (of_column > kMostBytes[column]) return false;
    width += of_column;
  }
  if (head.is_bad() || size == 0 || head.rest().size() != size * width) return false;
  rows.resize(size);
  std::uint64_t before = first_key;
  bool is_sound = true;
  NumbersOfRows numbers;
  for (std::size_t begin = 0; begin < size; begin += kRowsAtOnce) {
    const std::size_t count = std::min(kRowsAtOnce, size - begin);
    const auto* from = reinterpret_cast<const unsigned char*>(head.rest().data()) + begin;
    for (std::size_t column = 0; column < kColumns; ++column) {
      numbers[column].fill(0);
      for (unsigned byte = 0; byte < static_cast<unsigned char>(widths[column]); ++byte, from += size)
        for (std::size_t i = 0; i < count; ++i) numbers[column][i] |= std::uint64_t{from[i]} << 8 * byte;
    }
    for (std::size_t i = 0; i < count; ++i) {
      Row& row = rows[begin + i];
      set_row(row, numbers, i, before);
      is_sound &= row.key >= before && row.totals.makes_sense();
      before = row.key;
    }
  }
  return is_sound && rows.front().key == first_key;
}

// ---- The bytes around the blocks ----

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

/// Blocks follow one another from the beginning of the file to `end`, the place of the directory.
bool are_in_order(std::span<const BlockPlace> blocks, std::uint64_t end) noexcept {
  const auto do_not_ascend = [](const BlockPlace& a, const BlockPlace& b) {
    return a.first_key >= b.first_key || a.offset >= b.offset;
  };
  if (blocks.empty()) return end == kBeginSize;
  return blocks.front().offset == kBeginSize && blocks.back().offset < end &&
         std::ranges::adjacent_find(blocks, do_not_ascend) == blocks.end();
}

/// Sums need ascending inputs to find those of a file among those of all files.
bool do_ascend(std::span<const Input> inputs) noexcept {
  return std::ranges::adjacent_find(
             inputs, [](const Input& a, const Input& b) { return a.order() >= b.order(); }) == inputs.end();
}

}  // namespace

std::string begin_bytes() {
  std::string bytes(kBeginMark);
  put(bytes, kVersion);
  return bytes;
}

std::string end_bytes(const Directory& directory, std::uint64_t begin) {
  const Header& header = directory.header;
  std::string content;
  put_text(content, header.settings);
  put_text(content, header.variant);
  put(content, header.positions);
  put(content, header.moves);
  put(content, static_cast<std::uint32_t>(header.inputs.size()));
  for (const Input& input : header.inputs) put_input(content, input);
  put(content, static_cast<std::uint32_t>(header.groups.size()));
  for (const Group& group : header.groups) put(content, group.code());
  for (const BlockPlace& block : directory.blocks) {
    put(content, block.first_key);
    put(content, block.offset);
  }
  std::string bytes;
  pack_frame(content, content.size(), bytes);
  put(bytes, begin);
  return bytes += kEndMark;
}

Result<Directory> read_directory(std::string_view bytes, std::uint64_t begin) {
  std::string content;
  if (!unpack_frame(bytes, content))
    return Error{"the directory of this file of counts is damaged: make or copy it again"};
  Numbers numbers(content);
  Directory directory;
  Header& header = directory.header;
  header.settings = take_text(numbers);
  header.variant = take_text(numbers);
  header.positions = numbers.take<std::uint64_t>();
  header.moves = numbers.take<std::uint64_t>();
  for (auto left = numbers.take<std::uint32_t>(); left > 0 && !numbers.is_bad(); --left) {
    header.inputs.push_back(take_input(numbers));
    header.games += header.inputs.back().games;
  }
  for (auto left = numbers.take<std::uint32_t>(); left > 0 && !numbers.is_bad(); --left)
    header.groups.push_back(Group::of(numbers.take<std::uint32_t>()));
  while (!numbers.rest().empty() && !numbers.is_bad()) {
    BlockPlace& block = directory.blocks.emplace_back();
    block.first_key = numbers.take<std::uint64_t>();
    block.offset = numbers.take<std::uint64_t>();
  }
  if (numbers.is_bad() || !are_in_order(directory.blocks, begin) || !do_ascend(header.inputs))
    return Error{"the directory of this file of counts makes no sense: make the file again"};
  return directory;
}

}  // namespace polyglot::counts
