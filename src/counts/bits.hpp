// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace polyglot::counts {

/// Appends a number to bytes, lowest byte first.
template <std::unsigned_integral Number>
void put(std::string& bytes, Number number) {
  std::array<char, sizeof(Number)> of_number;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    of_number[i] = static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i));
  bytes.append(of_number.data(), of_number.size());
}

/// Reads the number at the start of bytes; there must be enough of them.
template <std::unsigned_integral Number>
[[nodiscard]] Number number_at(std::string_view bytes, std::size_t at = 0) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return static_cast<Number>(number);
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

/// Writes bits one after another, beginning with the lowest of each byte.
class BitWriter {
 public:
  explicit BitWriter(std::string& bytes) noexcept : bytes_(bytes) {}

  void put_bits(std::uint64_t number, unsigned count) {
    while (count > 0) {
      const unsigned taken = std::min(count, 64 - filled_);
      const std::uint64_t part = taken == 64 ? number : number & ((std::uint64_t{1} << taken) - 1);
      word_ |= part << filled_;
      filled_ += taken;
      number = taken == 64 ? 0 : number >> taken;
      count -= taken;
      if (filled_ == 64) flush_word();
    }
  }
  /// Adds this many ones and a zero.
  void put_unary(std::uint64_t number) {
    for (; number >= 32; number -= 32) put_bits(0xffffffff, 32);
    put_bits((std::uint64_t{1} << number) - 1, static_cast<unsigned>(number) + 1);
  }
  /// Completes the last byte.
  void finish() {
    for (unsigned done = 0; done < filled_; done += 8) bytes_.push_back(static_cast<char>(word_ >> done));
    word_ = 0;
    filled_ = 0;
  }

 private:
  void flush_word() {
    put(bytes_, word_);
    word_ = 0;
    filled_ = 0;
  }

  std::string& bytes_;
  std::uint64_t word_ = 0;
  unsigned filled_ = 0;
};

/// Reads such bits. After the last bit it reads zeros, and is_bad() is true.
class BitReader {
 public:
  explicit BitReader(std::string_view bytes) noexcept : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t take_bits(unsigned count) noexcept {
    std::uint64_t number = 0;
    for (unsigned got = 0; got < count;) {
      if (left_ == 0) fill();
      const unsigned taken = std::min(count - got, left_);
      const std::uint64_t part = taken == 64 ? word_ : word_ & ((std::uint64_t{1} << taken) - 1);
      number |= part << got;
      drop(taken);
      got += taken;
    }
    return number;
  }
  [[nodiscard]] std::uint64_t take_unary() noexcept {
    std::uint64_t number = 0;
    for (;;) {
      if (left_ == 0) fill();
      const auto ones = std::min(static_cast<unsigned>(std::countr_one(word_)), left_);
      number += ones;
      const bool ends = ones < left_;
      drop(ends ? ones + 1 : ones);
      if (ends || bad_) return number;
    }
  }
  [[nodiscard]] bool is_bad() const noexcept { return bad_; }

 private:
  void fill() noexcept {
    bad_ = bad_ || bytes_.empty();
    word_ = 0;
    const std::size_t size = std::min<std::size_t>(8, bytes_.size());
    if (size == 8) {
      word_ = number_at<std::uint64_t>(bytes_);
    } else {
      for (std::size_t i = 0; i < size; ++i)
        word_ |= std::uint64_t{static_cast<unsigned char>(bytes_[i])} << (8 * i);
    }
    bytes_.remove_prefix(size);
    left_ = size == 0 ? 64 : static_cast<unsigned>(size) * 8;
  }
  void drop(unsigned count) noexcept {
    word_ = count == 64 ? 0 : word_ >> count;
    left_ -= count;
  }

  std::string_view bytes_;
  std::uint64_t word_ = 0;
  unsigned left_ = 0;
  bool bad_ = false;
};

}  // namespace polyglot::counts
