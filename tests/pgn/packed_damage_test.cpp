// SPDX-License-Identifier: MIT
/// What can be read from damaged packed files: everything before the damage.

#include <polyglot/pgn/input.hpp>

#include "pgn/packed_text.hpp"
#include "support/testing.hpp"

namespace polyglot::pgn {
namespace {

constexpr const char* kCut = "the compressed file is cut short";

/// Moves, which pack as those of games do.
std::string some_moves(std::size_t size) {
  constexpr std::array kMoves = {"e4 ", "e5 ",  "Nf3 ",   "Nc6 ",  "Bb5 ",
                                 "a6 ", "O-O ", "dxe5\n", "Rfe1 ", "1-0\n\n"};
  std::mt19937 random(7);
  std::string text;
  while (text.size() < size) text += kMoves[random() % kMoves.size()];
  text.resize(size);
  return text;
}

/// What was read up to the end, or up to an error.
struct Reading {
  std::string text;
  std::string error;
  std::uint64_t offset = 0;  ///< of the error

  /// How much text had been read after a number of bytes of the file.
  std::vector<std::pair<std::uint64_t, std::size_t>> progress = {{0, 0}};
};

Reading read(std::string bytes, std::size_t piece) {
  Reading reading;
  auto input = Input::from_bytes(std::move(bytes), "games").value();
  std::string buffer(piece, '\0');
  for (;;) {
    const auto got = input.read(buffer);
    if (got && *got == 0) return reading;
    if (!got) {
      reading.error = got.error().what;
      EXPECT_THAT(got.error().where, StartsWith("games: offset "));
      reading.offset = std::stoull(got.error().where.substr(14));
      EXPECT_EQ(input.read(buffer).error().what, reading.error) << "the error stays";
      return reading;
    }
    reading.text.append(buffer, 0, *got);
    reading.progress.emplace_back(input.consumed(), reading.text.size());
  }
}

struct DamageCase {
  const char* name;
  std::string (*pack)(std::string_view);
  std::size_t size;  ///< of a text that makes some blocks
};

/// A file of two parts, and what can be read of its first bytes.
// Texts are compared without EXPECT_EQ, which would take minutes to tell how two long ones differ.
class PackedDamage : public testing::TestWithParam<DamageCase> {
 protected:
  static constexpr std::size_t kCases = 100;
  static constexpr std::size_t kMagic = 10;  ///< whatever has fewer bytes is plain text

  static std::string pack(std::string_view text) { return GetParam().pack(text); }

  /// Some places of the file, those around the end of the first part among them.
  [[nodiscard]] std::vector<std::size_t> places() const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < kCases; ++i) places.push_back(kMagic + i * (bytes_.size() - kMagic) / kCases);
    for (std::size_t i = second_ - 12; i < second_ + 12; ++i) places.push_back(i);
    for (std::size_t i = bytes_.size() - 12; i < bytes_.size(); ++i) places.push_back(i);
    return places;
  }

  /// How much text can be read from this number of first bytes.
  [[nodiscard]] std::size_t text_of(std::size_t bytes) const {
    std::size_t size = 0;
    for (const auto& [taken, read] : whole_.progress) size = taken <= bytes ? std::max(size, read) : size;
    return size;
  }

  /// Pieces of different sizes for different places.
  static std::size_t piece_for(std::size_t place) { return place % 2 == 0 ? 777 : std::size_t{1} << 20; }

  const std::string text_ = some_moves(GetParam().size);
  const std::string first_ = pack(std::string_view(text_).substr(0, text_.size() - 20'000));
  const std::size_t second_ = first_.size();
  const std::string bytes_ = first_ + pack(std::string_view(text_).substr(text_.size() - 20'000));
  const Reading whole_ = read(bytes_, 500);
};

TEST_P(PackedDamage, TakesNothingFromWhatIsWhole) {
  EXPECT_TRUE(whole_.text == text_);
  EXPECT_EQ(whole_.error, "");
}

TEST_P(PackedDamage, ByACutLeavesWhatIsBeforeIt) {
  for (const std::size_t size : places()) {
    const Reading reading = read(bytes_.substr(0, size), piece_for(size));
    EXPECT_TRUE(text_.starts_with(reading.text)) << size;
    EXPECT_GE(reading.text.size(), text_of(size)) << size;
    if (size == second_) {
      EXPECT_EQ(reading.error, "");
    } else {
      EXPECT_THAT(reading.error, StartsWith(kCut)) << size;
      EXPECT_EQ(reading.offset, size);
    }
  }
}

TEST_P(PackedDamage, OfAByteLeavesWhatIsBeforeIt) {
  std::mt19937 random(7);
  for (const std::size_t place : places()) {
    std::string bytes = bytes_;
    bytes[place] = static_cast<char>(bytes[place] ^ (1 << random() % 8));
    const Reading reading = read(bytes, piece_for(place));
    const std::size_t sound = text_of(place);
    EXPECT_TRUE(reading.text.starts_with(std::string_view(text_).substr(0, sound))) << place;
    if (reading.error.empty()) {
      EXPECT_TRUE(reading.text == text_) << place;  // such as the time in the header of gzip
    } else if (reading.error.starts_with("the bytes after the packed data are not ")) {
      EXPECT_EQ(reading.offset, second_) << place;
    } else {
      EXPECT_GT(reading.offset, place);
      EXPECT_THAT(reading.error,
                  testing::AnyOf(StartsWith(kCut), HasSubstr("is damaged before this offset")));
    }
  }
}

TEST_P(PackedDamage, IsToldAsSuchInASmallFile) {
  std::string bytes = pack(some_moves(2000));
  char& byte_of_checksum = bytes[bytes.size() - 3];
  byte_of_checksum = static_cast<char>(~byte_of_checksum);
  EXPECT_THAT(read(bytes, 100).error, HasSubstr("is damaged"));
}

TEST_P(PackedDamage, ByOtherBytesBehindLeavesAll) {
  for (const std::string& junk : {std::string("junk"), std::string(300'000, 'x'), std::string("BZh9x"),
                                  std::string("\x1f\x8b\x09"), std::string("[Event \"?\"]\n\n1. e4 *\n")}) {
    for (const std::size_t zeros : {0U, 7U, 200'000U}) {
      const Reading reading = read(bytes_ + std::string(zeros, '\0') + junk, piece_for(zeros));
      EXPECT_TRUE(reading.text == text_);
      EXPECT_THAT(reading.error,
                  testing::AllOf(
                      StartsWith(std::string("the bytes after the packed data are not ") + GetParam().name),
                      HasSubstr("Download the file again")));
      EXPECT_EQ(reading.offset, bytes_.size() + zeros);
    }
  }
}

TEST_P(PackedDamage, IsNoneWhereZerosFollow) {
  for (const std::size_t zeros : {1U, 9U, 512U, 200'000U}) {
    const std::string padding(zeros, '\0');
    const Reading reading = read(bytes_ + padding, 1000);
    EXPECT_TRUE(reading.text == text_);
    EXPECT_EQ(reading.error, "");
    EXPECT_EQ(read(pack("some ") + padding + pack("games") + padding, 1000).text, "some games");
  }
}

INSTANTIATE_TEST_SUITE_P(Pgn, PackedDamage,
                         testing::Values(DamageCase{"gzip", test::gzip, 200'000},
                                         DamageCase{"bzip2", test::bzip2, 125'000},
                                         DamageCase{"zstd", test::zstd, 400'000}),
                         [](const auto& packing) { return std::string(packing.param.name); });

}  // namespace
}  // namespace polyglot::pgn
