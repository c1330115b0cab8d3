// SPDX-License-Identifier: MIT
#include <polyglot/book/bin_book.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/review.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/book_report.hpp"
#include "tools/book_verdicts.hpp"
#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace check_book_tool {
namespace {

struct Order {
  bool quick = false;
  bool repairs = false;
  bool backs_up = true;
  bool as_json = false;
  WeakMoveOptions weak_moves;
  std::string out;  ///< the output of a repair; empty: the book itself
  WalkOptions walk;
};

struct WeakMoves {
  BookVerdicts verdicts;
  book::ReviewFindings found;
};

/// The report about one book, and the facts that decide its verdict.
struct Report : BookReport {
  std::uint64_t defects = 0;
  bool is_not_a_book = false;
  bool leaves_out_moves = false;         ///< the moves were not checked
  std::optional<book::MoveCheck> moves;  ///< the check of the positions, if it was done
  std::optional<WeakMoves> weak_moves;   ///< the comparison with a store, if it was done

  void find(std::string_view name, std::string_view title, const book::Finding& finding) {
    field(std::string(name) + "/count") = finding.count;
    if (finding.count > 0) field(std::string(name) + "/first_offset") = finding.first_offset;
    say_count(title, finding.count,
              finding.count > 0 ? fmt::format("   the first at offset {}", finding.first_offset) : "");
  }
  void find_defect(std::string_view name, std::string_view title, const book::Finding& finding) {
    find(name, title, finding);
    defects += finding.count;
  }

  /// Whether the walk reached no position of the book, so that no move was checked.
  [[nodiscard]] bool is_unreached() const noexcept {
    return moves && moves->reached == 0 && moves->unreached > 0;
  }
  [[nodiscard]] bool has_weak_moves() const noexcept { return weak_moves && weak_moves->found.total > 0; }
  [[nodiscard]] bool fails() const noexcept { return defects > 0 || is_unreached() || has_weak_moves(); }
  /// Returns the verdict for programs. Source: docs/json.md, "Schema".
  [[nodiscard]] std::string_view verdict() const noexcept {
    return is_not_a_book      ? "no_book"
           : defects > 0      ? "defects"
           : is_unreached()   ? "unreached"
           : has_weak_moves() ? "weak_moves"
           : leaves_out_moves ? "not_looked_at"
                              : "sound";
  }
};

/// Source: docs/json.md, "Schema". Parts that are not checked are missing.
void report_records(const std::string& path, const book::RecordCheck& check, Report& report) {
  report.field("book") = path;
  report.field("sound") = nullptr;  // known at the end, as the verdict
  report.field("verdict") = nullptr;
  report.field("size") = check.file_size;
  report.field("positions") = check.positions;
  report.add("entries", "Entries", check.records);
  report.add("positions", "Positions", check.positions);
  Result<std::optional<book::BookHeader>> header = check.header;
  if (check.header_error) header = *check.header_error;
  report.add_header(header, [](const book::BookHeader& read) { return "@PG@ " + read.version; });
  report.defects += check.header_error ? 1 : 0;
  report.add("learn_layout", book::name_of(check.learn), "Learn fields", book::describe(check.learn));
  report.add("leftover_bytes", "Bytes that are no entry", check.leftover_bytes);
  report.defects += check.leftover_bytes > 0 ? 1 : 0;
  report.find_defect("unsorted", "Keys out of order", check.unsorted);
  report.find_defect("stray_headers", "Headers not at the start", check.stray_headers);
  report.find_defect("duplicates", "Moves a position has twice", check.duplicates);
  report.find_defect("impossible_moves", "Codes that are no move", check.impossible_moves);
  report.find("zero_weights", "Weights of 0", check.zero_weights);
}

void report_weak_moves(const book::LoadedBook& book, const book::BookGames& games,
                       const WeakMoveOptions& options, Report& report) {
  constexpr std::size_t kShown = 3;
  auto verdicts = BookVerdicts::open(options);
  if (!verdicts) return;
  book::ReviewRule rule;
  rule.top = 1;
  rule.weak_moves = verdicts->rule();
  const book::Review review = book::review_book(book, games, rule);
  WeakMoves weak{.verdicts = std::move(*verdicts), .found = review.of(book::FindingKind::weak_move)};
  report.add("weak_moves", "Weak moves", weak.found.total);
  const auto shown = std::span(weak.found.likeliest).first(std::min(kShown, weak.found.likeliest.size()));
  for (const book::ReviewFinding& finding : shown) {
    std::vector<game::Move> line = finding.line.moves;
    line.push_back(*finding.move);
    report.add_line(
        fmt::format("  {}: {}", moves_text(finding.line.start, line), weak.verdicts.describe(finding)));
  }
  const std::uint64_t unjudged = weak.verdicts.unjudged_moves();
  report.add("moves_not_judged", "Moves not judged", unjudged,
             unjudged > 0 ? "   judge them with " + weak.verdicts.command_for(book.path(), games.rules) : "");
  report.weak_moves = std::move(weak);
}

void report_positions(book::BinBookReader reader, const Order& order, Report& report) {
  const auto book = book::LoadedBook::load(std::move(reader)).value();
  const auto games = order.walk.games_of(book);
  const book::MoveCheck check = book::check_moves(book, book::ReachedPositions(book, games));
  report.find_defect("illegal_moves", "Illegal moves", check.illegal_moves);
  report.find_defect("king_castlings", "Castling written e1g1", check.king_castlings);
  report.add("positions_reached", "Positions reached", check.reached);
  report.add("positions_not_reached", "Positions not reached", check.unreached);
  report.moves = check;
  report_weak_moves(book, games, order.weak_moves, report);
}

std::string verdict(const Command& command, const Report& report, std::string_view remedy) {
  if (!report.fails())
    return command.painted(Paint::good, report.leaves_out_moves
                                            ? "no defect in the entries; legality of moves was not checked"
                                            : "sound");
  return command.painted(
      Paint::bad, report.defects > 0 ? fmt::format("{}: {}", counted(report.defects, "defect"), remedy)
                  : report.is_unreached()
                      ? "no position reached: name the book's game with --variant, or where "
                        "its games begin with --fen"
                      : fmt::format("{}: {}", counted(report.weak_moves->found.total, "weak move"), remedy));
}

/// Returns the remedy for defects that repair_book() does not repair.
std::string by_hand(const std::string& path, const book::RecordCheck& check) {
  if (check.header_error)
    return "remove the header with polyglot edit-book --remove-header " + config::shell_word(path);
  return "remove them with polyglot edit-book, or build the book again";
}

/// Repairs a book. True if everything could be repaired.
bool repair(const Command& command, const std::string& path, const std::string& out, const Order& order,
            const book::RecordCheck& check, const Report& report) {
  command.say(report.lines());
  book::GamesOfBook games;
  if (!order.quick)
    games = [&](const book::LoadedBook& book) -> Result<book::BookGames> {
      return order.walk.games_of(book);
    };
  std::string backup;
  const auto keep_old = as_callback([&](const book::RepairReport& made) {
    if (order.backs_up && out == path && check.repairable() + made.castlings + made.leftovers > 0)
      back_up(path, backup, ".bak");
  });
  const auto repaired = book::repair_book(path, out, games, keep_old).value();
  command.say(fmt::format("{}: {} written, {} joined with others, {} of key 0 dropped{}", out,
                          counted(repaired.records, "entry"), repaired.joined, repaired.dropped, backup));
  if (repaired.castlings > 0)
    command.say(fmt::format("{}: {} rewritten as castling", out, counted(repaired.castlings, "entry")));
  if (repaired.leftovers > 0)
    command.say(fmt::format("{}: {} dropped, which XBoard had left after its closing entry", out,
                            counted(repaired.leftovers, "entry")));
  const std::uint64_t defects_repaired = check.repairable() + repaired.castlings;
  const std::uint64_t left = report.defects - check.repairable();
  command.say(left > 0 ? verdict(command, report,
                                 fmt::format("{} repaired, {} remain: {}", defects_repaired, left,
                                             by_hand(out, check)))
                       : command.painted(Paint::good, defects_repaired > 0
                                                          ? counted(defects_repaired, "defect") + " repaired"
                                                          : "nothing to repair"));
  return left == 0;
}

std::string remedy(const std::string& path, const book::RecordCheck& check, const Report& report) {
  if (report.defects == 0 && report.has_weak_moves()) {
    const BookVerdicts& verdicts = report.weak_moves->verdicts;
    return fmt::format("to see them: polyglot review-book {} --store {} --margin {}",
                       config::shell_word(path), config::shell_word(verdicts.store()), verdicts.margin());
  }
  const std::uint64_t repairable =
      check.repairable() + (report.moves ? report.moves->king_castlings.count : 0);
  if (repairable == 0) return by_hand(path, check);
  const std::uint64_t others = report.defects - repairable;
  if (others == 0)
    return fmt::format("repair with polyglot check-book --repair {}", config::shell_word(path));
  return fmt::format("repair {} with polyglot check-book --repair {}; the other {}: {}", repairable,
                     config::shell_word(path), others, by_hand(path, check));
}

/// Checks a book. True if nothing is wrong, or if everything was repaired.
bool check(Command& command, const std::string& path, const Order& order) {
  // A book that is too damaged to look up its keys can be read nevertheless.
  const auto book = book::BinBook::open(path);
  const auto reader = [&] {
    return book ? (*book)->reader() : book::BinBookReader::open_damaged(path).value();
  };
  const std::array variants{book ? BookVariants::of(**book) : BookVariants{.path = path}};
  const auto rules = order.walk.variant().rules_of(variants);
  const auto check = book::check_records(reader(), rules).value();
  tell_if_empty(command, path);
  if (check.is_not_a_book() && !order.as_json) throw Failure(book::no_book_error(path));
  Report report;
  report_records(path, check, report);
  report.is_not_a_book = check.is_not_a_book();
  report.leaves_out_moves = order.quick;
  if (order.repairs) {
    const std::string to = order.out.empty() ? command.in_place_of(path) : order.out;
    return repair(command, path, to, order, check, report);
  }
  const bool readable =
      check.leftover_bytes == 0 && check.unsorted.count == 0 && check.stray_headers.count == 0;
  if (!order.quick && !readable)
    report.say("Illegal, unreached moves", "not checked until the book is repaired");
  if (!order.quick && readable) report_positions(reader(), order, report);
  report.field("sound") = !report.fails() && !report.leaves_out_moves;
  report.field("verdict") = report.verdict();
  if (order.as_json)
    os::write_output(json_text(report.json()) + '\n').value();
  else
    command.say(report.lines() + verdict(command, report, remedy(path, check, report)));
  return !report.fails();
}

int run(Command& command) {
  Strings paths;
  Order order;
  command.add({
      {"book,bin,in", "BOOK", "the books (default: book.bin)", walked_books(book_files(paths)),
       config::kAllPlain},
      {"quick", "", "skip the checks that need positions: illegal moves and unreached positions",
       flag(order.quick)},
      {"repair", "", "write a repaired book: sorted, without duplicates and leftover bytes",
       flag(order.repairs)},
      {"out,o", "BOOK", "the repaired book (default: the book itself, and the old one stays as BOOK.bak)",
       output_file(order.out)},
      {"no-backup", "", "with --repair, keep no BOOK.bak", constant(order.backs_up, false)},
      text_or_json_switch(order.as_json),
  });
  command.add(order.weak_moves.switches());
  order.walk.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  check_needs(command, "margin", {"store"});
  if (command.has("store") && (order.quick || order.repairs))
    throw WrongUsage("--store needs the check of positions: leave out --quick and --repair");
  for (const std::string_view name : {"out", "no-backup"}) check_needs(command, name, {"repair"});
  if (order.as_json && order.repairs)
    throw WrongUsage("--format json is for what is found, not for --repair");
  if (command.has("out") && paths.size() > 1) throw WrongUsage("--out works with one book only");
  if (order.repairs && paths.size() > 1 && std::ranges::find(paths, os::kStandardInputFile) != paths.end())
    throw WrongUsage("a book on standard input is repaired alone");
  if (paths.empty()) paths = {"book.bin"};
  return for_each_book(command, paths, !order.as_json,
                       [&](const std::string& path) { return check(command, path, order); });
}

}  // namespace
}  // namespace check_book_tool

const Tool kCheckBook{
    .name = "check-book",
    .summary = "Checks a book for damage and repairs it.",
    .examples =
        "polyglot check-book book.bin\n"
        "polyglot check-book --repair book.bin\n"
        "polyglot check-book book.bin --store verdicts.db --margin 100\n",
    .run = check_book_tool::run,
    .exit_codes = "0 sound, 1 defects, weak moves or failure, 2 wrong usage",
};

}  // namespace polyglot::tools
