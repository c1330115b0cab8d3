// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
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

/// Takes numbers off bytes. If there are too few bytes, numbers are 0 and is_bad() is true.
class Numbers {
 public:
  explicit Numbers(std::string_view bytes) noexcept : bytes_(bytes) {}

  template <std::unsigned_integral Number>
  [[nodiscard]] Number take() noexcept {
    const std::string_view bytes = take(sizeof(Number));
    if (bad_) return 0;
    return boost::endian::endian_load<Number, sizeof(Number), boost::endian::order::little>(
        reinterpret_cast<const unsigned char*>(bytes.data()));
  }
  [[nodiscard]] std::string_view take(std::size_t size) noexcept {
    bad_ = bad_ || bytes_.size() < size;
    if (bad_) return {};
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return bytes_; }
  [[nodiscard]] bool is_bad() const noexcept { return bad_; }

 private:
  std::string_view bytes_;
  bool bad_ = false;
};

}  // namespace polyglot::counts
