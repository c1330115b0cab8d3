// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/builder/count.hpp>
#include <polyglot/counts/counts_sum.hpp>

#include "builder/entry_selector.hpp"
#include "builder/intake.hpp"
#include "builder/run.hpp"
#include "builder/tally.hpp"

namespace polyglot::builder {
namespace {

/// The number of tallies from which entries are made at once.
constexpr std::size_t kTalliesAtOnce = std::size_t{1} << 14;

/// Appends the moves of a position in the order in which games first had them, whatever their groups. Sums of
/// up to 2^44 games fit in 64 bits, even in units of 1 / kUnit.
void add_tallies(std::span<const counts::Row> position, std::vector<SummedTally>& tallies) {
  const std::size_t begin = tallies.size();
  for (const counts::Row& row : position) {
    std::size_t at = begin;
    while (at < tallies.size() && tallies[at].move != row.move) ++at;
    if (at == tallies.size()) {
      tallies.emplace_back().key = row.key;
      tallies.back().move = row.move;
    }
    SummedTally& tally = tallies[at];
    tally.games += row.totals.games;
    tally.wins += row.totals.wins * kUnit;
    // A game without a known result counts as a draw, as in make-book.
    tally.draws += (row.totals.games - row.totals.wins - row.totals.losses) * kUnit;
    tally.losses += row.totals.losses * kUnit;
  }
}

/// Error: Polyglot's rule would have halved a move.
Result<void> check_halving(const std::vector<SummedTally>& tallies, std::size_t begin) {
  for (std::size_t i = begin; i < tallies.size(); ++i) {
    const SummedTally& tally = tallies[i];
    if (tally.games < PolyglotTally::kFull) continue;
    return Error{
        fmt::format("position {:016x}, move {}, has {} games: from {} games on --weights polyglot halves "
                    "what came before, which counts do not tell; take --weights points (the same numbers, "
                    "not halved), frequency or score",
                    tally.key, book::code_to_text(tally.move), tally.games, PolyglotTally::kFull)};
  }
  return {};
}

/// Names the variant in the header, as for games.
std::optional<book::BookHeader> header_of(const Settings& settings, const counts::Header& counts) {
  auto header = settings.header;
  if (counts.variant == "normal") return header;
  if (!header) header.emplace();
  header->variants = {counts.variant};
  return header;
}

Result<Summary> fill_book(const counts::CountsSum& sum, const Settings& settings,
                          const std::atomic<bool>& stop, book::BinBookWriter& writer) {
  if (const auto header = header_of(settings, sum.header()))
    if (auto added = writer.add(*header); !added) return added.error();
  Summary summary;
  EntrySelector selector(settings.entries);
  std::vector<SummedTally> tallies;
  const auto select = [&]() -> Result<void> {
    const auto entries = selector.select(std::span<const SummedTally>(tallies));
    summary.entries += entries.size();
    summary.moves += tallies.size();
    summary.left_out += selector.left_out();
    tallies.clear();
    return writer.add(entries);
  };
  counts::SumReader reader(sum);
  for (;;) {
    const auto rows = reader.next();
    if (!rows) return rows.error();
    if (rows->empty()) break;
    if (stop) return Error{"interrupted"};
    const std::size_t begin = tallies.size();
    for (std::span<const counts::Row> rest(*rows); !rest.empty();) {
      const auto end = std::ranges::upper_bound(rest, rest.front().key, {}, &counts::Row::key);
      const auto size = static_cast<std::size_t>(end - rest.begin());
      add_tallies(rest.first(size), tallies);
      rest = rest.subspan(size);
    }
    if (settings.entries.rule == WeightRule::polyglot)
      if (auto checked = check_halving(tallies, begin); !checked) return checked.error();
    if (tallies.size() < kTalliesAtOnce) continue;
    if (auto selected = select(); !selected) return selected.error();
  }
  if (auto selected = select(); !selected) return selected.error();
  summary.counts.games = summary.counts.used = sum.header().games;
  return summary;
}

}  // namespace

Result<Summary> book_of_counts(const Settings& settings, Progress& progress) {
  if (auto checked = check_files(settings); !checked) return checked.error();
  const auto sum = counts::CountsSum::open(settings.inputs);
  if (!sum) return sum.error();
  return book::write_book({}, settings.output, [&](book::BinBookWriter& writer) -> Result<Summary> {
    auto filled = fill_book(*sum, settings, progress.stop, writer);
    if (!filled) return filled;
    if (auto checked = check_replacement(settings, filled->entries, kWhyNoEntries); !checked)
      return checked.error();
    return filled;
  });
}

}  // namespace polyglot::builder
