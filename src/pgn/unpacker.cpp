// SPDX-License-Identifier: MIT
#include "pgn/unpacker.hpp"
#include <algorithm>
#include <string_view>
#include <utility>

namespace polyglot::pgn {
namespace {

/// Skips zeros, which tapes and devices fill their blocks with.
void skip_zeros(RawFile& file) {
  for (;;) {
    const std::string_view ahead = file.peek(1);
    const std::size_t zeros = std::min(ahead.find_first_not_of('\0'), ahead.size());
    if (zeros == 0) return;
    file.skip(zeros);
  }
}

}  // namespace

bool Unpacker::read_part(RawFile& file, std::span<char>& room) {
  if (error_ || (!in_part_ && !begin_part(file))) return false;
  while (in_part_ && !room.empty() && !error_) unpack(file, room);
  return true;
}

/// False if no other part follows.
bool Unpacker::begin_part(RawFile& file) {
  skip_zeros(file);
  const std::string_view first = file.peek(kMagicSize);
  in_part_ = packing_of(first) == packing_;
  if (in_part_) {
    codec_->begin();
  } else if (first.size() < kMagicSize && may_begin(packing_, first)) {
    file.skip(first.size());
    fail_as_cut(file);
  } else if (!first.empty()) {
    fail(file, "the bytes after the packed data are not " + std::string(name_of(packing_)) +
                   "; Polyglot ignored them. Download the file again if it should hold more");
  }
  return in_part_;
}

void Unpacker::unpack(RawFile& file, std::span<char>& room) {
  std::string_view ahead = file.peek(1);
  const std::size_t had = ahead.size();
  const std::size_t wanted = room.size();
  const Codec::Step step = codec_->unpack(ahead, room);
  file.skip(had - ahead.size());
  if (step == Codec::Step::failed) return fail(file, codec_->failure());
  in_part_ = step == Codec::Step::more;
  if (in_part_ && had == 0 && room.size() == wanted) fail_as_cut(file);
}

void Unpacker::fail(const RawFile& file, std::string what) {
  error_ = Error{std::move(what), file.name() + ": offset " + std::to_string(file.consumed())};
}

void Unpacker::fail_as_cut(const RawFile& file) {
  fail(file, "the compressed file is cut short; download it again");
}

}  // namespace polyglot::pgn
