// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <boost/endian/conversion.hpp>

namespace polyglot::counts {

/// Appends a number to bytes, lowest byte first.
template <std::unsigned_integral Number>
void put(std::string& bytes, Number number) {
  boost::endian::native_to_little_inplace(number);
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(Number));
}

/// Reads the number at the start of bytes; there must be enough of them.
template <std::unsigned_integral Number>
[[nodiscard]] Number number_at(std::string_view bytes, std::size_t at = 0) noexcept {
  return boost::endian::endian_load<Number, sizeof(Number), boost::endian::order::little>(
      reinterpret_cast<const unsigned char*>(bytes.data() + at));
}

/// Takes numbers off bytes. If there are too few bytes, numbers are 0 and is_bad() is true.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) noexcept : bytes_(bytes) {}

  template <std::unsigned_integral Number>
  [[nodiscard]] Number take() noexcept {
    if (!has(sizeof(Number))) return 0;
    const auto number = number_at<Number>(bytes_);
    bytes_.remove_prefix(sizeof(Number));
    return number;
  }
  [[nodiscard]] std::string_view take(std::size_t size) noexcept {
    if (!has(size)) return {};
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return bytes_; }
  [[nodiscard]] bool is_bad() const noexcept { return bad_; }

 private:
  [[nodiscard]] bool has(std::size_t size) noexcept {
    bad_ = bad_ || bytes_.size() < size;
    return !bad_;
  }

  std::string_view bytes_;
  bool bad_ = false;
};

/// The lowest bits of a number.
[[nodiscard]] constexpr std::uint64_t low_bits(std::uint64_t number, unsigned count) noexcept {
  return count >= 64 ? number : number & ((std::uint64_t{1} << count) - 1);
}

/// Appends bits one after another to bytes, beginning with the lowest of each byte. A copy continues where
/// the original was. Loops are faster with a copy, as the compiler knows that nothing else changes it.
class BitWriter {
 public:
  explicit BitWriter(std::string& bytes) noexcept : bytes_(&bytes), at_(bytes.size()) {}

  /// Makes room. The caller must not put more bits than that.
  void reserve(std::uint64_t bits) {
    const std::size_t size = at_ + static_cast<std::size_t>(bits / 8) + 2 * sizeof(word_);
    if (bytes_->size() < size) bytes_->resize(size);
    data_ = bytes_->data();
  }
  /// `count` is 64 at most, and the number has no more bits.
  [[gnu::always_inline]] void put_bits(std::uint64_t number, unsigned count) noexcept {
    if (count <= kMost) return put_few(number, count);
    put_few(low_bits(number, 32), 32);
    put_few(number >> 32, count - 32);
  }
  /// Adds this many ones and a zero.
  void put_unary(std::uint64_t number) noexcept {
    for (; number >= 32; number -= 32) put_few(0xffffffff, 32);
    put_few((std::uint64_t{1} << number) - 1, static_cast<unsigned>(number) + 1);
  }
  /// Adds numbers of `width` bits each, 1 at least; as many as possible at a time.
  template <class Number>
  void put_each(std::span<const std::uint64_t> numbers, unsigned width, Number number_of) noexcept {
    const std::size_t most = width > kMost ? 1 : kMost / width;
    for (std::size_t i = 0; i < numbers.size();) {
      const std::size_t end = std::min(numbers.size(), i + most);
      std::uint64_t word = number_of(numbers[i]);
      unsigned filled = width;
      for (++i; i < end; ++i, filled += width) word |= number_of(numbers[i]) << filled;
      put_bits(word, filled);
    }
  }
  /// Adds this many ones, a zero, and the bits of a number.
  void put_unary_and_bits(std::uint64_t ones, std::uint64_t number, unsigned count) noexcept {
    if (ones + 1 + count <= kMost)
      return put_few(number << (ones + 1) | ((std::uint64_t{1} << ones) - 1),
                     static_cast<unsigned>(ones) + 1 + count);
    put_unary(ones);
    put_bits(number, count);
  }
  /// put_unary() for each number; as many as possible at a time.
  template <class Number, class NumberOf>
  void put_unary_each(std::span<const Number> numbers, NumberOf number_of) noexcept {
    std::uint64_t word = 0;
    unsigned filled = 0;
    for (const Number& each : numbers) {
      const std::uint64_t number = number_of(each);
      if (filled + number + 1 > kMost) {
        put_few(word, filled);
        word = filled = 0;
        if (number + 1 > kMost) {
          put_unary(number);
          continue;
        }
      }
      word |= ((std::uint64_t{1} << number) - 1) << filled;
      filled += static_cast<unsigned>(number) + 1;
    }
    put_few(word, filled);
  }
  /// Completes the last byte.
  void finish() { bytes_->resize(at_ + (filled_ > 0 ? 1 : 0)); }

 private:
  /// The number of bits that fit into a word beside those of an unfinished byte.
  static constexpr unsigned kMost = 56;

  [[gnu::always_inline]] void put_few(std::uint64_t number, unsigned count) noexcept {
    word_ |= number << filled_;
    boost::endian::store_little_u64(reinterpret_cast<unsigned char*>(data_ + at_), word_);
    filled_ += count;
    at_ += filled_ / 8;
    word_ >>= filled_ & ~7U;
    filled_ &= 7;
  }

  std::string* bytes_;
  char* data_ = nullptr;
  std::size_t at_;  ///< number of the unfinished byte
  std::uint64_t word_ = 0;
  unsigned filled_ = 0;  ///< number of bits in the unfinished byte, fewer than 8
};

/// Reads the bits of a BitWriter. After the last bit it reads zeros, and is_bad() is true. Copies: see
/// BitWriter.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) noexcept : bytes_(bytes) {}

  /// The minimum number of bits that peek() returns.
  static constexpr unsigned kPeek = 57;

  /// The next bits, without taking them.
  [[nodiscard, gnu::always_inline]] std::uint64_t peek() const noexcept {
    const std::size_t byte = at_ / 8;
    const std::uint64_t word =
        byte + 8 <= bytes_.size() ? number_at<std::uint64_t>(bytes_, byte) : last_bytes(byte);
    return word >> (at_ % 8);
  }
  void drop(unsigned count) noexcept { at_ += count; }
  /// `count` is 64 at most.
  [[nodiscard, gnu::always_inline]] std::uint64_t take_bits(unsigned count) noexcept {
    if (count <= kPeek) return take_few(count);
    const std::uint64_t low = take_few(32);
    return low | take_few(count - 32) << 32;
  }
  /// Passes `count` numbers of `width` bits each to `take`, in their order. Only the last ones are compared
  /// with the end of the bytes.
  template <class Take>
  void take_each(std::size_t count, unsigned width, Take take) noexcept {
    const std::uint64_t bits = bytes_.size() * 8;
    constexpr unsigned kWord = 64 + 7;  // the most bits that are read for a number
    if (width > 0 && width <= kPeek && at_ + kWord <= bits) {
      const std::size_t whole = std::min<std::uint64_t>(count, (bits - kWord - at_) / width + 1);
      std::size_t at = at_;
      for (std::size_t i = 0; i < whole; ++i, at += width)
        take(low_bits(number_at<std::uint64_t>(bytes_, at / 8) >> (at % 8), width));
      at_ = at;
      count -= whole;
    }
    for (; count > 0; --count) take(take_bits(width));
  }
  [[nodiscard]] std::uint64_t take_unary() noexcept {
    for (std::uint64_t number = 0;;) {
      const auto ones = static_cast<unsigned>(std::countr_one(peek()));
      if (ones < kPeek) {
        at_ += ones + 1;
        return number + ones;
      }
      at_ += kPeek;
      number += kPeek;
    }
  }
  /// take_unary() for each number; as many as possible at a time.
  template <std::unsigned_integral Number>
  void take_unary_each(std::span<Number> numbers) noexcept {
    std::uint64_t ones = 0;  // of the next number, already taken
    for (std::size_t i = 0; i < numbers.size();) {
      unsigned taken = 0;
      for (std::uint64_t zeros = low_bits(~peek(), kPeek); zeros != 0 && i < numbers.size();
           zeros &= zeros - 1) {
        const auto zero = static_cast<unsigned>(std::countr_zero(zeros));
        numbers[i++] = static_cast<Number>(ones + zero - taken);
        ones = 0;
        taken = zero + 1;
      }
      if (i < numbers.size()) {
        ones += kPeek - taken;
        taken = kPeek;
      }
      at_ += taken;
    }
  }
  [[nodiscard]] bool is_bad() const noexcept { return at_ > bytes_.size() * 8; }
  /// Whether all bytes have been read, and the unused bits of the last one are 0.
  [[nodiscard]] bool is_at_end() const noexcept {
    return !is_bad() && bytes_.size() * 8 - at_ < 8 && peek() == 0;
  }

 private:
  [[nodiscard, gnu::always_inline]] std::uint64_t take_few(unsigned count) noexcept {
    const std::uint64_t number = low_bits(peek(), count);
    at_ += count;
    return number;
  }
  [[nodiscard, gnu::noinline]] std::uint64_t last_bytes(std::size_t from) const noexcept {
    std::uint64_t word = 0;
    for (std::size_t i = from; i < bytes_.size(); ++i)
      word |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * (i - from));
    return word;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;  ///< number of the next bit
};

}  // namespace polyglot::counts
