// SPDX-License-Identifier: MIT
#include <future>

#include <polyglot/counts/counts_sum.hpp>
#include <polyglot/counts/counts_writer.hpp>
#include <polyglot/counts/key_sorter.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::counts {
namespace {

// ---- Headers of several files, compared and joined -------------------------------------------------------

/// An input and the file that has counted it.
struct Counted {
  const Input* input;
  const CountsFile* file;  ///< null: not known

  /// Two inputs are the same if this is equal, whatever their names.
  [[nodiscard]] auto content() const noexcept { return std::tie(input->hash, input->bytes); }
};

/// The first line of `settings` that `other` does not have.
std::string_view line_without(std::string_view settings, std::string_view other) {
  while (!settings.empty()) {
    const std::size_t end = std::min(settings.find('\n'), settings.size());
    const std::string_view line = settings.substr(0, end);
    const std::size_t found = other.find(line);
    const bool is_there = found != other.npos && (found == 0 || other[found - 1] == '\n') &&
                          (found + line.size() == other.size() || other[found + line.size()] == '\n');
    if (!is_there) return line;
    settings.remove_prefix(std::min(end + 1, settings.size()));
  }
  return {};
}

/// Returns two inputs with the same games; nothing if there are none.
std::optional<std::pair<Counted, Counted>> find_twins(std::vector<Counted> inputs) {
  std::erase_if(inputs, [](const Counted& counted) { return counted.input->is_empty(); });
  std::ranges::sort(inputs, [](const Counted& a, const Counted& b) { return a.content() < b.content(); });
  const auto twin = std::ranges::adjacent_find(
      inputs, [](const Counted& a, const Counted& b) { return a.content() == b.content(); });
  if (twin == inputs.end()) return std::nullopt;
  return std::pair(*twin, *(twin + 1));
}

void check_counted_once(std::vector<Counted> inputs) {
  const auto twins = find_twins(std::move(inputs));
  if (!twins) return;
  const auto& [input, file] = twins->first;
  const auto& [other, file_of_other] = twins->second;
  const bool have_one_name = input->name == other->name;
  throw Failure(input->name + (have_one_name ? "" : ", which is the same as " + other->name + ',') +
                    " is counted twice: here and in " + file->path(),
                file_of_other->path());
}

}  // namespace

Result<void> check_for_twins(const std::vector<Input>& inputs) {
  std::vector<Counted> counted;
  for (const Input& input : inputs) counted.push_back({.input = &input, .file = nullptr});
  const auto twins = find_twins(std::move(counted));
  if (!twins) return {};
  return Error{twins->first.input->name + " and " + twins->second.input->name +
               " are the same games, which would be counted twice"};
}

Result<void> check_alike(const CountsFile& file, const Header& header, const std::string& path) {
  const Header& first = file.header();
  const std::string than = " than " + file.path();
  if (header.variant != first.variant)
    return Error{"holds games of another variant" + than + ": " + header.variant + ", not " + first.variant,
                 path};
  if (header.settings == first.settings) return {};
  const std::string_view line = line_without(header.settings, first.settings);
  const std::string_view other = line_without(first.settings, header.settings);
  return Error{"was counted with other settings" + than + ": " + (line.empty() ? "without " : "") +
                   std::string(line.empty() ? other : line),
               path};
}

// ---- Rows of several files, merged -----------------------------------------------------------------------

namespace {

/// SumReader::next() returns rows when it has at least this many.
constexpr std::size_t kMergedAtOnce = std::size_t{1} << 15;

/// Adds up rows of one position. Their inputs have numbers in the order of all inputs. The result has the
/// order of the inputs, and rows of one input have that of their file. Failure: a sum is too large.
void add_up(std::vector<Row>& rows, std::size_t begin) {
  const std::span all = std::span(rows).subspan(begin);
  std::ranges::stable_sort(all, {}, &Row::input);
  std::vector<Row*> by_move;
  for (Row& row : all) by_move.push_back(&row);
  std::ranges::sort(by_move, {}, [](const Row* row) { return std::tuple(row->move, row->group, row); });
  Row* first = by_move.front();
  for (Row* const row : std::span(by_move).subspan(1)) {
    if (row->move != first->move || row->group != first->group) {
      first = row;
      continue;
    }
    first->totals.add(row->totals).value();
    row->totals.games = 0;  // marks a row that another one includes
  }
  rows.erase(std::remove_if(rows.begin() + static_cast<std::ptrdiff_t>(begin), rows.end(),
                            [](const Row& row) { return row.totals.games == 0; }),
             rows.end());
}

}  // namespace

/// Compares the headers and joins them. Failure: as the error of open().
CountsSum::CountsSum(std::vector<CountsFile> files) : files_(std::move(files)) {
  if (files_.empty()) throw Failure("there are no files of counts");
  for (const CountsFile& file : files_) check_alike(files_.front(), file.header(), file.path()).value();
  std::vector<Counted> counted;
  std::vector<Input>& inputs = header_.inputs;
  for (const CountsFile& file : files_)
    for (const Input& input : file.header().inputs) {
      counted.push_back({&input, &file});
      inputs.push_back(input);
      header_.games += input.games;
    }
  check_counted_once(std::move(counted));
  header_.settings = files_.front().header().settings;
  header_.variant = files_.front().header().variant;
  const auto by_order = [](const Input& a, const Input& b) { return a.order() < b.order(); };
  std::ranges::sort(inputs, by_order);
  // Several files may have the same empty input.
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  for (const CountsFile& file : files_) {
    std::vector<std::uint32_t>& numbers = input_numbers_.emplace_back();
    for (const Input& input : file.header().inputs) {
      const auto at = std::ranges::lower_bound(inputs, input, by_order);
      numbers.push_back(static_cast<std::uint32_t>(at - inputs.begin()));
    }
  }
}

Result<CountsSum> CountsSum::open(const std::vector<std::string>& paths) {
  return result_of([&] {
    os::allow_open_files(paths.size());
    std::vector<CountsFile> files;
    for (const std::string& path : paths) files.push_back(CountsFile::open(path).value());
    return CountsSum(std::move(files));
  });
}

struct SumReader::State {
  /// A file and its present block.
  struct Source {
    const CountsFile& file;
    std::span<const std::uint32_t> inputs;  ///< their numbers in the sum
    std::size_t next_block = 0;
    std::vector<Row> rows = {};
    std::size_t next = 0;  ///< number of the next row

    /// Reads the next block if there are no more rows. At the end of the file there are still none.
    void fill();
  };
  struct Place {
    std::uint64_t key;
    std::uint32_t source;
    std::uint32_t row;
  };

  std::vector<Source> sources = {};
  KeySorter<Place> sorter = {};
  std::span<const Place> places = {};  ///< of the sorter: all rows that have been found and not been returned

  /// Finds the next rows, up to the end of the block that ends first.
  void find();
  void take_position(std::vector<Row>& rows);
};

void SumReader::State::Source::fill() {
  if (next < rows.size()) return;
  next = 0;
  rows.clear();
  if (next_block == file.blocks()) return;
  file.read_block(next_block++, rows).value();
  for (Row& row : rows) row.input = inputs[row.input];
}

void SumReader::State::find() {
  std::uint64_t lowest = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last = lowest;
  for (Source& source : sources) {
    source.fill();
    if (source.rows.empty()) continue;
    lowest = std::min(lowest, source.rows[source.next].key);
    last = std::min(last, source.rows.back().key);
  }
  std::size_t size = 0;
  std::vector<std::size_t> ends;
  for (const Source& source : sources) {
    const auto end = std::ranges::upper_bound(source.rows, last, {}, &Row::key);
    ends.push_back(static_cast<std::size_t>(end - source.rows.begin()));
    size += ends.back() - source.next;
  }
  sorter.sort(size, lowest, last, [&](const auto& take) {
    for (std::uint32_t number = 0; number < sources.size(); ++number) {
      const Source& source = sources[number];
      for (std::size_t row = source.next; row < ends[number]; ++row)
        take({source.rows[row].key, number, static_cast<std::uint32_t>(row)});
    }
  });
  for (std::size_t number = 0; number < sources.size(); ++number) sources[number].next = ends[number];
  places = sorter.sorted();
}

void SumReader::State::take_position(std::vector<Row>& rows) {
  const std::size_t begin = rows.size();
  const auto [key, first_source, first_row] = places.front();
  bool are_of_one_file = true;
  for (; !places.empty() && places.front().key == key; places = places.subspan(1)) {
    const Place& place = places.front();
    rows.push_back(sources[place.source].rows[place.row]);
    are_of_one_file &= place.source == first_source;
  }
  if (!are_of_one_file) add_up(rows, begin);
}

SumReader::SumReader(const CountsSum& sum) : state_(std::make_unique<State>()) {
  for (std::size_t i = 0; i < sum.files_.size(); ++i)
    state_->sources.push_back({.file = sum.files_[i], .inputs = sum.input_numbers_[i]});
}
SumReader::~SumReader() = default;

Result<std::vector<Row>> SumReader::next() {
  return result_of([&state = *state_] {
    std::vector<Row> rows;
    rows.reserve(kMergedAtOnce);
    while (rows.size() < kMergedAtOnce) {
      if (state.places.empty()) state.find();
      if (state.places.empty()) break;
      state.take_position(rows);
    }
    return rows;
  });
}

Result<Header> write_sum(const CountsSum& sum, const std::string& output, const std::atomic<bool>& stop) {
  return result_of([&] {
    auto writer = CountsWriter::create(output, sum.header()).value();
    SumReader reader(sum);
    RowPacker packer;
    // One thread merges rows while another one packs those before them.
    std::future<PackedRows> packing;
    for (;;) {
      auto rows = reader.next().value();
      if (packing.valid()) writer.add(packing.get()).value();
      if (rows.empty()) break;
      if (stop) throw Failure("interrupted");
      packing = std::async(std::launch::async, [&packer, rows = std::move(rows)] {
        packer.add(rows);
        return packer.take_packed();
      });
    }
    writer.add(packer.end()).value();
    return writer.commit().value();
  });
}

}  // namespace polyglot::counts
