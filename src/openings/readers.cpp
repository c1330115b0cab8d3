// SPDX-License-Identifier: MIT
#include <filesystem>
#include <numeric>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/openings/opening_names.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/pgn/game_reader.hpp>
#include <polyglot/pgn/game_walk.hpp>

namespace polyglot::openings {

/// Takes the openings that a reader finds, plays their moves and records their problems.
class Collector {
 public:
  explicit Collector(const std::string& path) : file_(path) { names_.path_ = path; }

  void begin_file(const std::string& path) { file_ = path; }

  /// Adds an opening with the moves of `game`, the last game of `reader`.
  void add(std::string eco, std::string name, const pgn::GameText& game, pgn::GameReader& reader);
  /// Adds an opening with moves as text, which begin on `line`.
  void add(std::string eco, std::string name, std::string_view moves, std::uint64_t line);
  void pass_over(std::uint64_t line, std::string why);

  [[nodiscard]] OpeningNames finish();

 private:
  OpeningNames names_;
  std::string file_;
  pgn::GameText game_;
};

namespace {

constexpr const char* kNoName = "has no name of an opening";

/// Splits a line into cells. Empty cells are kept.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = line.find('\t');
    cells.push_back(trim(line.substr(0, end)));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return cells;
}

/// The numbers of the columns eco, name and pgn. Older tables of Lichess have fen and moves in place of pgn.
using Columns = std::array<std::size_t, 3>;

/// Whether the cells are titles. Files that were joined have several lines of titles.
bool read_titles(const std::vector<std::string_view>& cells, Columns& columns) {
  constexpr std::array<std::string_view, 3> kTitles = {"eco", "name", "pgn"};
  Columns found{};
  for (std::size_t i = 0; i < kTitles.size(); ++i) {
    auto cell = std::ranges::find(cells, kTitles[i]);
    if (cell == cells.end() && kTitles[i] == "pgn") cell = std::ranges::find(cells, "moves");
    found[i] = static_cast<std::size_t>(cell - cells.begin());
    if (found[i] == cells.size()) return false;
  }
  columns = found;
  return true;
}

/// Adds one entry of scid.eco, which may have several lines.
void add_scid_entry(std::string_view entry, std::uint64_t line, Collector& collector) {
  const std::size_t open = entry.find('"');
  const std::size_t close = entry.find('"', open + 1);
  if (close == std::string_view::npos) return collector.pass_over(line, "the name has no end");
  collector.add(std::string(trim(entry.substr(0, open))),
                std::string(entry.substr(open + 1, close - open - 1)), entry.substr(close + 1), line);
}

void read_tsv(std::string_view text, Collector& collector) {
  Columns columns{0, 1, 2};
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::string_view line = trim(take_line(text), "\r");
    if (trim(line).empty() || line.starts_with('#')) continue;
    const auto cells = cells_of(line);
    if (read_titles(cells, columns)) continue;
    if (cells.size() <= std::ranges::max(columns)) {
      collector.pass_over(number,
                          "has too few columns: eco, name and pgn are needed, with tabs between them");
      continue;
    }
    const auto cell = [&](std::size_t column) { return cells[columns[column]]; };
    collector.add(std::string(cell(0)), std::string(cell(1)), cell(2), number);
  }
}

void read_pgn(std::string_view text, Collector& collector) {
  pgn::GameReader reader(text);
  for (pgn::GameText game; reader.next(game);) {
    const auto tag = [&game](std::string_view name) { return pgn::plain_text(game.tag(name).value_or("")); };
    std::string name = tag("Opening");
    std::string_view separator = ": ";
    for (const std::string_view part : {"Variation", "SubVariation"}) {
      const std::string more = tag(part);
      if (name.empty() || more.empty()) continue;
      name.append(separator).append(more);
      separator = ", ";
    }
    collector.add(tag("ECO"), std::move(name), game, reader);
  }
}

/// Whether a line begins like an entry of scid.eco: `B90a "Sicilian: Najdorf"`.
bool begins_scid_entry(std::string_view line) noexcept {
  return line.size() > 3 && line[0] >= 'A' && line[0] <= 'E' && is_digit(line[1]) && is_digit(line[2]) &&
         line.find('"') != std::string_view::npos;
}

/// An entry ends before the next entry, a blank line or a comment.
void read_scid(std::string_view text, Collector& collector) {
  std::string_view entry;
  std::uint64_t entry_line = 0;
  const auto finish = [&] {
    if (!entry.empty()) add_scid_entry(entry, entry_line, collector);
    entry = {};
  };
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const char* const begin = text.data();
    const std::string_view line = take_line(text);
    const std::string_view content = trim(line, " \t\r");
    if (content.empty() || content.starts_with('#')) {
      finish();
    } else if (begins_scid_entry(content)) {
      finish();
      entry = line;
      entry_line = number;
    } else if (!entry.empty()) {
      entry = {entry.data(), static_cast<std::size_t>(begin - entry.data()) + line.size()};
    } else {
      collector.pass_over(number, "belongs to no opening: a code and a name in quotes come first");
    }
  }
  finish();
}

constexpr std::size_t kLargestFile = std::size_t{64} << 20;

/// Reads one kind of file. The text has no byte order mark.
using Reader = void (*)(std::string_view text, Collector& collector);

/// Returns the first line that is neither empty nor a comment.
std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = trim(take_line(text), " \r");
    if (!line.empty() && !line.starts_with('#')) return line;
  }
  return {};
}

/// Returns the reader for a text; null if the text is of an unknown kind.
Reader reader_of(std::string_view text) {
  const std::string_view line = first_line(text);
  if (begins_scid_entry(line)) return &read_scid;
  if (text.find("[Opening \"") != std::string_view::npos) return &read_pgn;
  if (line.find('\t') != std::string_view::npos) return &read_tsv;
  return nullptr;
}

Result<void> add_text(std::string_view text, const std::string& path, Collector& collector) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const Reader reader = reader_of(text);
  if (reader == nullptr)
    return Error{
        "holds no names of openings: give columns eco, name and pgn with tabs between them, PGN with the "
        "tags ECO and Opening, or scid.eco",
        path};
  collector.begin_file(path);
  reader(text, collector);
  return {};
}

Result<void> add_file(const std::string& path, Collector& collector) {
  std::string text;
  if (const auto error = os::read_file(path, text, kLargestFile))
    return Error{"cannot be read: " + error.message(), path};
  return add_text(text, path, collector);
}

Result<OpeningNames> finish(Collector& collector, const std::string& path) {
  OpeningNames names = collector.finish();
  if (!names.all().empty()) return names;
  if (!names.problems().empty()) return names.problems().front();
  return Error{"holds no names of openings", path};
}

/// Returns the files of names in a folder, sorted. Error: there are none, or the folder cannot be read.
Result<std::vector<std::string>> files_in(const std::string& folder) {
  constexpr std::array<std::string_view, 3> kEndings = {".tsv", ".pgn", ".eco"};
  std::vector<std::string> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const std::string ending = lower_case(at->path().extension().string());
    if (at->is_regular_file(ignored) && std::ranges::find(kEndings, ending) != kEndings.end())
      files.push_back(at->path().string());
  }
  if (error) return Error{"the folder cannot be read: " + error.message(), folder};
  if (files.empty()) return Error{"the folder holds no files that end in .tsv, .pgn or .eco", folder};
  std::ranges::sort(files);
  return files;
}

}  // namespace

void Collector::pass_over(std::uint64_t line, std::string why) {
  if (names_.skipped_lines_++ < OpeningNames::kMostProblems)
    names_.problems_.push_back({std::move(why), file_ + ":" + std::to_string(line)});
}

void Collector::add(std::string eco, std::string name, const pgn::GameText& game, pgn::GameReader& reader) {
  if (name.empty()) return pass_over(reader.line_of(game.text()), kNoName);
  if (!pgn::is_chess(game) || game.tag(pgn::KnownTag::fen))
    return pass_over(reader.line_of(game.text()), "begins elsewhere than chess does");
  if (!game.flaws().empty()) {
    const pgn::Flaw& flaw = game.flaws().front();
    return pass_over(reader.line_of(flaw.where), flaw.message());
  }
  Opening opening{.eco = std::move(eco), .name = std::move(name)};
  const pgn::WalkEnd end = pgn::walk(game, [&opening](const chess::Position&, chess::Move move, std::size_t) {
    opening.moves.push_back(move);
  });
  if (end.stop != pgn::WalkStop::end) return pass_over(reader.line_of(end.where), end.message());
  opening.key = end.position.key();
  names_.openings_.push_back(std::move(opening));
}

void Collector::add(std::string eco, std::string name, std::string_view moves, std::uint64_t line) {
  // A single move is only a game with its number.
  const std::string text = (chess::looks_like_move(trim(moves)) ? "1. " : "") + std::string(moves);
  pgn::GameReader reader(text, line);
  if (name.empty()) return pass_over(line, kNoName);
  if (reader.next(game_)) return add(std::move(eco), std::move(name), game_, reader);
  if (trim(moves, " \t\r\n") != "*") return pass_over(line, "has no moves");
  // An opening without moves is the start position.
  names_.openings_.push_back(
      {.eco = std::move(eco), .name = std::move(name), .key = chess::Position().key()});
}

OpeningNames Collector::finish() {
  const auto& openings = names_.openings_;
  names_.by_key_.resize(openings.size());
  std::iota(names_.by_key_.begin(), names_.by_key_.end(), 0U);
  std::ranges::stable_sort(names_.by_key_, {}, [&](std::uint32_t index) { return openings[index].key; });
  return std::move(names_);
}

Result<OpeningNames> OpeningNames::read(const std::vector<std::string>& paths) {
  std::string all;
  for (const std::string& path : paths) all += (all.empty() ? "" : ", ") + path;
  Collector collector(all);
  for (const std::string& path : paths) {
    std::error_code ignored;
    auto files = std::filesystem::is_directory(path, ignored)
                     ? files_in(path)
                     : Result<std::vector<std::string>>(std::vector<std::string>{path});
    if (!files) return files.error();
    for (const std::string& file : *files)
      if (auto added = add_file(file, collector); !added) return added.error();
  }
  return finish(collector, all);
}

Result<OpeningNames> OpeningNames::parse(std::string_view text, const std::string& path) {
  Collector collector(path);
  if (auto added = add_text(text, path, collector); !added) return added.error();
  return finish(collector, path);
}

}  // namespace polyglot::openings
