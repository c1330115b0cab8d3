// SPDX-License-Identifier: MIT
#include "builder/counted_book.hpp"
#include <cstdint>
#include <span>
#include <vector>

#include <polyglot/book/raw_entry.hpp>

#include "builder/counts_output.hpp"
#include "builder/entry_selector.hpp"
#include "builder/run.hpp"

namespace polyglot::builder {
namespace {

/// The output of tallies for both files.
struct ChosenForBoth {
  std::span<const book::RawEntry> entries;
  counts::PackedRows packed;
};

/// Chooses entries of the book and packs counts.
template <class Book>
class ChooserForBoth {
 public:
  using Tally = CountedTally<Book>;

  explicit ChooserForBoth(const EntryRule& rule) : entries_(rule) {}

  [[nodiscard]] ChosenForBoth select(std::span<const Tally> tallies) {
    books_.clear();
    for (const Tally& tally : tallies) books_.push_back(tally.book);
    return {entries_.select(std::span<const Book>(books_)), counts_.select(tallies)};
  }
  [[nodiscard]] ChosenForBoth end_partition() { return {{}, counts_.end_partition()}; }
  [[nodiscard]] LeftOut left_out() const noexcept { return entries_.left_out(); }

 private:
  EntrySelector entries_;
  CountsChooser counts_;
  std::vector<Book> books_;
};

/// Writes into both files.
class WriterForBoth {
 public:
  WriterForBoth(book::BinBookWriter& book, CountsOutput& counts) : book_(book), counts_(counts) {}

  [[nodiscard]] Result<void> operator()(const ChosenForBoth& chosen, std::uint64_t& entries) const {
    entries += chosen.entries.size();
    if (auto added = book_.add(chosen.entries); !added) return added;
    return counts_.add(chosen.packed);
  }

 private:
  book::BinBookWriter& book_;
  CountsOutput& counts_;
};

template <class Book>
Result<Summary> make_both(const Settings& settings, const EntryRule& rule, Progress& progress,
                          book::BinBookWriter& writer) {
  auto output = CountsOutput::create(settings.counts, settings, progress);
  if (!output) return output.error();
  auto made = run_over_games<CountMoves<CountedTally<Book>>>(settings, progress, ChooserForBoth<Book>(rule),
                                                             WriterForBoth(writer, *output));
  if (!made) return made;
  if (auto header = output->commit(*made); !header) return header.error();
  return made;
}

}  // namespace

Result<Summary> make_counted_book(const Settings& settings, const EntryRule& rule, bool is_plain,
                                  Progress& progress, book::BinBookWriter& writer) {
  Settings counting = settings;
  counting.counted_by.emplace();
  if (auto checked = check_counting(counting); !checked) return checked.error();
  return is_plain ? make_both<PolyglotTally>(counting, rule, progress, writer)
                  : make_both<WeightedTally>(counting, rule, progress, writer);
}

}  // namespace polyglot::builder
