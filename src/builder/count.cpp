// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/counts/counts_file.hpp>
#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/key_sorter.hpp>
#include <polyglot/counts/totals.hpp>
#include <polyglot/os/file.hpp>

#include "builder/aggregator.hpp"
#include "builder/chunk_worker.hpp"
#include "builder/counts_output.hpp"
#include "builder/entry_selector.hpp"
#include "builder/intake.hpp"
#include "builder/run.hpp"
#include "builder/tally.hpp"

namespace polyglot::builder {

namespace {

// ---- Files of counts -------------------------------------------------------------------------------------

static_assert(kPartitionBits == counts::kRangeBits);

/// Packs tallies for a file of counts. A partition of the run is a range of the file.
class CountsChooser {
 public:
  /// Packs the tallies of some positions. Their keys are higher than those of the last call.
  template <class Tally>
  [[nodiscard]] counts::PackedRows select(std::span<const Tally> tallies) {
    sort_by_key(tallies);
    rows_.clear();
    for (const Place& place : sorter_.sorted()) rows_.push_back(row_of(tallies[place.number]));
    packer_.add(rows_);
    return packer_.take_packed();
  }
  /// Does the same with records, in the order of their games. It adds up the records of each position alone,
  /// in `table`. That takes less time than a table of all moves, because most positions have one record. Sets
  /// `moves` to the number of rows.
  template <class Tally>
  [[nodiscard]] counts::PackedRows select_records(std::span<const CountRecord> records,
                                                  TallyTable<Tally>& table, std::size_t& moves) {
    sort_by_key(records);
    rows_.clear();
    for_each_position([&](std::span<const Place> places) {
      if (places.size() == 1) {
        CountTally tally(records[places.front().number]);
        tally.add(records[places.front().number]);
        rows_.push_back(row_of(tally));
        return;
      }
      table.start({}, places.size());
      for (const Place& place : places) table.add(records[place.number]);
      for (const Tally& tally : table.tallies()) rows_.push_back(row_of(tally));
    });
    moves = rows_.size();
    packer_.add(rows_);
    return packer_.take_packed();
  }
  [[nodiscard]] counts::PackedRows end_partition() { return packer_.end(); }
  [[nodiscard]] static LeftOut left_out() noexcept { return {}; }

 private:
  /// The key of a tally or record, and its number.
  struct Place {
    chess::Key key;
    std::uint32_t number;
  };

  [[nodiscard]] static counts::Row row_of(const CountTally& tally) noexcept {
    return {.key = tally.key,
            .move = tally.move,
            .group = tally.group,
            .input = tally.input,
            .totals = {.games = tally.games,
                       .wins = tally.wins,
                       .draws = tally.draws,
                       .losses = tally.losses,
                       .rated = tally.rated,
                       .rating_sum = tally.rating_sum,
                       .opponent_sum = tally.opponent_sum,
                       .first_date = tally.first_date,
                       .last_date = tally.last_date}};
  }
  /// The rows of a position stay in the order in which games first had them.
  template <class Move>
  void sort_by_key(std::span<const Move> moves) {
    // All keys are of one partition.
    constexpr chess::Key kInPartition = ~chess::Key{0} >> kPartitionBits;
    const chess::Key lowest = moves.empty() ? 0 : moves.front().key & ~kInPartition;
    sorter_.sort(moves.size(), lowest, lowest | kInPartition, [moves](const auto& take) {
      for (std::uint32_t i = 0; i < moves.size(); ++i) take({moves[i].key, i});
    });
  }
  template <class Take>
  void for_each_position(const Take& take) {
    for (std::span<const Place> rest = sorter_.sorted(); !rest.empty();) {
      const chess::Key key = rest.front().key;
      const auto end =
          std::find_if(rest.begin() + 1, rest.end(), [key](const Place& place) { return place.key != key; });
      const auto size = static_cast<std::size_t>(end - rest.begin());
      take(rest.first(size));
      rest = rest.subspan(size);
    }
  }

  counts::RowPacker packer_;
  counts::KeySorter<Place> sorter_;
  std::vector<counts::Row> rows_;
};

CountSummary count(const Settings& settings, const std::string& path, Progress& progress) {
  CountsOutput output(path, settings, progress);
  const auto write = [&output](const counts::PackedRows& packed, std::uint64_t& entries) {
    entries += packed.moves;
    output.add(packed);
  };
  CountSummary summary{.games = run_over_games<CountTally>(settings, progress, CountsChooser(), write),
                       .header = {}};
  if (summary.games.counts.used == 0) {
    const auto old = counts::CountsFile::open(path);
    if (old && old->header().games > 0) throw Failure("is not replaced by counts of no games", path);
  }
  summary.header = output.commit(summary.games);
  return summary;
}

/// The counts of the games while they are added to others. Errors name this file.
class CountsOfGames {
 public:
  explicit CountsOfGames(const Settings& settings)
      : path_((std::filesystem::path(folder_of(settings)) /
               std::filesystem::path(settings.output).filename().concat(".games"))
                  .string()) {}
  CountsOfGames(const CountsOfGames&) = delete;
  CountsOfGames& operator=(const CountsOfGames&) = delete;
  ~CountsOfGames() {
    std::error_code ignored;
    if (is_written_) std::filesystem::remove(path_, ignored);
  }

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] CountSummary write(const Settings& settings, Progress& progress) {
    // A run that was killed may have left its file.
    if (!counts::is_counts_file(path_).value() && os::kind_of(path_) != os::PathKind::missing)
      throw Failure("is needed for a temporary file: rename it, or choose another --out", path_);
    CountSummary counted = count(settings, path_, progress);
    is_written_ = true;
    return counted;
  }

 private:
  std::string path_;
  bool is_written_ = false;
};

CountSummary add_up(const Settings& settings, Progress& progress) {
  std::vector<std::string> files = settings.added;
  CountSummary summary;
  CountsOfGames of_games(settings);
  if (!settings.inputs.empty()) {
    // Files that cannot be added are reported before the games are counted.
    (void)counts::CountsSum::open(files).value();
    const auto first = counts::CountsFile::open(files.front()).value();
    counts::check_alike(first, header_of(settings), settings.inputs.front()).value();
    summary.games = of_games.write(settings, progress).games;
    files.push_back(of_games.path());
  }
  const auto sum = counts::CountsSum::open(files).value();
  summary.header = counts::write_sum(sum, settings.output, progress.stop).value();
  return summary;
}

}  // namespace

Result<CountSummary> count_games(const Settings& given, Progress& progress) {
  Settings settings = given;
  settings.refuse_empty = false;
  if (!settings.counted_by) settings.counted_by.emplace();
  std::ranges::sort(settings.inputs);
  return result_of([&] {
    check_counting(settings);
    settings.filter.check().value();
    check_files(settings);
    return settings.added.empty() ? count(settings, settings.output, progress) : add_up(settings, progress);
  });
}

namespace {

struct ChosenForBoth {
  std::span<const book::RawEntry> entries;
  counts::PackedRows packed;
};

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

template <class Book>
Summary make_both(const Settings& settings, const EntryRule& rule, Progress& progress,
                  book::BinBookWriter& writer) {
  CountsOutput output(settings.counts, settings, progress);
  const auto write = [&](const ChosenForBoth& chosen, std::uint64_t& entries) {
    entries += chosen.entries.size();
    writer.add(chosen.entries).value();
    output.add(chosen.packed);
  };
  Summary made = run_over_games<CountedTally<Book>>(settings, progress, ChooserForBoth<Book>(rule), write);
  (void)output.commit(made);
  return made;
}

}  // namespace

Summary make_counted_book(const Settings& settings, const EntryRule& rule, bool is_plain, Progress& progress,
                          book::BinBookWriter& writer) {
  Settings counting = settings;
  counting.counted_by.emplace();
  check_counting(counting);
  return is_plain ? make_both<PolyglotTally>(counting, rule, progress, writer)
                  : make_both<WeightedTally>(counting, rule, progress, writer);
}

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

/// Throws a Failure if Polyglot's rule would have halved a move.
void check_halving(const std::vector<SummedTally>& tallies, std::size_t begin) {
  for (std::size_t i = begin; i < tallies.size(); ++i) {
    const SummedTally& tally = tallies[i];
    if (tally.games < PolyglotTally::kFull) continue;
    throw Failure(
        fmt::format("position {:016x}, move {}, has {} games: from {} games on --weights polyglot halves "
                    "what came before, which counts do not tell; take --weights points (the same numbers, "
                    "not halved), frequency or score",
                    tally.key, book::code_to_text(tally.move), tally.games, PolyglotTally::kFull));
  }
}

/// Names the variant in the header, as for games.
std::optional<book::BookHeader> header_of(const Settings& settings, const counts::Header& counts) {
  auto header = settings.header;
  if (counts.variant == "normal") return header;
  if (!header) header.emplace();
  header->variants = {counts.variant};
  return header;
}

Summary fill_book(const counts::CountsSum& sum, const Settings& settings, const std::atomic<bool>& stop,
                  book::BinBookWriter& writer) {
  if (const auto header = header_of(settings, sum.header())) writer.add(*header).value();
  Summary summary;
  EntrySelector selector(settings.entries);
  std::vector<SummedTally> tallies;
  const auto select = [&] {
    const auto entries = selector.select(std::span<const SummedTally>(tallies));
    summary.entries += entries.size();
    summary.moves += tallies.size();
    summary.left_out += selector.left_out();
    tallies.clear();
    writer.add(entries).value();
  };
  counts::SumReader reader(sum);
  for (;;) {
    const std::vector<counts::Row> rows = reader.next().value();
    if (rows.empty()) break;
    if (stop) throw Failure("interrupted");
    const std::size_t begin = tallies.size();
    for (std::span<const counts::Row> rest(rows); !rest.empty();) {
      const auto end = std::ranges::upper_bound(rest, rest.front().key, {}, &counts::Row::key);
      const auto size = static_cast<std::size_t>(end - rest.begin());
      add_tallies(rest.first(size), tallies);
      rest = rest.subspan(size);
    }
    if (settings.entries.rule == WeightRule::polyglot) check_halving(tallies, begin);
    if (tallies.size() >= kTalliesAtOnce) select();
  }
  select();
  summary.counts.games = summary.counts.used = sum.header().games;
  return summary;
}

}  // namespace

Result<Summary> book_of_counts(const Settings& settings, Progress& progress) {
  return result_of([&] {
    check_files(settings);
    const auto sum = counts::CountsSum::open(settings.inputs).value();
    return write_unless_empty(settings, [&](book::BinBookWriter& writer) {
      Summary filled = fill_book(sum, settings, progress.stop, writer);
      check_replacement(settings, filled.entries, kWhyNoEntries);
      return filled;
    });
  });
}

}  // namespace polyglot::builder
