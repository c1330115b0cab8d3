// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace polyglot::proxy {

/// A summary of many durations, in microseconds: the values that 50 and 99 percent of them do not exceed, and
/// the longest. Values are rounded up, so that a short duration never becomes zero.
struct DurationSummary {
  std::int64_t p50 = 0;
  std::int64_t p99 = 0;
  std::int64_t max = 0;
};

/// Counts durations in memory of constant size. It keeps them in classes of nanoseconds, whose width is at
/// most a sixteenth of their values. Not thread-safe. Source: docs/tournaments.md, "Times".
class DurationHistogram {
 public:
  using Nanoseconds = std::chrono::nanoseconds;

  void add(Nanoseconds duration, std::uint64_t times = 1) noexcept {
    const std::uint64_t value = clamped(duration);
    counts_[class_of(value)] += times;
    count_ += times;
    if (times > 0 && value > max_) max_ = value;
  }
  void merge(const DurationHistogram& other) noexcept {
    for (std::size_t i = 0; i < kClasses; ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    if (other.max_ > max_) max_ = other.max_;
  }

  /// Lowers the maximum to `longest`, for a caller that knows it more exactly than its class.
  void limit(Nanoseconds longest) noexcept {
    const std::uint64_t value = clamped(longest);
    if (value < max_) max_ = value;
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  [[nodiscard]] Nanoseconds max() const noexcept { return Nanoseconds(max_); }
  /// Returns the shortest duration that `percent` of all durations do not exceed, rounded up to the end of
  /// its class; 0 if there are no durations.
  [[nodiscard]] Nanoseconds percentile(unsigned percent) const noexcept {
    constexpr std::uint64_t kWhole = 100;
    const std::uint64_t wanted = (count_ * percent + kWhole - 1) / kWhole;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < kClasses && count_ > 0; ++i) {
      seen += counts_[i];
      if (counts_[i] > 0 && seen >= wanted) return Nanoseconds(last_of(i) < max_ ? last_of(i) : max_);
    }
    return Nanoseconds(0);
  }

  [[nodiscard]] DurationSummary summary() const noexcept {
    const auto in_microseconds = [](Nanoseconds time) {
      return std::int64_t{std::chrono::ceil<std::chrono::microseconds>(time).count()};
    };
    return {.p50 = in_microseconds(percentile(50)),
            .p99 = in_microseconds(percentile(99)),
            .max = in_microseconds(max())};
  }

  /// Calls `visit(last, times)` for each class that is not empty, the shortest first; `last` is the longest
  /// duration of the class.
  template <class Visit>
  void for_each_class(Visit visit) const {
    for (std::size_t i = 0; i < kClasses; ++i) {
      if (counts_[i] > 0) visit(Nanoseconds(last_of(i)), counts_[i]);
    }
  }

 private:
  static constexpr int kPrecision = 4;  ///< number of bits after the first one that decide the class
  static constexpr std::size_t kSteps = std::size_t{1} << kPrecision;
  static constexpr int kLargestBits = 42;  ///< more than an hour in nanoseconds
  static constexpr std::size_t kClasses = kSteps * (kLargestBits - kPrecision + 1);

  [[nodiscard]] static std::uint64_t clamped(Nanoseconds duration) noexcept {
    constexpr std::uint64_t kLargest = (std::uint64_t{1} << kLargestBits) - 1;
    if (duration.count() < 0) return 0;
    const auto value = static_cast<std::uint64_t>(duration.count());
    return value < kLargest ? value : kLargest;
  }
  /// The class of a value: its first five bits, after the classes of all shorter values.
  [[nodiscard]] static std::size_t class_of(std::uint64_t value) noexcept {
    const int width = static_cast<int>(std::bit_width(value));
    const int shift = width > kPrecision + 1 ? width - kPrecision - 1 : 0;
    return static_cast<std::size_t>(shift) * kSteps + static_cast<std::size_t>(value >> shift);
  }
  [[nodiscard]] static std::uint64_t last_of(std::size_t index) noexcept {
    const std::size_t shift = index < 2 * kSteps ? 0 : index / kSteps - 1;
    return ((static_cast<std::uint64_t>(index - shift * kSteps) + 1) << shift) - 1;
  }

  std::array<std::uint64_t, kClasses> counts_{};
  std::uint64_t count_ = 0;
  std::uint64_t max_ = 0;
};

}  // namespace polyglot::proxy
