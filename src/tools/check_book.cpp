// SPDX-License-Identifier: MIT
#include <array>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/crafty_check.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {

namespace {

void print_finding(std::string_view what, const book::Finding& finding) {
  fmt::print("{:<31}: {:8}", what, finding.count);
  if (finding.count > 0) fmt::print("   the first at offset {}", finding.first_offset);
  fmt::print("\n");
}

void print_header(const book::RecordCheck& check) {
  if (check.header_error) {
    fmt::print("{:<31}: {}\n", "Header", check.header_error->what);
  } else {
    fmt::print("{:<31}: {}\n", "Header", check.header ? "@PG@ " + check.header->version : "none");
  }
}

void print(const book::RecordCheck& check) {
  fmt::print("{:<31}: {:8}\n", "Moves", check.records);
  fmt::print("{:<31}: {:8}\n", "Positions", check.positions);
  print_header(check);
  fmt::print("{:<31}: {}\n", "Learn fields", book::describe(check.learn));
  fmt::print("{:<31}: {:8}\n", "Bytes that are no record", check.leftover_bytes);
  print_finding("Keys out of order", check.unsorted);
  print_finding("Headers not at the start", check.stray_headers);
  print_finding("Moves a position has twice", check.duplicates);
  print_finding("Codes that are no move", check.impossible_moves);
  print_finding("Weights of 0", check.zero_weights);
}

/// Prints what positions tell; true if there is a defect.
Result<bool> check_positions(const std::string& path, const WalkOptions& walk) {
  const auto book = book::LoadedBook::load(path);
  if (!book) return book.error();
  const auto games = walk.games_of(*book);
  if (!games) return games.error();
  const book::MoveCheck check = book::check_moves(*book, book::ReachedPositions(*book, *games));
  print_finding("Illegal moves", check.illegal_moves);
  fmt::print("{:<31}: {:8}\n", "Positions reached", check.reached);
  fmt::print("{:<31}: {:8}\n", "Positions not reached", check.unreached);
  return check.illegal_moves.count > 0;
}

Result<int> check_crafty(const std::string& path) {
  const auto check = book::check_crafty_book(path);
  if (!check) return check.error();
  constexpr unsigned kMajor = 16;
  const auto count = [](std::string_view what, std::uint64_t number) {
    fmt::print("{:<31}: {:8}\n", what, number);
  };
  fmt::print("{:<31}: Crafty {}.{}\n", "Format", check->version >> kMajor, check->version & 0xffff);
  count("Moves", check->records);
  count("Games, all moves together", check->games);
  count("Moves with marks", check->marked);
  count("Moves with learned values", check->learned);
  count("Clusters", check->clusters);
  count("Clusters without moves", check->empty_clusters);
  count("Clusters out of place", check->bad_clusters);
  count("Keys out of order", check->unsorted);
  count("Keys in a wrong cluster", check->misplaced);
  if (check->is_sound()) return kSuccess;
  fmt::print("The first defect: {}\n", check->first->to_string());
  return kFailure;
}

Result<int> repair(const std::string& path, const std::string& out) {
  const auto report = book::repair_book(path, out);
  if (!report) return report.error();
  fmt::print("{}: {} moves, {} joined with others, {} records of key 0 dropped\n", out, report->records,
             report->joined, report->dropped);
  if (report->leftovers > 0)
    fmt::print("{}: {} records that XBoard left behind its closing one dropped\n", out, report->leftovers);
  return kSuccess;
}

Result<int> run(Command& command) {
  std::string path = "book.bin";
  std::string out;
  bool quick = false;
  bool wants_repair = false;
  WalkOptions walk;
  command.add({
      {"bin", "BOOK", "the book; may stand without -bin", text(path), 1},
      {"quick", "", "leave out what needs the positions: illegal moves, what games reach", flag(quick)},
      {"repair", "", "write a book that is sorted, without duplicates and leftover bytes",
       flag(wants_repair)},
      {"out,o", "BOOK", "where to; default: the book itself", text(out)},
  });
  command.add(walk.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  if (command.has("out") && !wants_repair) return command.wrong_usage({"-out goes with -repair"});
  const auto format = book::recognise_format(path);
  if (!format) return format.error();
  if (*format == book::BookFormat::crafty) {
    if (wants_repair) return Error{"is a book of Crafty, which cannot be mended: build it again", path};
    return check_crafty(path);
  }
  const std::array said{said_in_header(path)};
  const auto rules = walk.variant().rules_of(said);
  if (!rules) return rules.error();
  const auto check = book::check_records(path, *rules);
  if (!check) return check.error();
  print(*check);
  if (wants_repair) {
    auto repaired = repair(path, command.has("out") ? out : path);
    if (!repaired || check->impossible_moves.count == 0) return repaired;
    command.tell(fmt::format("{} codes that are no move stay", check->impossible_moves.count));
    return kFailure;
  }
  bool defect = check->is_repairable() || check->header_error || check->impossible_moves.count > 0;
  const bool readable =
      check->leftover_bytes == 0 && check->unsorted.count == 0 && check->stray_headers.count == 0;
  if (!quick && !readable)
    fmt::print("{:<31}: not looked for before the book is mended: -repair\n", "Illegal, unreached moves");
  if (!quick && readable) {
    const auto found = check_positions(path, walk);
    if (!found) return found.error();
    defect = defect || *found;
  }
  return defect ? kFailure : kSuccess;
}

}  // namespace

const Tool kCheckBook{
    .name = "check-book",
    .usage = "[-bin BOOK] [-variant NAME] [-fen FEN]... [-quick] [-repair [-out BOOK]]",
    .summary = "Looks for damage in a book, and mends it.",
    .run = run,
};

}  // namespace polyglot::tools
