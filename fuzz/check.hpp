// SPDX-License-Identifier: MIT
// What every target uses.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <polyglot/ascii.hpp>

/// What libFuzzer calls with every input. In other builds it has the name of the target, and replay_main.cpp
/// calls it with every file of the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace polyglot::fuzz {

/// Ends the program, so that the fuzzer keeps the input, unless `holds`.
inline void check(bool holds, std::string_view promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

[[nodiscard]] inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}
[[nodiscard]] inline std::string_view as_text(std::span<const std::uint8_t> bytes) {
  return as_text(bytes.data(), bytes.size());
}

[[nodiscard]] inline bool is_one_line(std::string_view text) {
  return text.find('\n') == text.npos;
}

[[nodiscard]] inline bool lies_in(std::string_view whole, std::string_view part) {
  const std::less_equal<> not_behind;
  return part.empty() || (not_behind(whole.data(), part.data()) &&
                          not_behind(part.data() + part.size(), whole.data() + whole.size()));
}

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
