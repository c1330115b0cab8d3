// SPDX-License-Identifier: MIT
#include "builder/counted_book.hpp"
#include <cstdint>
#include <span>
#include <utility>
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
  PackedPartitions packed;
};

/// Chooses entries of the book and packs counts.
template <class Book>
class ChooserForBoth {
 public:
  explicit ChooserForBoth(const EntryRule& rule) : entries_(rule), counts_(counts::kUsualPartitions) {}

  [[nodiscard]] ChosenForBoth select(std::span<const CountedTally<Book>> tallies) {
    books_.clear();
    counted_.clear();
    for (const CountedTally<Book>& tally : tallies) {
      books_.push_back(tally.book);
      counted_.push_back(tally);
    }
    return {entries_.select(std::span<const Book>(books_)), counts_.select(counted_)};
  }
  [[nodiscard]] ChosenForBoth end_partition() { return {{}, counts_.end_partition()}; }
  [[nodiscard]] std::uint64_t rare() const noexcept { return entries_.rare(); }

 private:
  EntrySelector entries_;
  CountsChooser counts_;
  std::vector<Book> books_;
  std::vector<CountTally> counted_;
};

template <class Book>
Result<Summary> make_both(const Settings& settings, const EntryRule& rule, Progress& progress,
                          book::BinBookWriter& writer) {
  auto output = CountsOutput::create(settings.counts, settings, counts::kUsualPartitions, progress);
  if (!output) return output.error();
  const auto write = [&](const ChosenForBoth& chosen, std::uint64_t& entries) -> Result<void> {
    entries += chosen.entries.size();
    if (auto added = writer.add(chosen.entries); !added) return added;
    return output->add(chosen.packed);
  };
  auto made =
      run_over_games<CountMoves<CountedTally<Book>>>(settings, progress, ChooserForBoth<Book>(rule), write);
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
