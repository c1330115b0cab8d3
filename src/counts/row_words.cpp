// SPDX-License-Identifier: MIT
#include "counts/row_words.hpp"
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <memory>

#include "counts/columns.hpp"

namespace polyglot::counts {
namespace {

/// Some bits of a word.
struct Field {
  unsigned shift;
  unsigned bits;
  bool is_far_from_zero = false;  ///< all known numbers are large; 0 stands for an unknown one

  [[nodiscard]] constexpr std::uint64_t highest() const noexcept { return low_bits(~std::uint64_t{0}, bits); }
  [[nodiscard]] constexpr std::uint64_t of(std::uint64_t word) const noexcept {
    return low_bits(word >> shift, bits);
  }
};

constexpr Field kSpeed{0, 4};
constexpr Field kBand{4, 12, true};
constexpr Field kYear{16, 16, true};
constexpr Field kInput{32, 32};
constexpr std::array kOriginFields{kSpeed, kBand, kYear, kInput};

constexpr Field kMove{0, 16};
constexpr Field kRating{16, 12, true};
constexpr Field kOpponent{28, 12, true};
constexpr Field kDay{40, 22, true};
constexpr Field kResult{62, 2};
constexpr std::array kSingleFields{kMove, kRating, kOpponent, kDay, kResult};

constexpr auto kWin = static_cast<std::uint64_t>(GameRow::Result::won);
constexpr auto kDraw = static_cast<std::uint64_t>(GameRow::Result::drawn);
constexpr auto kLoss = static_cast<std::uint64_t>(GameRow::Result::lost);

/// Maps codes of moves to numbers and back. Moves as a queen or a knight goes have the lowest numbers, then
/// come promotions, then all others, each in ascending order. Therefore moves of chess need only 11 bits.
struct MoveNumbers {
  std::array<std::uint16_t, 65536> number_of;
  std::array<std::uint16_t, 65536> code_of;
};

/// 0 for a code of a move as a queen or a knight goes, 1 for one of a promotion, 2 for others.
unsigned class_of(unsigned code) noexcept {
  const auto from_rank = static_cast<int>(code >> 9 & 7);
  const auto to_rank = static_cast<int>(code >> 3 & 7);
  const int ranks = std::abs(to_rank - from_rank);
  const int files = std::abs(static_cast<int>(code & 7) - static_cast<int>(code >> 6 & 7));
  const unsigned piece = code >> 12;
  if (piece == 0) {
    const bool is_line = (files == 0) != (ranks == 0) || (files == ranks && files > 0);
    return is_line || files * ranks == 2 ? 0 : 2;
  }
  const bool is_last = (from_rank == 6 && to_rank == 7) || (from_rank == 1 && to_rank == 0);
  return piece <= 4 && is_last && files <= 1 ? 1 : 2;
}

const MoveNumbers& move_numbers() {
  static const auto numbers = [] {
    constexpr std::size_t kLikePieces = 1792;
    constexpr std::size_t kPromotions = 176;
    auto made = std::make_unique<MoveNumbers>();
    std::array<std::size_t, 3> next = {0, kLikePieces, kLikePieces + kPromotions};  // by class
    for (unsigned code = 0; code < made->number_of.size(); ++code) {
      const std::size_t number = next.at(class_of(code))++;
      made->number_of[code] = static_cast<std::uint16_t>(number);
      made->code_of[number] = static_cast<std::uint16_t>(code);
    }
    return made;
  }();
  return *numbers;
}

/// How the numbers of a field are written: minus the base, in `width` bits. With `keeps_zeros`, 0 stays 0.
/// Examples:
///   numbers      keeps_zeros  base  width  written
///   7 7 7        false        7     0      nothing
///   5 0 9        false        0     4      5 0 9      a field that is not far from zero
///   2503 2500    false        2500  2      3 0
///   2503 0 2500  true         2499  3      4 0 1      0 is read as 0, not as 2499
struct FieldCode {
  bool keeps_zeros = false;
  unsigned width = 0;
  std::uint64_t base = 0;
};

/// The number of bits for a width, and for the length of a base.
constexpr unsigned kLengthBits = 6;
/// The maximum number of bits of a field's code.
constexpr unsigned kMostCodeBits = 1 + 2 * kLengthBits + 32;

/// The code of a field that is far from zero, and in which some words differ.
FieldCode code_far_from_zero(std::span<const std::uint64_t> words, const Field& field) noexcept {
  // Numbers of 32 bits: the compiler compares several of them at once.
  const auto mask = static_cast<std::int32_t>(field.highest());
  std::int32_t lowest = mask;
  std::int32_t lowest_above_zero = mask;  // minus 1; zeros do not count: 0 minus 1 is the highest number
  std::int32_t highest = 0;
  for (const std::uint64_t word : words) {
    const auto number = static_cast<std::int32_t>(word >> field.shift) & mask;
    lowest = std::min(lowest, number);
    lowest_above_zero = std::min(lowest_above_zero, (number - 1) & mask);
    highest = std::max(highest, number);
  }
  FieldCode code{.keeps_zeros = lowest == 0};
  code.base = static_cast<std::uint64_t>(code.keeps_zeros ? lowest_above_zero : lowest);
  code.width = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(highest) - code.base));
  // The base plus the highest number of that width must not exceed the field.
  code.base = std::min(code.base, field.highest() - low_bits(~std::uint64_t{0}, code.width));
  return code;
}

/// The codes of all fields, and the places of their bits in a written word. For example, three words have
/// two fields of 4 bits:
///   words                  1010'0111  1100'0111  1011'0111
///   codes                  base 7 and width 0; base 10 and width 2
///   bases, masks, shifts   1010'0111; 0000'0000 and 0011'0000; 0 and 4
///   written words          00  10  01
template <std::size_t n>
class WordCode {
 public:
  WordCode(const std::array<Field, n>& fields, const std::array<FieldCode, n>& codes) noexcept {
    for (std::size_t i = 0; i < n; ++i) {
      bases_ |= codes[i].base << fields[i].shift;
      masks_[i] = low_bits(~std::uint64_t{0}, codes[i].width) << fields[i].shift;
      shifts_[i] = fields[i].shift - width_;
      width_ += codes[i].width;
    }
  }
  /// The number of bits of a written word.
  [[nodiscard]] unsigned width() const noexcept { return width_; }
  [[nodiscard]] std::uint64_t written(std::uint64_t word) const noexcept {
    const std::uint64_t above = word - bases_;
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < n; ++i) all |= (above & masks_[i]) >> shifts_[i];
    return all;
  }
  [[nodiscard]] std::uint64_t word(std::uint64_t written) const noexcept {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < n; ++i) all |= written << shifts_[i] & masks_[i];
    return all + bases_;
  }

 private:
  std::uint64_t bases_ = 0;
  unsigned width_ = 0;
  std::array<std::uint64_t, n> masks_ = {};  ///< of what is written of a word minus the bases
  std::array<unsigned, n> shifts_ = {};      ///< from places in a word to places in a written word
};

template <std::size_t n>
std::array<FieldCode, n> codes_of(std::span<const std::uint64_t> words, const std::array<Field, n>& fields) {
  std::uint64_t in_any = 0;  // bits that are 1 in any word
  std::uint64_t in_all = ~std::uint64_t{0};
  for (const std::uint64_t word : words) {
    in_any |= word;
    in_all &= word;
  }
  std::array<FieldCode, n> codes;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t any = fields[i].of(in_any);
    if (any == fields[i].of(in_all))
      codes[i] = {.base = any};
    else if (fields[i].is_far_from_zero)
      codes[i] = code_far_from_zero(words, fields[i]);
    else
      codes[i] = {.width = static_cast<unsigned>(std::bit_width(any))};
  }
  return codes;
}

/// Puts bases in place of zeros that stay zeros, because bases are subtracted from all words.
template <std::size_t n>
void zeros_to_bases(std::span<std::uint64_t> words, const std::array<Field, n>& fields,
                    const std::array<FieldCode, n>& codes) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    if (!codes[i].keeps_zeros) continue;
    const std::uint64_t base = codes[i].base << fields[i].shift;
    for (std::uint64_t& word : words)
      if (fields[i].of(word) == 0) word |= base;
  }
}

/// Does the reverse of zeros_to_bases().
template <std::size_t n>
void bases_to_zeros(std::span<std::uint64_t> words, const std::array<Field, n>& fields,
                    const std::array<FieldCode, n>& codes) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    if (!codes[i].keeps_zeros) continue;
    const std::uint64_t base = codes[i].base << fields[i].shift;
    for (std::uint64_t& word : words)
      if (fields[i].of(word) == codes[i].base) word -= base;
  }
}

void put_code(BitWriter& out, const FieldCode& code) noexcept {
  const auto base_length = static_cast<unsigned>(std::bit_width(code.base));
  out.put_bits(code.keeps_zeros ? 1 : 0, 1);
  out.put_bits(code.width, kLengthBits);
  out.put_bits(base_length, kLengthBits);
  out.put_bits(code.base, base_length);
}

/// Nothing: a number would be too high for the field.
std::optional<FieldCode> take_code(BitReader& in, const Field& field) noexcept {
  FieldCode code{.keeps_zeros = in.take_bits(1) != 0};
  code.width = static_cast<unsigned>(in.take_bits(kLengthBits));
  code.base = in.take_bits(static_cast<unsigned>(in.take_bits(kLengthBits)));
  const std::uint64_t highest = field.highest();
  const bool fits = code.width <= field.bits && code.base <= highest - low_bits(highest, code.width);
  return fits ? std::optional(code) : std::nullopt;
}

/// Writes words and changes them: the codes of all fields, then the written words.
template <std::size_t n>
void put_words(BitWriter& out, std::span<std::uint64_t> words, const std::array<Field, n>& fields) {
  const std::array<FieldCode, n> codes = codes_of(words, fields);
  const WordCode<n> code(fields, codes);
  out.reserve(n * kMostCodeBits + std::uint64_t{code.width()} * words.size());
  for (const FieldCode& of_field : codes) put_code(out, of_field);
  if (code.width() == 0) return;
  zeros_to_bases(words, fields, codes);
  // A loop of its own handles several words at once.
  for (std::uint64_t& word : words) word = code.written(word);
  BitWriter bits = out;
  bits.put_each(words, code.width(), std::identity());
  out = bits;
}

template <std::size_t n>
bool take_words(BitReader& in, std::span<std::uint64_t> words, const std::array<Field, n>& fields) noexcept {
  std::array<FieldCode, n> codes;
  for (std::size_t i = 0; i < n; ++i) {
    const auto taken = take_code(in, fields[i]);
    if (!taken) return false;
    codes[i] = *taken;
  }
  const WordCode<n> code(fields, codes);
  if (code.width() == 0) {
    std::ranges::fill(words, code.word(0));
  } else {
    std::uint64_t* next = words.data();
    in.take_each(words.size(), code.width(), [&next](std::uint64_t written) { *next++ = written; });
    for (std::uint64_t& word : words) word = code.word(word);
  }
  bases_to_zeros(words, fields, codes);
  return true;
}

}  // namespace

Origin origin_of(std::uint32_t input, std::uint32_t group) noexcept {
  const std::uint64_t band = number_of_band(static_cast<std::uint32_t>(kBand.of(group)));
  return kSpeed.of(group) | band << kBand.shift | kYear.of(group) << kYear.shift |
         std::uint64_t{input} << kInput.shift;
}

std::uint32_t group_of(Origin origin) noexcept {
  const std::uint64_t band = band_of_number(static_cast<std::uint32_t>(kBand.of(origin)));
  return static_cast<std::uint32_t>(kSpeed.of(origin) | band << kBand.shift |
                                    kYear.of(origin) << kYear.shift);
}

std::optional<Single> single_of(const GameRow& row) noexcept {
  const std::uint64_t day = compact_date(row.date);
  if (row.rating > kRating.highest() || row.opponent > kOpponent.highest() || day >= kEndOfDates)
    return std::nullopt;
  return move_numbers().number_of[row.move] | std::uint64_t{row.rating} << kRating.shift |
         std::uint64_t{row.opponent} << kOpponent.shift | day << kDay.shift |
         static_cast<std::uint64_t>(row.result) << kResult.shift;
}

std::optional<Single> single_of(std::uint16_t move, const Totals& totals) noexcept {
  using enum GameRow::Result;
  const bool is_rated = totals.rated == 1 && totals.rating_sum > 0 &&
                        totals.rating_sum <= kRating.highest() && totals.opponent_sum <= kOpponent.highest();
  const bool is_unrated = totals.rated == 0 && totals.rating_sum == 0 && totals.opponent_sum == 0;
  if (totals.games != 1 || totals.first_date != totals.last_date || !(is_rated || is_unrated))
    return std::nullopt;
  return single_of({.move = move,
                    .result = totals.wins == 1     ? won
                              : totals.draws == 1  ? drawn
                              : totals.losses == 1 ? lost
                                                   : unknown,
                    .rating = static_cast<std::uint16_t>(totals.rating_sum),
                    .opponent = static_cast<std::uint16_t>(totals.opponent_sum),
                    .date = totals.first_date});
}

std::uint16_t move_of(Single single) noexcept {
  return move_numbers().code_of[kMove.of(single)];
}

Totals totals_of(Single single) noexcept {
  const std::uint64_t rating = kRating.of(single);
  const std::uint64_t result = kResult.of(single);
  const std::uint32_t date = full_date(kDay.of(single));
  return {.games = 1,
          .wins = result == kWin ? 1U : 0U,
          .draws = result == kDraw ? 1U : 0U,
          .losses = result == kLoss ? 1U : 0U,
          .rated = rating > 0 ? 1U : 0U,
          .rating_sum = rating,
          .opponent_sum = kOpponent.of(single),
          .first_date = date,
          .last_date = date};
}

void put_origins(BitWriter& out, std::span<Origin> origins) {
  put_words(out, origins, kOriginFields);
}

void put_singles(BitWriter& out, std::span<Single> singles) {
  if (!singles.empty()) put_words(out, singles, kSingleFields);
}

bool take_origins(BitReader& in, std::span<Origin> origins) noexcept {
  return take_words(in, origins, kOriginFields);
}

bool take_singles(BitReader& in, std::span<Single> singles) noexcept {
  if (singles.empty()) return true;
  if (!take_words(in, singles, kSingleFields)) return false;
  std::uint64_t before_end = 0;  // negative for a day that is too high
  for (const Single single : singles) before_end |= kEndOfDates - 1 - kDay.of(single);
  return before_end >> 63 == 0;
}

}  // namespace polyglot::counts
