// SPDX-License-Identifier: MIT
#include "tools/counts_csv.hpp"
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/book/move_code.hpp>
#include <polyglot/os/atomic_file.hpp>

namespace polyglot::tools {
namespace {

constexpr std::string_view kCsvTitles =
    "key,move,speed,rating,year,games,wins,draws,losses,rated,rating_sum,opponent_sum,first_date,last_date\n";
constexpr std::size_t kWrittenAtOnce = std::size_t{1} << 20;
constexpr std::array<std::string_view, counts::kTimeClasses> kSpeedNames = {
    "", "bullet", "blitz", "rapid", "classical", "correspondence", "unknown", "ultraBullet"};

/// What is not known, or not counted apart, is empty.
template <class Number>
std::string number_or_nothing(Number number, bool is_known) {
  return is_known ? std::to_string(number) : std::string();
}

void add_row(std::string& text, std::uint64_t key, const counts::Row& row, bool has_ratings) {
  const counts::Group group = counts::Group::of(row.group);
  const counts::Totals& totals = row.totals;
  const auto speed = static_cast<std::size_t>(group.speed);
  fmt::format_to(std::back_inserter(text), "{:016x},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", key,
                 book::code_to_text(row.move), speed < kSpeedNames.size() ? kSpeedNames[speed] : "",
                 number_or_nothing(group.rating, has_ratings && group.rating != counts::Group::kUnrated),
                 number_or_nothing(group.year, group.year != 0), totals.games, totals.wins, totals.draws,
                 totals.losses, totals.rated, totals.rating_sum, totals.opponent_sum,
                 number_or_nothing(totals.first_date, totals.first_date != 0),
                 number_or_nothing(totals.last_date, totals.last_date != 0));
}

/// Whether games are counted apart by rating.
bool has_rating_groups(std::string_view settings) {
  const std::size_t by = settings.find("\nby ");
  return by != settings.npos &&
         settings.substr(by + 1, settings.find('\n', by + 1) - by - 1).find("rating") != settings.npos;
}

}  // namespace

Result<counts::Header> write_csv(const counts::CountsSum& sum, const std::string& output,
                                 const std::atomic<bool>& stop) {
  auto file = os::AtomicFile::create(output);
  if (!file) return file.error();
  counts::Header header = sum.header();
  const bool has_ratings = has_rating_groups(header.settings);
  std::set<std::uint32_t> groups;
  std::string text(kCsvTitles);
  const auto write = [&]() -> Result<void> {
    auto written = file->write(std::as_bytes(std::span(text)));
    text.clear();
    return written;
  };
  const auto positions = sum.read(header.ranges);
  for (;;) {
    const auto position = positions->next();
    if (!position) return position.error();
    if (!*position) break;
    if (stop) return Error{"interrupted"};
    ++header.positions;
    header.moves += (*position)->rows.size();
    for (const counts::Row& row : (*position)->rows) {
      add_row(text, (*position)->key, row, has_ratings);
      groups.insert(row.group);
    }
    if (text.size() < kWrittenAtOnce) continue;
    if (auto written = write(); !written) return written.error();
  }
  if (auto written = write(); !written) return written.error();
  if (auto committed = file->commit(); !committed) return committed.error();
  for (const std::uint32_t code : groups) header.groups.push_back(counts::Group::of(code));
  return header;
}

}  // namespace polyglot::tools
