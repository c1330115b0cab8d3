// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>

#include <boost/regex.hpp>

namespace polyglot {

/// The maximum number of times that characters of a name may be read, which takes some milliseconds. Boost's
/// own limits are a thousand times as high, and it does not count every step.
inline constexpr std::uint64_t kMostLooks = 1'000'000;

/// Iterates over a name. Throws std::runtime_error when its characters were read too often.
class NameIterator {
 public:
  // The names are those of the standard library.
  // NOLINTBEGIN(readability-identifier-naming)
  using iterator_category = std::bidirectional_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;
  // NOLINTEND(readability-identifier-naming)

  NameIterator() = default;
  NameIterator(const char* at, std::uint64_t& looks) noexcept : at_(at), looks_(&looks) {}

  reference operator*() const {
    if (++*looks_ > kMostLooks) throw std::runtime_error("too many steps");
    return *at_;
  }
  pointer operator->() const noexcept { return at_; }
  NameIterator& operator++() noexcept {
    ++at_;
    return *this;
  }
  NameIterator operator++(int) noexcept { return {at_++, *looks_}; }
  NameIterator& operator--() noexcept {
    --at_;
    return *this;
  }
  NameIterator operator--(int) noexcept { return {at_--, *looks_}; }
  friend bool operator==(const NameIterator& a, const NameIterator& b) noexcept { return a.at_ == b.at_; }

 private:
  const char* at_ = nullptr;
  std::uint64_t* looks_ = nullptr;
};

/// Returns whether the expression matches a part of a name; nothing if the expression is too complex. Adds to
/// `looks` how often characters were read.
[[nodiscard]] inline std::optional<bool> search_name(std::string_view name, const boost::regex& wanted,
                                                     std::uint64_t& looks) {
  try {
    return boost::regex_search(NameIterator(name.data(), looks),
                               NameIterator(name.data() + name.size(), looks), wanted);
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

}  // namespace polyglot
