// SPDX-License-Identifier: MIT
#include <boost/json/object.hpp>

#include <polyglot/book/diff.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace diff_book_tool {
namespace {

namespace json = boost::json;
using book::RawEntry;
using book::RecordDiff;

/// Exit codes as in diff: 0 is the same, 1 different.
constexpr int kDifferent = 1;
constexpr int kTrouble = 2;

struct Row {
  chess::Key key;
  game::Rules rules;
  std::optional<game::Position> position;  ///< nothing if it is not known
  std::string line;                        ///< the moves that lead to the position: "1. e4 c5"
  double matter = 0;                       ///< see book::DifferenceScale
  book::MoveNames names;
  std::optional<RawEntry> a;
  std::optional<RawEntry> b;

  [[nodiscard]] const RawEntry& any() const noexcept { return a ? *a : *b; }
  [[nodiscard]] const char* kind() const noexcept { return !b ? "only A" : !a ? "only B" : "changed"; }
  [[nodiscard]] std::string fen() const { return position ? position->to_fen() : ""; }
};
using Rows = std::span<const Row>;

/// An output format for differences, position by position.
struct Format {
  std::string_view begin = {};
  bool names_books = false;
  std::string_view first = {};      ///< before the first position
  std::string_view separator = {};  ///< before each later position
  std::string_view end = {};
  std::string (*position)(Rows rows);
  bool sums_up = false;
};

/// The line and the position, and below them one line for each move: - only in A, + only in B, ! changed.
std::string as_text(Rows rows) {
  const auto values = [](const RawEntry& entry) {
    if (entry.learn == 0) return fmt::format(" {}", entry.weight);
    return fmt::format(" {} ({}/{})", entry.weight, entry.learn_games(), entry.learn_points());
  };
  const Row& first = rows.front();
  std::string text;
  if (first.position)
    text = fmt::format("\n{} ({:.2f}%)\n", first.line.empty() ? "start" : first.line, 100 * first.matter);
  text += fmt::format("{:016x} {}\n", first.key, first.fen());
  for (const Row& row : rows) {
    const char mark = !row.b ? '-' : !row.a ? '+' : '!';
    text += fmt::format("  {} {:<7}", mark, row.names.san.empty() ? row.names.uci : row.names.san);
    if (row.a) text += values(*row.a);
    if (row.a && row.b) text += " ->";
    if (row.b) text += values(*row.b);
    text += '\n';
  }
  return text;
}

std::string as_csv(Rows rows) {
  const auto values = [](const std::optional<RawEntry>& entry) {
    return entry ? fmt::format("{},{},{}", entry->weight, entry->learn_games(), entry->learn_points()) : ",,";
  };
  std::string text;
  for (const Row& row : rows)
    text += fmt::format("{},{:016x},{},{},{},{},{},{},{},{:.6f}\n", row.kind(), row.key, row.any().move,
                        book::csv_field(row.names.uci), book::csv_field(row.names.san), values(row.a),
                        values(row.b), row.fen(), row.line, row.matter);
  return text;
}

constexpr std::string_view kJsonSeparator = ",\n";

std::string as_json(Rows rows) {
  constexpr double kDigits = 1e6;
  const auto values = [](const RawEntry& entry) {
    return json::object{{"weight", entry.weight}, {"n", entry.learn_games()}, {"sum", entry.learn_points()}};
  };
  std::string text;
  for (const Row& row : rows) {
    json::object described{{"difference", row.kind()}, {"key", fmt::format("{:016x}", row.key)}};
    if (row.position) {
      described["fen"] = row.fen();
      described["line"] = row.line;
      described["matter"] = json_number(std::round(kDigits * row.matter) / kDigits);
    }
    described["move"] = row.names.uci;
    if (!row.names.san.empty()) described["san"] = row.names.san;
    described["code"] = fmt::format("{:04x}", row.any().move);
    if (row.a) described["a"] = values(*row.a);
    if (row.b) described["b"] = values(*row.b);
    if (!text.empty()) text += kJsonSeparator;
    text += json_text(described);
  }
  return text;
}

std::string weights(Rows rows, std::optional<RawEntry> Row::*book) {
  std::string text;
  for (const Row& row : rows)
    if (!row.names.san.empty() && row.*book)
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", row.names.san, (row.*book)->weight);
  return text;
}

/// The operation c0 has the weights in A, c1 those in B.
std::string as_epd(Rows rows) {
  const std::string of_a = weights(rows, &Row::a);
  const std::string of_b = weights(rows, &Row::b);
  if (of_a.empty() && of_b.empty()) return "";
  return fmt::format("{} c0 \"{}\"; c1 \"{}\";\n", rows.front().position->chess()->to_epd(), of_a, of_b);
}

std::string as_pgn(Rows rows) {
  const auto weight = [](const std::optional<RawEntry>& entry) {
    return entry ? fmt::format("{}", entry->weight) : "-";
  };
  std::vector<NotedMove> moves;
  for (const Row& row : rows)
    if (!row.names.san.empty())
      moves.push_back(
          {.san = row.names.san, .note = fmt::format("A {}, B {}", weight(row.a), weight(row.b))});
  if (moves.empty()) return "";
  return position_as_game("Differences between two books", rows.front().rules, *rows.front().position, moves);
}

constexpr Format kText{.names_books = true, .position = &as_text, .sums_up = true};
constexpr Format kCsv{
    .begin = "difference,key,code,move,san,weight_a,n_a,sum_a,weight_b,n_b,sum_b,fen,line,matter\n",
    .position = &as_csv};
constexpr Format kJson{
    .begin = "[", .first = "\n", .separator = kJsonSeparator, .end = "\n]\n", .position = &as_json};
constexpr Format kEpd{.position = &as_epd};
constexpr Format kPgn{.position = &as_pgn};

std::string summary(const book::DiffCounts& counts) {
  if (counts.equal()) return "";
  const auto only = [](std::uint64_t entries, std::uint64_t positions) {
    return fmt::format("{}, {}", counted(entries, "entry"), counted(positions, "whole position"));
  };
  return fmt::format("{}{}only in A: {}; only in B: {}; changed: {}\n",
                     counts.headers_differ ? "the headers differ; " : "",
                     counts.closings_differ ? "one has XBoard's closing record; " : "",
                     only(counts.moves_only_a, counts.positions_only_a),
                     only(counts.moves_only_b, counts.positions_only_b), counted(counts.changed, "entry"));
}

/// The rules of both books, and their known positions.
class ComparedBooks {
 public:
  /// `by_keys`: positions stay unknown, and no book is loaded.
  ComparedBooks(const Strings& paths, const WalkOptions& walk, bool by_keys) {
    if (by_keys) {
      games_.rules = walk.variant().rules_in_headers(paths);
      games_.starts = {games_.rules.start()};
      return;
    }
    for (const std::string& path : paths) books_.push_back(book::LoadedBook::load(path).value());
    games_ = walk.games_of({&books_.front(), &books_.back()});
    for (const book::LoadedBook& book : books_) reached_.emplace_back(book, games_);
    scale_.emplace(books_.front(), books_.back());
  }

  [[nodiscard]] const book::BookGames& games() const noexcept { return games_; }
  /// Whether positions are known, so that the most important differences come first.
  [[nodiscard]] bool has_positions() const noexcept { return !reached_.empty(); }

  [[nodiscard]] Row row(const RecordDiff& diff) const {
    const RawEntry& any = diff.a ? *diff.a : *diff.b;
    std::optional<game::Position> position;
    for (const book::ReachedPositions& reached : reached_)
      if (!position) position = reached.find(any.key);
    return {.key = any.key,
            .rules = games_.rules,
            .position = position,
            .line = {},
            .names = book::name_move(any, games_.rules, position ? &*position : nullptr),
            .a = diff.a,
            .b = diff.b};
  }

  /// Adds the line of a position and its importance to the rows.
  void weigh(std::span<Row> rows) {
    for (const book::ReachedPositions& reached : reached_) {
      const auto path = reached.path(rows.front().key);
      if (!path) continue;
      const std::string line = moves_text(path->start, path->moves);
      const double matter = scale_->weigh(*path);
      for (Row& row : rows) {
        row.line = line;
        row.matter = matter;
      }
      return;
    }
  }

 private:
  book::BookGames games_;
  std::vector<book::LoadedBook> books_;  ///< the books of reached_
  std::vector<book::ReachedPositions> reached_;
  std::optional<book::DifferenceScale> scale_;
};

/// Writes differences position by position: in the order of the keys, or the most important first if
/// positions are known.
class Writer {
 public:
  Writer(const Strings& books, ComparedBooks& compared, const Format& format, Output& output)
      : books_(books), compared_(compared), format_(format), separator_(format.first), output_(output) {}

  book::DiffCounts run() {
    output_.put(format_.begin);
    const auto sink = as_callback([this](const RecordDiff& diff) { add(diff); });
    auto counts = book::diff_books(books_[0], books_[1], sink, compared_.games()).value();
    end_position();
    std::ranges::stable_sort(waiting_, std::ranges::greater(),
                             [](const std::vector<Row>& rows) { return rows.front().matter; });
    for (const std::vector<Row>& rows : waiting_) put_position(rows);
    output_.put(format_.sums_up ? summary(counts) : std::string(format_.end));
    return counts;
  }

 private:
  void add(const RecordDiff& diff) {
    Row row = compared_.row(diff);
    if (!rows_.empty() && rows_.front().key != row.key) end_position();
    rows_.push_back(std::move(row));
  }

  void end_position() {
    if (rows_.empty()) return;
    std::vector<Row> rows = std::exchange(rows_, {});
    if (!compared_.has_positions()) return put_position(rows);
    compared_.weigh(rows);
    waiting_.push_back(std::move(rows));
  }

  void put_position(Rows rows) {
    if (std::exchange(is_first_, false) && format_.names_books)
      output_.put(fmt::format("A: {}\nB: {}\n+ only in B, - only in A, ! weight in A -> weight in B\n",
                              books_[0], books_[1]));
    const std::string text = format_.position(rows);
    if (text.empty()) return;
    output_.put(std::exchange(separator_, format_.separator));
    output_.put(text);
  }

  const Strings& books_;
  ComparedBooks& compared_;
  const Format& format_;
  std::string_view separator_;
  Output& output_;
  bool is_first_ = true;
  std::vector<Row> rows_;                  ///< of one position
  std::vector<std::vector<Row>> waiting_;  ///< positions that wait to be sorted
};

int run(Command& command) {
  Strings books;
  const Format* format = &kText;
  bool by_keys = false;
  std::string out = "-";
  WalkOptions walk;
  command.add({
      {"book,bin,in", "BOOK", "the two books, of any format", walked_books(any_book_files(books)),
       config::kAllPlain, true},
      {"format", "FORMAT", "output format: text, csv, json, epd or pgn",
       choice(format, {{"text", &kText}, {"csv", &kCsv}, {"json", &kJson}, {"epd", &kEpd}, {"pgn", &kPgn}})},
      {"by-key", "", "identify positions by key only; takes constant memory for books of any size",
       flag(by_keys)},
      {"out,o", "FILE", "the output file (default: standard output)", output_file(out)},
  });
  walk.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (books.size() != 2) throw WrongUsage("name two books, the old one first: polyglot diff-book OLD NEW");
  check_output(books, out, format == &kPgn ? FileKind::games : FileKind::text);
  for (const std::string& book : books) tell_if_empty(command, book);
  ComparedBooks compared(books, walk, by_keys);
  if (format == &kEpd && !compared.games().rules.is_chess())
    throw WrongUsage("--format epd is for books of chess");
  Output output(out);
  const auto counts = Writer(books, compared, *format, output).run();
  output.commit();
  tell_notes(command, counts.notes);
  return counts.equal() ? kSuccess : kDifferent;
}

}  // namespace
}  // namespace diff_book_tool

const Tool kDiffBook{
    .name = "diff-book",
    .summary = "Shows the differences between two books.",
    .examples =
        "polyglot diff-book old.bin new.bin\n"
        "polyglot diff-book --format csv old.bin new.bin -o changes.csv\n",
    .run = diff_book_tool::run,
    // A script can then distinguish a different book from one that cannot be read.
    .failure = diff_book_tool::kTrouble,
    .exit_codes = "0 the same, 1 different, 2 failure or wrong usage",
};

}  // namespace polyglot::tools
