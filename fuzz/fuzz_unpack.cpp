// SPDX-License-Identifier: MIT
/// Packed games: the bytes of a file, or a text that is packed and then damaged. The text and the error at
/// its end must not depend on the size of the pieces that are read. An undamaged text must come out
/// unchanged. Zero bytes before damage do not count: no text has them, and libbz2 does not tell how many it
/// gave out.
#include <polyglot/pgn/input.hpp>

#include "check.hpp"
#include "pgn/packed_text.hpp"

namespace polyglot::fuzz {
namespace {

/// A few bytes may stand for gigabytes.
constexpr std::size_t kMostText = std::size_t{4} << 20;

struct Reading {
  std::string text;
  std::string error;

  friend bool operator==(const Reading&, const Reading&) = default;
};

/// Up to kMostText of the text.
Reading read(const std::string& bytes, std::size_t piece) {
  Reading reading;
  auto input = pgn::Input::from_bytes(bytes, "games");
  if (!input) return {"", input.error().to_string()};
  std::string buffer(piece, '\0');
  while (reading.text.size() < kMostText) {
    const auto got = input->read(buffer);
    if (!got) reading.error = got.error().to_string();
    if (!got || *got == 0) break;
    check(*got <= piece, "no more is read than there is room for");
    reading.text.append(buffer, 0, *got);
    check(input->consumed() <= bytes.size(), "no more is taken than the file has");
  }
  reading.text.resize(std::min(reading.text.size(), kMostText));
  if (!reading.error.empty()) reading.text.resize(reading.text.find_last_not_of('\0') + 1);
  return reading;
}

std::string packed(std::uint8_t how, std::string_view text) {
  constexpr int kLevels = 9;
  switch (how % 4) {
    case 1:
      return pgn::test::gzip(text);
    case 2:
      return pgn::test::bzip2(text, 1 + how / 4 % kLevels);
    case 3:
      return pgn::test::zstd(text);
    default:
      return std::string(text);
  }
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  Bytes input({data, size});
  const auto how = input.take<std::uint8_t>();
  const auto place = input.take<std::uint16_t>();
  const auto change = input.take<std::uint8_t>();
  const std::string text(as_text(input.rest()));
  std::string bytes = packed(how, text);
  const bool is_packed = how % 4 != 0;
  if (is_packed && !bytes.empty()) bytes[place % bytes.size()] ^= static_cast<char>(change);
  const Reading whole = read(bytes, std::size_t{1} << 16);
  if (is_packed && change == 0) check(whole == Reading{text, ""}, "what is packed comes out as it was");
  check(whole.error.find('\n') == std::string::npos, "an error is one line");
  for (const std::size_t piece : {std::size_t{7}, std::size_t{777}, kMostText}) {
    if (piece < 100 && whole.text.size() > 100'000) continue;
    check(read(bytes, piece) == whole, "pieces of any size give the same");
  }
  return 0;
}
