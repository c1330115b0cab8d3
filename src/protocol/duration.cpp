#include "protocol/duration.hpp"
#include <algorithm>

namespace polyglot::protocol {
namespace {

/// Nobody's time control, and far from where milliseconds overflow.
constexpr std::int64_t kMostUnits = 1'000'000'000;

/// Takes the digits off the front of a text.
class DurationReader {
 public:
  explicit DurationReader(std::string_view text) noexcept : rest_(text) {}

  std::optional<std::int64_t> read(std::int64_t unit) noexcept {
    const auto first = read_decimal(unit);
    if (!first || !rest_.starts_with(':')) return first;
    const std::string_view before = rest_;
    rest_.remove_prefix(1);
    const auto seconds = read_decimal(kSecond);
    if (!seconds) rest_ = before;
    // What is in front of the colon is minutes, whatever a number alone would be.
    return *first / unit * kMinute + seconds.value_or(0);
  }

  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

 private:
  [[nodiscard]] bool at_digit() const noexcept {
    return !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9';
  }

  int take_digit() noexcept {
    const int digit = rest_.front() - '0';
    rest_.remove_prefix(1);
    return digit;
  }

  std::optional<std::int64_t> read_decimal(std::int64_t unit) noexcept {
    const bool has_fraction_only = rest_.size() > 1 && rest_[0] == '.' && rest_[1] >= '0' && rest_[1] <= '9';
    if (!at_digit() && !has_fraction_only) return std::nullopt;
    std::int64_t units = 0;
    while (at_digit()) units = std::min(10 * units + take_digit(), kMostUnits);
    std::int64_t milliseconds = units * unit;
    if (!rest_.starts_with('.')) return milliseconds;
    rest_.remove_prefix(1);
    for (std::int64_t digit_unit = unit; at_digit(); digit_unit /= 10) {
      milliseconds += take_digit() * digit_unit / 10;
    }
    return milliseconds;
  }

  std::string_view rest_;
};

}  // namespace

std::optional<std::int64_t> parse_duration_prefix(std::string_view text, std::int64_t unit) noexcept {
  return DurationReader(text).read(unit);
}

std::optional<std::int64_t> parse_duration(std::string_view text, std::int64_t unit) noexcept {
  DurationReader reader(text);
  const auto duration = reader.read(unit);
  return reader.rest().empty() ? duration : std::nullopt;
}

}  // namespace polyglot::protocol
