#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>

#include "tools/lines.hpp"
#include "tools/pgn_text.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

constexpr const char* kBook = "book";
constexpr const char* kKeyOption = "key";
constexpr const char* kFormat = "format";

/// One record of the position.
struct Row {
  book::MoveNames names;
  book::RawEntry entry;
};

struct Answer {
  std::optional<chess::Position> position;  ///< nothing if only the key is known
  chess::Key key = 0;
  std::string book = {};
  std::uint64_t total_weight = 0;
  std::vector<Row> rows = {};

  /// Part of all weights, in 1/10000 and rounded down, as for choosing a move.
  [[nodiscard]] std::uint64_t share(const Row& row) const noexcept {
    return total_weight == 0 ? 0 : 10'000 * std::uint64_t{row.entry.weight} / total_weight;
  }
  [[nodiscard]] bool is_illegal(const Row& row) const noexcept { return position && row.names.san.empty(); }
};

using Format = std::string (*)(const Answer&);

std::string as_text(const Answer& answer) {
  std::string text;
  if (answer.position) text += fmt::format("fen {}\n", answer.position->to_fen());
  text += fmt::format("key {:016x}\n", answer.key);
  if (answer.rows.empty()) return text + "not in the book\n";
  text +=
      fmt::format("\n{:<7} {:<8} {:>6} {:>8} {:>6} {:>6}\n", "move", "san", "weight", "share", "n", "sum");
  for (const Row& row : answer.rows) {
    text += fmt::format("{:<7} {:<8} {:>6} {:>7.2f}% {:>6} {:>6}{}\n", row.names.uci,
                        row.names.san.empty() ? "-" : row.names.san, row.entry.weight,
                        static_cast<double>(answer.share(row)) / 100, row.entry.learn_games(),
                        row.entry.learn_points(), answer.is_illegal(row) ? "  illegal" : "");
  }
  return text;
}

/// No text in it has a character that JSON would want escaped.
std::string as_json(const Answer& answer) {
  std::string text = "{";
  if (answer.position) text += fmt::format("\"fen\": \"{}\", ", answer.position->to_fen());
  text += fmt::format("\"key\": \"{:016x}\", \"moves\": [", answer.key);
  std::string_view separator = "\n";
  for (const Row& row : answer.rows) {
    text += fmt::format("{}  {{\"move\": \"{}\", ", separator, row.names.uci);
    if (!row.names.san.empty()) text += fmt::format("\"san\": \"{}\", ", row.names.san);
    if (answer.is_illegal(row)) text += "\"san\": null, \"illegal\": true, ";
    text += fmt::format("\"code\": {}, \"weight\": {}, \"share\": {:.4f}, \"n\": {}, \"sum\": {}}}",
                        row.entry.move, row.entry.weight, static_cast<double>(answer.share(row)) / 10'000,
                        row.entry.learn_games(), row.entry.learn_points());
    separator = ",\n";
  }
  return text + (answer.rows.empty() ? "]}\n" : "\n]}\n");
}

/// The columns that import needs stand behind those that people look at.
std::string as_csv(const Answer& answer) {
  const std::string fen = answer.position ? answer.position->to_fen() : "";
  std::string text = "move,san,weight,share,n,sum,illegal,key,code,fen\n";
  for (const Row& row : answer.rows) {
    text += fmt::format("{},{},{},{:.4f},{},{},{},{:016x},{},{}\n", row.names.uci, row.names.san,
                        row.entry.weight, static_cast<double>(answer.share(row)) / 10'000,
                        row.entry.learn_games(), row.entry.learn_points(), answer.is_illegal(row) ? 1 : 0,
                        answer.key, row.entry.move, fen);
  }
  return text;
}

/// As dump-book writes the position.
std::string as_epd(const Answer& answer) {
  std::string text;
  const auto writer = book::make_epd_writer([&](std::string_view line) {
    text += line;
    return Result<void>();
  });
  std::vector<book::RawEntry> entries;
  for (const Row& row : answer.rows) entries.push_back(row.entry);
  return writer->add(entries, &*answer.position) ? text : "";
}

std::string as_pgn(const Answer& answer) {
  std::vector<NotedMove> moves;
  for (const Row& row : answer.rows) {
    if (answer.is_illegal(row)) continue;
    moves.push_back({.san = row.names.san,
                     .note = fmt::format("{:.2f} %, weight {}", static_cast<double>(answer.share(row)) / 100,
                                         row.entry.weight)});
  }
  return position_as_game(answer.book, *answer.position, moves);
}

Result<Format> format_argument(const Arguments& arguments) {
  const auto& name = arguments[kFormat].as<std::string>();
  if (name == "text") return &as_text;
  if (name == "json") return &as_json;
  if (name == "csv") return &as_csv;
  const bool is_of_position = name == "epd" || name == "pgn";
  if (is_of_position && arguments.count(kKeyOption) != 0)
    return Error{fmt::format("-format {} needs a position, not a -key", name)};
  if (is_of_position) return name == "epd" ? &as_epd : &as_pgn;
  return Error{fmt::format("-format {}: it is text, json, csv, epd or pgn", name)};
}

/// The position or key asked for, without its moves.
Result<Answer> question(const Arguments& arguments) {
  if (arguments.count(kKeyOption) == 0) {
    const auto position = position_argument(arguments);
    if (!position) return position.error();
    return Answer{.position = *position, .key = position->key()};
  }
  if (names_position(arguments)) return Error{"-key takes the place of -fen and -moves"};
  const auto key = read_key(arguments[kKeyOption].as<std::string>());
  if (!key) return key.error();
  return Answer{.position = {}, .key = *key};
}

void declare(Syntax& syntax) {
  syntax.options.add_options()(kBook, po::value<std::string>()->value_name("BOOK")->required(),
                               "the book, which needs no option before it");
  syntax.positional.add(kBook, 1);
  declare_position(syntax);
  syntax.options.add_options()  //
      (kKeyOption, po::value<std::string>()->value_name("KEY"),
       "a key in hexadecimal instead of a position: moves without SAN, legal or not")  //
      (kFormat, po::value<std::string>()->value_name("FORMAT")->default_value("text"),
       "how to print it: text, json, csv, epd or pgn");
}

Result<int> run(const Arguments& arguments) {
  const auto format = format_argument(arguments);
  if (!format) return wrong_usage(kProbe, format.error());
  auto answer = question(arguments);
  if (!answer) return wrong_usage(kProbe, answer.error());
  answer->book = arguments[kBook].as<std::string>();
  const auto book = book::open_book(answer->book);
  if (!book) return book.error();
  const auto entries = (*book)->find(answer->key);
  if (!entries) return entries.error();
  while (const auto trouble = (*book)->take_trouble()) tell(kProbe.name, trouble->to_string());
  const chess::Position* const position = answer->position ? &*answer->position : nullptr;
  for (const book::RawEntry& entry : *entries) {
    answer->total_weight += entry.weight;
    answer->rows.push_back({.names = book::name_move(entry, position), .entry = entry});
  }
  if (auto written = write_out((*format)(*answer)); !written) return written.error();
  return kSuccess;
}

}  // namespace

const Tool kProbe{
    .name = "probe",
    .usage = "BOOK [-fen FEN] [-moves MOVE...] [-key KEY] [-format text|json|csv|epd|pgn]",
    .summary = "Shows what a book has for a position.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
