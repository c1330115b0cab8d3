// SPDX-License-Identifier: MIT
#include <iterator>

#include <polyglot/counts/totals.hpp>

namespace polyglot::counts {
namespace {

/// False: the sum is too large.
bool add_number(std::uint64_t& sum, std::uint64_t more) noexcept {
  if (more > std::numeric_limits<std::uint64_t>::max() - sum) return false;
  sum += more;
  return true;
}

bool is_date(std::uint32_t date) noexcept {
  return date / 10000 <= 9999 && date / 100 % 100 <= 12 && date % 100 <= 31;
}

}  // namespace

std::uint16_t rating_band(int rating) noexcept {
  constexpr std::array<std::uint16_t, 9> kLowest = {0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500};
  return *std::prev(std::ranges::upper_bound(kLowest, rating));
}

Result<void> Totals::add(const Totals& other) {
  Totals sum = *this;
  bool fits = true;
  for (std::uint64_t Totals::*const number : {&Totals::games, &Totals::wins, &Totals::draws, &Totals::losses,
                                              &Totals::rated, &Totals::rating_sum, &Totals::opponent_sum})
    fits = add_number(sum.*number, other.*number) && fits;
  if (!fits) return Error{"a sum does not fit into 64 bits"};
  if (first_date == 0 || (other.first_date != 0 && other.first_date < first_date))
    sum.first_date = other.first_date;
  sum.last_date = std::max(last_date, other.last_date);
  *this = sum;
  return {};
}

bool Totals::makes_sense() const noexcept {
  return games > 0 && wins <= games && draws <= games - wins && losses <= games - wins - draws &&
         rated <= games && is_date(first_date) && is_date(last_date) && first_date <= last_date &&
         (first_date != 0 || last_date == 0);
}

}  // namespace polyglot::counts
