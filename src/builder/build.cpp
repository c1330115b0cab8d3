// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/builder/build.hpp>

#include "builder/aggregator.hpp"
#include "builder/entry_selector.hpp"
#include "builder/run.hpp"

namespace polyglot::builder {
namespace {

/// Games that count less than 1 need finer weights than whole points.
EntryRule entry_rule(const Settings& settings) {
  constexpr double kThousandths = 1000;
  EntryRule rule = settings.entries;
  if (!settings.game_weights.are_even() && rule.rule != WeightRule::score) rule.scale *= kThousandths;
  return rule;
}

/// Whether a PolyglotTally is enough. It needs less memory than a WeightedTally.
bool is_plain(const Settings& settings) {
  return settings.entries.rule == WeightRule::polyglot && settings.game_weights.are_even() &&
         settings.entries.factors == Factors{};
}

Summary make_bin_book(const Settings& settings, Progress& progress, book::BinBookWriter& writer) {
  if (settings.header) writer.add(*settings.header).value();
  if (!settings.counts.empty())
    return make_counted_book(settings, entry_rule(settings), is_plain(settings), progress, writer);
  const EntrySelector selector(entry_rule(settings));
  const auto write = [&writer](std::span<const book::RawEntry> chosen, std::uint64_t& entries) {
    entries += chosen.size();
    writer.add(chosen).value();
  };
  const auto run = [&]<class Tally>(std::type_identity<Tally>) {
    return settings.variations == Variations::all
               ? run_over_games<AnnotatedTally<Tally>>(settings, progress, selector, write)
               : run_over_games<Tally>(settings, progress, selector, write);
  };
  return is_plain(settings) ? run(std::type_identity<PolyglotTally>())
                            : run(std::type_identity<WeightedTally>());
}

/// Builds a book of Crafty, which is written as a whole.
Summary make_crafty_book(const Settings& settings, Progress& progress, book::CraftyContent& book) {
  const std::uint64_t most = settings.memory / sizeof(book::CraftyRecord);
  const auto collect = [&](const book::CraftyContent& chosen, std::uint64_t& entries) {
    book.clusters |= chosen.clusters;
    book.records.insert(book.records.end(), chosen.records.begin(), chosen.records.end());
    entries = book.records.size();
    if (entries > most)
      throw Failure("more than " + std::to_string(most) +
                    " entries, nothing is written: take a larger --memory or a smaller --max-ply");
  };
  return run_over_games<CraftyTally>(settings, progress, CraftySelector(settings), collect);
}

}  // namespace

Result<Summary> build_book(const Settings& settings, Progress& progress) {
  return result_of([&] {
    settings.filter.check().value();
    check_files(settings);
    if (book::traits_of(settings.format).records == book::BookRecords::by_move) {
      Summary made;
      const auto make = [&](book::CraftyContent& book) {
        return result_of([&] { made = make_crafty_book(settings, progress, book); });
      };
      book::write_crafty_book(settings.output, make).value();
      return made;
    }
    return write_unless_empty(
        settings, [&](book::BinBookWriter& writer) { return make_bin_book(settings, progress, writer); });
  });
}

}  // namespace polyglot::builder
