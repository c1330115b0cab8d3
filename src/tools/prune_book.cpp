// SPDX-License-Identifier: MIT
#include <polyglot/book/prune.hpp>
#include <polyglot/counted.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace prune_book_tool {
namespace {

constexpr std::array<std::string_view, 7> kRules{"subtract", "min-weight", "min-share", "top",
                                                 "side",     "max-ply",    "reachable"};

/// Returns the games if the rule needs them. Otherwise it only compares the headers.
book::BookGames games_of(const std::string& path, const book::PruneRule& rule, const WalkOptions& walk) {
  Strings books{path};
  if (!rule.subtract.empty()) books.push_back(rule.subtract);
  const auto rules = walk.variant().rules_in_headers(books);
  if (!rule.asks_for_games()) return book::BookGames{.rules = rules, .starts = {rules.start()}};
  return walk.games_of(book::LoadedBook::load(path).value());
}

std::string describe_pruning(const std::string& out, const book::PruneReport& report) {
  return fmt::format("{}: {} of {} kept, in {}{}", out, report.kept, counted(report.entries, "entry"),
                     counted(report.positions, "position"),
                     listed("; dropped: ", {{report.subtracted, "subtracted"},
                                            {report.light, "too light"},
                                            {report.excess, "beyond the heaviest"},
                                            {report.unreached, "not reached"},
                                            {report.other_color, "of the other side"},
                                            {report.late, "too late"}}));
}

int run(Command& command) {
  std::string path;
  std::string out;
  book::PruneRule rule;
  WalkOptions walk;
  command.add({
      {"book,bin,in", "BOOK", "the book, of any format", any_book_file(path), 1, true},
      {"out,o", "BOOK", "the book to write, which may be BOOK", output_file(out), 0, true},
      {"min-weight", "N", "remove moves with a lower weight", whole_number(rule.min_weight)},
      {"min-share", "P", "remove moves with less than P percent of the weights of their position",
       number(rule.min_share, {.least = 0, .most = 100}, "a percentage from 0 to 100")},
      {"top", "N", "keep the N heaviest moves of each position",
       whole_number(rule.most_moves, std::size_t{1})},
      {"subtract", "OTHER", "remove the moves that are in the book OTHER", any_book_file(rule.subtract)},
      {"side,color,colour", "SIDE", "keep only the moves of one side, white or black",
       white_or_black(rule.color)},
      {"max-ply", "N", "keep only moves within the first N plies of a game", whole_number(rule.max_ply)},
      {"reachable", "", "remove positions that no game reaches; --side and --max-ply imply it",
       flag(rule.drop_unreached)},
  });
  walk.add_after_book_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (std::ranges::none_of(kRules, [&](std::string_view name) { return command.has(name); }))
    throw WrongUsage("nothing to do: give what to remove, for example with --min-weight or --top");
  for (const std::string_view start : {"fen", "position"})
    check_needs(command, start, {"reachable", "side", "max-ply"});
  const auto games = games_of(path, rule, walk);
  for (const std::string& book : {path, rule.subtract}) tell_if_empty(command, book);
  const auto report = book::prune_book(path, rule, games, out).value();
  tell_notes(command, report.notes);
  command.say(describe_pruning(out, report));
  return kSuccess;
}

}  // namespace
}  // namespace prune_book_tool

const Tool kPruneBook{
    .name = "prune-book",
    .summary = "Removes moves and positions from a book.",
    .examples =
        "polyglot prune-book book.bin --min-share 5 --reachable -o small.bin\n"
        "polyglot prune-book book.bin --top 2 --max-ply 20 -o small.bin\n"
        "polyglot prune-book book.bin --subtract theirs.bin -o mine.bin\n",
    .run = prune_book_tool::run,
};

}  // namespace polyglot::tools
