#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

/// One record of the position.
struct Row {
  book::MoveNames names;
  book::RawEntry entry;
};

struct Answer : Subject {
  std::string book;
  std::uint64_t total_weight = 0;
  std::vector<Row> rows;

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
  std::vector<book::RawEntry> entries;
  for (const Row& row : answer.rows) entries.push_back(row.entry);
  return book::kEpd.position(entries, &*answer.position);
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

Result<int> run(Command& command) {
  Answer answer;
  PositionOptions position;
  Format format = &as_text;
  command.add({{"book", "BOOK", "the book, which needs no option before it", text(answer.book), 1, true}});
  command.add(position.switches());
  command.add({{"format", "FORMAT", "how to print it: text, json, csv, epd or pgn",
                choice(format, {{"text", &as_text},
                                {"json", &as_json},
                                {"csv", &as_csv},
                                {"epd", &as_epd},
                                {"pgn", &as_pgn}})}});
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto subject = position.subject(command);
  if (!subject) return command.wrong_usage(subject.error());
  static_cast<Subject&>(answer) = *subject;
  if (!answer.position && (format == &as_epd || format == &as_pgn))
    return command.wrong_usage({"-format epd and -format pgn need a position, not a -key"});
  const auto book = book::BinBook::open(answer.book);
  if (!book) return book.error();
  const auto entries = (*book)->find(answer.key);
  if (!entries) return entries.error();
  while (const auto trouble = (*book)->take_trouble()) command.tell(trouble->to_string());
  for (const book::RawEntry& entry : *entries) {
    answer.total_weight += entry.weight;
    answer.rows.push_back(
        {.names = book::name_move(entry, answer.position ? &*answer.position : nullptr), .entry = entry});
  }
  return success_if(os::write_output(format(answer)));
}

}  // namespace

const Tool kProbe{
    .name = "probe",
    .usage = "BOOK [-fen FEN] [-moves MOVE...] [-key KEY] [-format text|json|csv|epd|pgn]",
    .summary = "Shows what a book has for a position.",
    .run = run,
};

}  // namespace polyglot::tools
