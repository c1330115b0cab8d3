// SPDX-License-Identifier: MIT
#include <boost/unordered/unordered_flat_set.hpp>

#include <polyglot/book/learned_results.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/book/tree.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace dump_book_tool {
namespace {

using book::BookGames;
using book::LoadedBook;
using chess::Color;
using openings::OpeningNames;

std::string ending(const book::BookLine& line) {
  switch (line.end) {
    case book::LineEnd::cycle:
      return fmt::format("{{cycle: ply={}}}", line.met.ply);
    case book::LineEnd::transposition:
      return fmt::format("{{trans: line={}, ply={}}}", line.met.line, line.met.ply);
    default:
      return "";
  }
}

/// Writes lines as Polyglot 2.0.4 does.
class TextLines {
 public:
  TextLines(const BookGames& games, Output& output) : output_(output) {
    const auto is_unusual = [usual = games.rules.start().to_fen()](const game::Position& start) {
      return start.to_fen() != usual;
    };
    tells_starts_ = std::ranges::any_of(games.starts, is_unusual);
  }

  void add(const book::BookLine& line) {
    ends_.resize(line.shared);
    text_.resize(ends_.empty() ? 0 : ends_.back());
    tell_start(line);
    for (const book::LineStep& step : line.steps.subspan(line.shared)) add_step(step);
    output_.put(fmt::format("{}: {}{}\n", line.number, text_, ending(line)));
  }

 private:
  void tell_start(const book::BookLine& line) {
    if (!tells_starts_ || line.shared > 0) return;
    std::string start = line.steps.front().before().to_fen();
    if (start == start_) return;
    start_ = std::move(start);
    output_.put(fmt::format("From {}:\n", start_));
  }

  void add_step(const book::LineStep& step) {
    const game::Position before = step.before();
    if (const auto number = move_number_in_line(before, ends_.empty()); !number.empty())
      text_ += number + ' ';
    text_ += game::to_san(before, step.move);
    if (step.share) text_ += fmt::format("{{{:.0f}%}}", *step.share * 100);  // rounds like printf
    text_ += ' ';
    ends_.push_back(text_.size());
  }

  bool tells_starts_ = false;
  Output& output_;
  std::string start_;              ///< the last written start
  std::string text_;               ///< the text of the steps of the last line
  std::vector<std::size_t> ends_;  ///< the end of each step
};

std::string name_of(Color color) {
  return color == Color::white ? "white" : "black";
}

std::string why_no_lines(const LoadedBook& book, const BookGames& games, Color color) {
  if (book.entries().empty()) return "the book has no entries";
  const auto ignore = [](const book::BookLine&) { return Result<void>(); };
  const auto for_other = book::visit_lines(book, ~color, ignore, games);
  if (for_other && for_other->lines > 0)
    return fmt::format("games reach no move of {} in the book; it has {} for --side {}", name_of(color),
                       counted(for_other->lines, "line"), name_of(~color));
  return "games reach no move of the book: name its game with --variant, or where its games begin with --fen";
}

struct DumpResult {
  std::string summary;
  bool is_empty = false;
  bool lacks_entries = false;  ///< true: this is reported even if the dump goes to standard output
};

DumpResult result_of_lines(const book::LineCounts& counts, const LoadedBook& book, const BookGames& games,
                           Color color) {
  const bool is_empty = counts.lines == 0;
  return DumpResult{.summary = fmt::format("{} for {}{}", counted(counts.lines, "line"), name_of(color),
                                           is_empty ? " (" + why_no_lines(book, games, color) + ")" : ""),
                    .is_empty = is_empty,
                    .lacks_entries = is_empty};
}

/// Dumps lines of Polyglot 2.0.4, which have no names.
DumpResult dump_text(const LoadedBook& book, const BookGames& games, Color color, const OpeningNames*,
                     Output& output) {
  output.put(fmt::format("Dump of \"{}\" for {}.\n", visible_line(book.path()), name_of(color)));
  TextLines lines(games, output);
  const auto add = as_callback([&lines](const book::BookLine& line) { lines.add(line); });
  return result_of_lines(book::visit_lines(book, color, add, games).value(), book, games, color);
}

/// The name without braces, because a brace would end the comment.
std::string name_in_comment(const openings::Opening& opening) {
  std::string text =
      visible_line(fmt::format("{}{}{}", opening.eco, opening.eco.empty() ? "" : " ", opening.name));
  std::ranges::replace(text, '}', ')');
  return text;
}

/// The opening of the position after a move; null if it has no name.
const openings::Opening* opening_behind(game::Position position, const game::Move& move,
                                        const OpeningNames* names) {
  if (names == nullptr) return nullptr;
  position.make(move);
  return names->find(position.key());
}

DumpResult dump_pgn(const LoadedBook& book, const BookGames& games, Color color, const OpeningNames* names,
                    Output& output) {
  const std::string event = fmt::format("Lines of {} for {}", book.path(), name_of(color));
  const auto put = as_callback([&](const book::BookLine& line) {
    PgnText moves;
    const openings::Opening* opening = nullptr;
    const book::LineStep* named = nullptr;  // the step to the last position with a name
    for (const book::LineStep& step : line.steps)
      if (const auto* const found = opening_behind(step.before(), step.move, names)) {
        opening = found;
        named = &step;
      }
    for (const book::LineStep& step : line.steps) {
      const game::Position before = step.before();
      moves.add(move_number_in_line(before, &step == &line.steps.front()));
      moves.add(game::to_san(before, step.move));
      if (&step == named) moves.add(fmt::format("{{{}}}", name_in_comment(*opening)));
    }
    moves.add(ending(line));
    moves.add("*");
    output.put(pgn_game(event, std::to_string(line.number), games.rules, line.steps.front().before(), moves));
  });
  return result_of_lines(book::visit_lines(book, color, put, games).value(), book, games, color);
}

/// The comment on a move: "weight 12, 40%, score 55% of 20", "weight 0", or "weight none" if the book lacks
/// it; whether the position is written elsewhere, and the opening if the position has a name.
std::string note_on(const book::BookTree::Node& node, const book::BookTree::Move& move, bool knows_results,
                    const OpeningNames* names) {
  const openings::Opening* const opening = opening_behind(node.position, move.move, names);
  std::string text;
  if (move.entry) {
    text = fmt::format("weight {}", move.entry->weight);
    if (move.entry->weight > 0) text += fmt::format(", {:.0f}%", move.share * 100);
    const double games = move.entry->learn_games();
    if (knows_results && games > 0)
      text += fmt::format(", score {:.0f}% of {}", move.entry->learn_points() / games * 50, games);
  } else if (move.is_gap) {
    text = "weight none";
  }
  if (move.transposes) text += text.empty() ? "transposes" : ", transposes";
  if (opening != nullptr) text += (text.empty() ? "" : "; ") + name_in_comment(*opening);
  return text;
}

/// The number of a tree's entries in positions that are not in `counted_keys` yet. Adds these positions to
/// it.
std::size_t count_entries(const book::BookTree& tree, boost::unordered_flat_set<chess::Key>& counted_keys) {
  std::size_t entries = 0;
  for (const book::BookTree::Node& node : tree.nodes)
    if (counted_keys.insert(node.position.key()).second)
      entries += static_cast<std::size_t>(std::ranges::count_if(
          node.moves, [](const book::BookTree::Move& move) { return move.entry.has_value(); }));
  return entries;
}

/// Dumps a game with variations for each start.
DumpResult dump_tree(const LoadedBook& book, const BookGames& games, const book::TreeRule& rule,
                     const OpeningNames* names, Output& output) {
  book::LearnLayoutGuess layout;
  for (const book::RawEntry& entry : book.entries()) layout.add(entry);
  const bool knows_results = !book::is_foreign(layout.or_polyglot());
  const TreeNote note = [&](const book::BookTree::Node& node, const book::BookTree::Move& move) {
    return note_on(node, move, knows_results, names);
  };
  std::size_t entries = 0;
  boost::unordered_flat_set<chess::Key> counted_keys;
  for (const game::Position& start : games.starts) {
    const book::BookTree tree = book::make_tree(book, games.rules, start, rule);
    const PgnText moves = tree_text(tree, note);
    output.put(pgn_game(book.path(), "?", games.rules, start, moves));
    entries += count_entries(tree, counted_keys);
  }
  std::string summary = "a tree of " + counted(entries, "entry");
  const bool lacks_entries = entries < book.entries().size();
  if (lacks_entries)
    summary += fmt::format(" (the other {} are on no line of it)", book.entries().size() - entries);
  return DumpResult{.summary = std::move(summary), .is_empty = entries == 0, .lacks_entries = lacks_entries};
}

DumpResult dump_positions(const LoadedBook& book, const BookGames& games, const book::TextFormat& format,
                          const OpeningNames* names, Output& output) {
  const book::ReachedPositions reached(book, games);
  std::string text(format.begin);
  if (!book.header().empty()) text += format.position(book.header(), games.rules, nullptr, {});
  std::string_view separator = book.header().empty() ? "" : format.separator;
  for (auto rest = book.entries(); !rest.empty();) {
    const auto position = book.find(rest.front().key);
    text += std::exchange(separator, format.separator);
    const auto board = reached.find(rest.front().key);
    const openings::Opening* const opening = names == nullptr ? nullptr : names->find(rest.front().key);
    text += format.position(
        position, games.rules, board ? &*board : nullptr,
        opening == nullptr ? book::OpeningName{} : book::OpeningName{opening->eco, opening->name});
    output.put(std::exchange(text, {}));
    rest = rest.subspan(position.size());
  }
  if (book.has_closing_record())
    text.append(separator).append(
        format.position(std::span(&book::kClosingRecord, 1), games.rules, nullptr, {}));
  output.put(text.append(format.end));
  return DumpResult{.summary = fmt::format("{} of {}", counted(book.entries().size(), "entry"),
                                           counted(book.position_count(), "position")),
                    .is_empty = book.entries().empty()};
}

/// An output format: lines for one side, or position by position.
struct Format {
  DumpResult (*dump_lines)(const LoadedBook& book, const BookGames& games, Color color,
                           const OpeningNames* names, Output& output) = nullptr;
  const book::TextFormat* positions = nullptr;

  friend bool operator==(const Format&, const Format&) = default;
};

constexpr Format kText{.dump_lines = &dump_text};

int run(Command& command) {
  std::string path = "book.bin";
  std::optional<Color> color;
  Format format = kText;
  std::string out;
  bool as_tree = false;
  std::size_t max_ply = std::numeric_limits<std::size_t>::max();
  OpeningOptions opening_options("none");
  WalkOptions walk;
  command.add({
      {"book,bin,in", "BOOK", "the book", book_file(path), 1},
      {"side,color,colour", "SIDE", "the side that plays the book's moves, white or black; for text and pgn",
       white_or_black(color)},
      {"format", "FORMAT",
       "output format; text writes lines as Polyglot 2.0.4 does; pgn writes lines as games; "
       "csv and json write all entries, csv also for convert; epd writes chess positions with their moves",
       choice(format, {{"text", kText},
                       {"pgn", {.dump_lines = &dump_pgn}},
                       {"csv", {.positions = &book::kCsv}},
                       {"json", {.positions = &book::kJson}},
                       {"epd", {.positions = &book::kEpd}}})},
      {"tree", "",
       "with --format pgn: write the whole book as variations of one game, weights as comments; without "
       "--side, both sides play its moves",
       flag(as_tree)},
      {"max-ply", "N", "maximum number of plies in the tree", whole_number(max_ply)},
      {"out,o", "FILE", "the output file (default: book_SIDE.txt for text, otherwise standard output)",
       output_file(out)},
      opening_options.option(),
  });
  walk.add_after_book_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  const bool is_lines = format.dump_lines != nullptr;
  if (as_tree && format.dump_lines != &dump_pgn) throw WrongUsage("--tree needs --format pgn");
  check_needs(command, "max-ply", {"tree"});
  if (is_lines && !color && !as_tree)
    throw WrongUsage(
        "whose lines? Give --side white or --side black; or --format pgn --tree for both" +
        (command.has("position")
             ? fmt::format("; the moves of a position: polyglot probe {} MOVE...", config::shell_word(path))
             : ""));
  if (!is_lines && color) throw WrongUsage("--side works with --format text and pgn only");
  if (!command.has("out")) out = format == kText ? "book_" + name_of(*color) + ".txt" : "-";
  check_output({path}, out, format.dump_lines == &dump_pgn ? FileKind::games : FileKind::text);
  const auto book = LoadedBook::load(path).value();
  tell_if_empty(command, path);
  const auto games = walk.games_of(book);
  if (format.positions == &book::kEpd && !games.rules.is_chess())
    throw WrongUsage(fmt::format("--format epd is for chess, the book is for {}", games.rules.name()));
  const auto names = opening_options.read(command, games.rules);
  Output output(out);
  const book::TreeRule tree{.color = color, .max_ply = max_ply, .all_entries = true};
  const auto dumped = as_tree    ? dump_tree(book, games, tree, names.get(), output)
                      : is_lines ? format.dump_lines(book, games, *color, names.get(), output)
                                 : dump_positions(book, games, *format.positions, names.get(), output);
  // Like 2.0.4, it makes a new file without lines.
  std::error_code ignored;
  if (out != "-" && dumped.is_empty && std::filesystem::exists(out, ignored))
    throw Failure("is not written: " + dumped.summary, out);
  output.commit();
  if (out != "-")
    command.say(fmt::format("{}: {}, of {}", out, dumped.summary, path));
  else if (dumped.lacks_entries)
    command.note(fmt::format("{}: {}", path, dumped.summary));
  return tell_troubles(command, book);
}

}  // namespace
}  // namespace dump_book_tool

const Tool kDumpBook{
    .name = "dump-book",
    .summary = "Dumps a book as text.",
    .examples =
        "polyglot dump-book book.bin --side white -o -\n"
        "polyglot dump-book book.bin --format csv -o book.csv\n"
        "polyglot dump-book book.bin --format pgn --tree -o book.pgn\n",
    .run = dump_book_tool::run,
};

}  // namespace polyglot::tools
