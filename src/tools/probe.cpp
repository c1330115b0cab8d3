// SPDX-License-Identifier: MIT
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/ranges.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/position_arguments.hpp"
#include "tools/text_input.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace probe_tool {
namespace {

namespace json = boost::json;

/// A move of the book, or a record of a `.bin` that is not a legal move.
struct Row {
  book::MoveNames names;
  std::uint16_t code = 0;
  std::uint32_t weight = 0;
  std::vector<book::BookFact> facts;
};

struct Answer : Subject {
  std::string book;
  game::Rules rules;
  std::uint64_t total_weight = 0;
  std::vector<Row> rows = {};

  /// The part of all weights, rounded down to 1/10000 as for choosing a move.
  [[nodiscard]] double part(const Row& row) const noexcept {
    if (total_weight == 0) return 0;
    return static_cast<double>(10'000 * std::uint64_t{row.weight} / total_weight) / 10'000;
  }
  [[nodiscard]] bool is_illegal(const Row& row) const noexcept { return position && row.names.san.empty(); }
};

/// The learn fields of a `.bin` book, by the layout of the program that wrote them.
std::vector<book::BookFact> facts_of(const book::RawEntry& entry, book::LearnLayout layout) {
  const auto fact = [](std::string_view name, auto value) {
    return book::BookFact{name, static_cast<double>(value)};
  };
  const std::uint16_t high = entry.learn_games();
  const std::uint16_t low = entry.learn_points();
  switch (layout) {
    case book::LearnLayout::xboard:
      return {fact("wins", high), fact("losses", low)};
    case book::LearnLayout::prodeo:
      return {fact("score", static_cast<std::int16_t>(high)), fact("depth", low >> 8),
              fact("learn", low & 0xff)};
    case book::LearnLayout::unknown:
      return {fact("learn", entry.learn)};
    case book::LearnLayout::none:
    case book::LearnLayout::polyglot:
      break;
  }
  return {fact("n", high), fact("sum", low)};
}

/// The names of the facts of all rows, in their order; those of Polyglot if there is no row.
std::vector<std::string_view> fact_names(const Answer& answer) {
  std::vector<std::string_view> names;
  for (const Row& row : answer.rows)
    for (const book::BookFact& fact : row.facts)
      if (std::ranges::find(names, fact.name) == names.end()) names.push_back(fact.name);
  return names.empty() ? std::vector<std::string_view>{"n", "sum"} : names;
}

std::string short_text(double value) {
  return value == std::trunc(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

/// The text of a fact; empty if the row does not have it.
std::string fact_text(const Row& row, std::string_view name) {
  const auto fact = std::ranges::find(row.facts, name, &book::BookFact::name);
  return fact == row.facts.end() ? "" : short_text(fact->value);
}

std::string as_text(const Answer& answer) {
  std::string text;
  if (answer.position) text += fmt::format("fen {}\n", answer.position->to_fen());
  text += fmt::format("key {:016x}\n", answer.key);
  if (answer.rows.empty()) return text + "not in the book\n";
  constexpr std::size_t kLeastWidth = 6;
  const std::vector<std::string_view> names = fact_names(answer);
  text += fmt::format("\n{:<7} {:<8} {:>6} {:>8}", "move", "san", "weight", "share");
  for (const std::string_view name : names)
    text += fmt::format(" {:>{}}", name, std::max(kLeastWidth, name.size()));
  text += '\n';
  for (const Row& row : answer.rows) {
    text += fmt::format("{:<7} {:<8} {:>6} {:>7.2f}%", row.names.uci,
                        row.names.san.empty() ? "-" : row.names.san, row.weight, 100 * answer.part(row));
    for (const std::string_view name : names)
      text += fmt::format(" {:>{}}", fact_text(row, name), std::max(kLeastWidth, name.size()));
    text += answer.is_illegal(row) ? "  illegal\n" : "\n";
  }
  return text;
}

std::string as_json(const Answer& answer) {
  json::array moves;
  for (const Row& row : answer.rows) {
    json::object move{{"move", row.names.uci}};
    if (!row.names.san.empty()) move["san"] = row.names.san;
    if (answer.is_illegal(row)) {
      move["san"] = nullptr;
      move["illegal"] = true;
    }
    move["code"] = fmt::format("{:04x}", row.code);
    move["weight"] = row.weight;
    move["share"] = json_number(answer.part(row));
    for (const book::BookFact& fact : row.facts) move[fact.name] = json_number(fact.value);
    moves.push_back(std::move(move));
  }
  json::object described{{"key", fmt::format("{:016x}", answer.key)}};
  if (answer.position) described["fen"] = answer.position->to_fen();
  described["moves"] = std::move(moves);
  return json_text(described) + '\n';
}

/// Columns for people come first, then those that convert needs.
std::string as_csv(const Answer& answer) {
  const std::string fen = answer.position ? answer.position->to_fen() : "";
  const std::vector<std::string_view> names = fact_names(answer);
  std::string text = fmt::format("move,san,weight,share,{},illegal,key,code,fen\n", fmt::join(names, ","));
  for (const Row& row : answer.rows) {
    text += fmt::format("{},{},{},{:.4f},", book::csv_field(row.names.uci), book::csv_field(row.names.san),
                        row.weight, answer.part(row));
    for (const std::string_view name : names) text += fact_text(row, name) + ',';
    text += fmt::format("{},{:016x},{},{}\n", answer.is_illegal(row) ? 1 : 0, answer.key, row.code, fen);
  }
  return text;
}

/// The position as dump-book writes it.
std::string as_epd(const Answer& answer) {
  std::vector<book::RawEntry> entries;
  for (const Row& row : answer.rows)
    entries.push_back({.key = answer.key,
                       .move = row.code,
                       .weight = static_cast<std::uint16_t>(std::min(row.weight, book::kMostWeight))});
  return book::kEpd.position(entries, answer.rules, &*answer.position, {});
}

std::string as_pgn(const Answer& answer) {
  std::vector<NotedMove> moves;
  for (const Row& row : answer.rows) {
    if (answer.is_illegal(row)) continue;
    moves.push_back({.san = row.names.san,
                     .note = fmt::format("{:.2f} %, weight {}", 100 * answer.part(row), row.weight)});
  }
  return position_as_game(answer.book, answer.rules, *answer.position, moves);
}

/// Looks up a position, or a key in a Polyglot book, of which the answer has all records, even of illegal
/// moves. Error: the book cannot be read.
Answer look_up(const book::BookSource& book, const game::Rules& rules, const Subject& subject) {
  Answer answer{{subject}, book.path(), rules};
  const game::Position* const position = subject.position ? &*subject.position : nullptr;
  const auto add = [&](const book::RawEntry& entry, std::uint32_t weight, std::vector<book::BookFact> facts) {
    answer.rows.push_back({.names = book::name_move(entry, rules, position),
                           .code = entry.move,
                           .weight = weight,
                           .facts = std::move(facts)});
  };
  const book::BinBook* const records = book.records();
  if (records == nullptr) {
    book::BookMoves found = book.find(*position);
    answer.total_weight = found.total_weight;
    for (book::BookMove& move : found.moves)
      add({.key = answer.key, .move = book::record_code(*position, move.move)}, move.weight,
          std::move(move.facts));
    return answer;
  }
  const auto keys =
      position != nullptr ? book::keys_of(*position) : std::array<chess::Key, 2>{subject.key, 0};
  for (const chess::Key key : keys) {
    if (!answer.rows.empty()) break;
    const auto entries = records->find(key).value();
    if (!entries.empty()) answer.key = key;
    for (const book::RawEntry& entry : entries) {
      answer.total_weight += entry.weight;
      add(entry, entry.weight, facts_of(entry, records->learn_layout()));
    }
  }
  return answer;
}

/// Answers each position of a file with a line of JSON, in order. The output is flushed, because a program
/// may wait for an answer before it asks again.
void print_all(const book::BookSource& book, const game::Rules& rules, const std::string& file) {
  std::string text;
  const auto flush = [&text] { os::write_output(std::exchange(text, {})).value(); };
  const auto add = [&](std::string_view line, std::size_t) {
    const auto position = read_position(rules, trim(line));
    text += as_json(look_up(book, rules, {.position = position, .key = key_of(position)}));
  };
  const auto read = result_of([&] { read_lines(file, add, flush); });
  flush();
  read.value();
}

int run(Command& command) {
  std::string path;
  std::string fens;
  std::optional<book::BookFormat> book_format;
  PositionOptions position;
  VariantOptions variant;
  auto* format = &as_text;
  command.add({{"book,bin,in", "BOOK", "the book, of any format", any_book_file(path), 1, true}});
  command.add(position.switches());
  variant.add_to(command);
  command.add(
      {{"fens", "FILE",
        "a file of positions, one per line, - for standard input; prints one line of JSON each",
        text_file(fens)},
       {"format", "FORMAT", "output format: text, json, csv, epd or pgn",
        choice(
            format,
            {{"text", &as_text}, {"json", &as_json}, {"csv", &as_csv}, {"epd", &as_epd}, {"pgn", &as_pgn}})},
       book_format_switch(book_format)});
  if (const auto exit_code = command.parse()) return *exit_code;
  if (command.has("fens") && (position.is_given(command) || (command.has("format") && format != &as_json)))
    throw WrongUsage("--fens prints JSON, and cannot be combined with a position, --key or another --format");
  const auto book = book::open_book(path, book_format).value();
  const auto rules = variant.rules_of(*book);
  const auto subject = usage([&] { return position.subject(command, rules); });
  if (!subject.position && (format == &as_epd || format == &as_pgn))
    throw WrongUsage("--format epd and --format pgn need a position, not a --key");
  if (!rules.is_chess() && format == &as_epd)
    throw WrongUsage(fmt::format("--format epd is for chess, this is {}", rules.name()));
  if (!subject.position && book->records() == nullptr)
    throw WrongUsage("--key is for books of Polyglot, this one needs a position");
  tell_note(command, *book);
  tell_troubles(command, *book);  // lookups may find more troubles, see below
  const auto done = result_of([&] {
    if (command.has("fens")) return print_all(*book, rules, fens);
    os::write_output(format(look_up(*book, rules, subject))).value();
  });
  const bool has_failed = tell_troubles(command, *book) != kSuccess;
  done.value();
  // For a .bin the only possible trouble is disorder, because reading problems are errors.
  return book->records() == nullptr && (has_failed || book->size() == 0) ? kFailure : kSuccess;
}

}  // namespace
}  // namespace probe_tool

const Tool kProbe{
    .name = "probe",
    .summary = "Shows the book moves of a position.",
    .examples =
        "polyglot probe book.bin\n"
        "polyglot probe book.bin e4 c5 Nf3\n"
        "polyglot probe book.bin --fens positions.txt\n",
    .run = probe_tool::run,
};

}  // namespace polyglot::tools
