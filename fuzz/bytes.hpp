// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace polyglot::fuzz {

/// Takes numbers off the front of an input; zero when it is used up.
class Bytes {
 public:
  explicit Bytes(std::span<const std::uint8_t> bytes) noexcept : rest_(bytes) {}

  [[nodiscard]] bool empty() const noexcept { return rest_.empty(); }
  [[nodiscard]] std::span<const std::uint8_t> rest() const noexcept { return rest_; }

  template <class Integer = std::uint8_t>
  [[nodiscard]] Integer take() noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(Integer) && !rest_.empty(); ++i) {
      value = value << 8 | rest_.front();
      rest_ = rest_.subspan(1);
    }
    return static_cast<Integer>(value);
  }

 private:
  std::span<const std::uint8_t> rest_;
};

}  // namespace polyglot::fuzz
