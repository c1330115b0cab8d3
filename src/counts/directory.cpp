// SPDX-License-Identifier: MIT
#include "counts/directory.hpp"
#include <algorithm>
#include <span>

#include "counts/bytes.hpp"
#include "counts/frame.hpp"

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
