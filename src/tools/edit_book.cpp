// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/variants/catalogue.hpp>

#include "tools/book_edits.hpp"
#include "tools/book_verdicts.hpp"
#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace edit_book_tool {
namespace {

/// Moves for an option: "set" with "e4=180", "add", "delete" with "e4" or "*", "zero".
struct VerbMoves {
  std::string verb;
  Strings moves = {};
};

/// The moves to change, in the order of execution, so that a move can be deleted and added again.
using Verbs = std::array<VerbMoves, 4>;

/// The changes, and their places for errors.
struct Order {
  std::vector<BookEdit> edits;
  std::function<std::string(const BookEdit&)> place;
  Strings reasons = {};       ///< why each edit sets a weight to 0, by its number; empty: the user wants it
  KnownPositions known = {};  ///< the positions that the user has named
};

/// Reads the moves of the options. `path`: the book, for errors about missing moves.
Order read_verbs(const std::string& path, const Verbs& verbs, const game::Rules& rules,
                 const Subject& subject) {
  std::vector<BookEdit> edits;
  Strings texts;
  KnownPositions known;
  if (subject.position) known.emplace(subject.key, *subject.position);
  for (const auto& [verb, moves] : verbs) {
    for (const std::string& move : moves) {
      const std::string text = fmt::format("{} {}", verb, move);
      texts.push_back("--" + text);
      auto edit = at_place(texts.back(), [&] { return parse_edit(rules, subject, text); });
      const auto gives_same_move_a_weight = [&](const BookEdit& other) {
        return edit.action == BookEdit::Action::set && other.action == edit.action && other.move == edit.move;
      };
      if (std::ranges::any_of(edits, gives_same_move_a_weight))
        throw Failure("the move has been given a weight before", texts.back());
      edit.number = static_cast<std::uint32_t>(texts.size());
      edits.push_back(edit);
    }
  }
  return Order{
      .edits = std::move(edits),
      .place = [path,
                texts](const BookEdit& edit) { return fmt::format("{}: {}", path, texts[edit.number - 1]); },
      .known = std::move(known)};
}

struct Lines {
  Strings added = {};
  Strings removed = {};
  std::uint16_t weight = 1;  ///< of added moves
  std::optional<chess::Color> side = {};

  [[nodiscard]] bool empty() const noexcept { return added.empty() && removed.empty(); }
};

std::vector<BookEdit> removals(const std::string& path, const Lines& lines, const game::Rules& rules,
                               const game::Position& start) {
  std::vector<book::LegalMove> last_moves;
  for (const std::string& line : lines.removed) {
    last_moves.push_back(at_place("--remove-line " + line, [&] { return last_move_of(rules, start, line); }));
  }
  const auto book = book::LoadedBook::load(path).value();
  return book::remove_lines(book, {.rules = rules, .starts = {rules.start(), start}}, last_moves).value();
}

/// Adds the removal of lines before all other changes, and their addition after them.
Order with_lines(Order order, const std::string& path, const Lines& lines, const game::Rules& rules,
                 const game::Position& start) {
  if (!lines.removed.empty()) {
    auto edits = removals(path, lines, rules, start);
    order.edits.insert(order.edits.begin(), edits.begin(), edits.end());
  }
  for (const std::string& line : lines.added) {
    const auto edits = at_place("--add-line " + line, [&] {
      return line_additions(rules, start, line, lines.weight, lines.side, order.known);
    });
    order.edits.insert(order.edits.end(), edits.begin(), edits.end());
  }
  // An error without a number is about a removed line: additions never fail, and removals fail only if the
  // book has changed meanwhile.
  order.place = [path, others = std::move(order.place)](const BookEdit& edit) {
    return edit.number == 0 ? path + ": --remove-line" : others(edit);
  };
  return order;
}

Order read_script(const std::string& path, const game::Rules& rules) {
  KnownPositions known;
  auto edits = read_edit_script(path, rules, known);
  return Order{.edits = std::move(edits),
               .place = [name = os::input_name(path)](
                            const BookEdit& edit) { return fmt::format("{}:{}", name, edit.number); },
               .known = std::move(known)};
}

/// Sets the weak moves of a review to weight 0.
Order read_review(const std::string& path, const game::Rules& rules) {
  const auto moves = read_weak_moves(path);
  std::vector<BookEdit> edits;
  Strings names;
  Strings reasons;
  KnownPositions known;
  for (const WeakMove& weak : moves) {
    const auto position = at_place(path, [&] { return read_position(rules, weak.fen); });
    const Subject subject{.position = position, .key = position.key()};
    known.emplace(subject.key, position);
    auto edit =
        at_place(path + ": " + weak.fen, [&] { return parse_edit(rules, subject, "zero " + weak.move); });
    const std::array move{read_move(position, weak.move)};
    constexpr int kOfMates = 10000;
    const std::string why =
        weak.loss < kOfMates ? fmt::format("it loses {} centipawns", weak.loss) : "of a mate";
    names.push_back(weak.line + (weak.line.empty() ? "" : ", ") + moves_text(position, move));
    reasons.push_back(fmt::format("{}: weight 0, because {}", names.back(), why));
    edit.number = static_cast<std::uint32_t>(names.size());
    edits.push_back(edit);
  }
  return Order{.edits = std::move(edits),
               .place = [path, names](const BookEdit& edit) { return path + ": " + names[edit.number - 1]; },
               .reasons = std::move(reasons),
               .known = std::move(known)};
}

/// The reasons of the edits whose moves still have a weight.
Strings reasons_of_changes(const book::BookEditor& editor, const Order& order) {
  Strings reasons;
  if (order.reasons.empty()) return reasons;
  for (const BookEdit& edit : order.edits) {
    const auto records = editor.records(edit.key).value();
    const auto changes = [&edit](const book::RawEntry& record) {
      return record.move == edit.move && record.weight > 0;
    };
    if (std::ranges::any_of(records, changes)) reasons.push_back(order.reasons[edit.number - 1]);
  }
  return reasons;
}

std::size_t count_known(const book::BookEditor& editor, std::span<const BookEdit> additions) {
  std::map<chess::Key, std::set<std::uint16_t>> added;
  for (const BookEdit& edit : additions) added[edit.key].insert(edit.move);
  std::size_t known = 0;
  for (auto& [key, moves] : added)
    for (const book::RawEntry& record : editor.records(key).value()) known += moves.erase(record.move);
  return known;
}

struct Changes {
  std::string lines;       ///< the text of a ChangeText
  std::string known = {};  ///< how many moves of the lines the book already has; empty: none
  Strings reasons = {};    ///< see Order
};

std::string describe(const book::BookEditor& editor, const game::Rules& rules,
                     const ChangeText::FindPosition& find) {
  ChangeText changes(rules, find);
  for (const chess::Key key : editor.changed_keys())
    changes.add(editor.original(key).value(), editor.records(key).value());
  return changes.text();
}

Changes carry_out(book::BookEditor& editor, const game::Rules& rules, const Order& order,
                  const ChangeText::FindPosition& find) {
  const auto first = std::ranges::find(order.edits, BookEdit::Action::ensure, &BookEdit::action);
  const std::span<const BookEdit> others(order.edits.begin(), first);
  const std::span<const BookEdit> additions(first, order.edits.end());
  auto reasons = reasons_of_changes(editor, order);
  editor.apply(others, order.place).value();
  const auto known = count_known(editor, additions);
  editor.apply(additions, order.place).value();
  return Changes{
      .lines = describe(editor, rules, find),
      .known = known > 0 ? fmt::format("{} there already (--set changes their weights)", known) : "",
      .reasons = std::move(reasons)};
}

/// Sums up the lines about changes: "entries: 2 changed, 1 added, 3 removed".
std::string sum_up(std::string_view changes) {
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  while (!changes.empty()) {
    const std::string_view line = take_line(changes);
    if (!line.starts_with(' ')) continue;
    ++(line.ends_with(" -> -") ? removed : line.find(" - -> ") != line.npos ? added : changed);
  }
  return fmt::format("entries: {} changed, {} added, {} removed", changed, added, removed);
}

struct Target {
  std::string path;
  bool backs_up = false;
  bool is_dry_run = false;
};

void preview(const Command& command, const Changes& changes) {
  os::write_output(changes.lines.empty() ? "nothing would change\n" : changes.lines).value();
  if (!changes.known.empty()) command.say(changes.known);
  for (const std::string& reason : changes.reasons) command.say(reason);
}

/// Carries out the order on a book, and reports what has changed or would change.
void edit(const Command& command, const std::string& path, const Target& target, const game::Rules& rules,
          const Order& order) {
  ChangeText::FindPosition find = [&order](chess::Key key) -> std::optional<game::Position> {
    const auto known = order.known.find(key);
    return known == order.known.end() ? std::nullopt : std::optional(known->second);
  };
  if (target.is_dry_run) {
    auto editor = book::BookEditor::open(path).value();
    const auto book = book::LoadedBook::load(path).value();
    const book::ReachedPositions reached(book, {.rules = rules, .starts = {rules.start()}});
    const auto find_also_reached = [&](chess::Key key) {
      const auto known = find(key);
      return known ? known : reached.find(key);
    };
    return preview(command, carry_out(editor, rules, order, find_also_reached));
  }
  Changes changes;
  std::string notes;
  const auto change = as_callback([&](book::BookEditor& editor) {
    changes = carry_out(editor, rules, order, find);
    if (target.backs_up && !changes.lines.empty()) back_up(target.path, notes);
  });
  book::edit_book(path, target.path, change).value();
  if (command.is_verbose() && !changes.lines.empty())
    command.say(changes.lines.substr(0, changes.lines.size() - 1));
  command.say(fmt::format("{}: {}{}{}{}", target.path, sum_up(changes.lines),
                          changes.known.empty() ? "" : ", ", changes.known, notes));
  for (const std::string& reason : changes.reasons) command.say(reason);
}

/// The changes of a header. Fields that are not given do not change.
struct HeaderEdit {
  std::optional<std::string> comment = {};
  Strings variants = {};
  bool removes = false;

  [[nodiscard]] bool empty() const noexcept { return !comment && variants.empty() && !removes; }
  [[nodiscard]] std::optional<book::BookHeader> operator()(std::optional<book::BookHeader> old) const {
    if (removes) return std::nullopt;
    book::BookHeader header = std::move(old).value_or(book::BookHeader());
    if (comment) header.comment = header_comment(*comment);
    if (!variants.empty()) header.variants = variants;
    return header;
  }
};

void edit_header(const Command& command, const std::string& path, const Target& target,
                 const HeaderEdit& change) {
  if (target.is_dry_run)
    return command.say(
        fmt::format("{}: header would be {}", target.path, change.removes ? "removed" : "written"));
  std::string notes;
  if (target.backs_up) back_up(target.path, notes);
  book::replace_header(path, change, target.path).value();
  command.say(fmt::format("{}: header {}{}", target.path, change.removes ? "removed" : "written", notes));
  for (const std::string& name : change.variants)
    if (!variants::Catalogue::builtin().first_name(name))
      command.note(
          fmt::format("Polyglot does not know the variant {}; other tools will need --variants", name));
}

/// Checks which options about the header can be combined. Error: also with changes of moves.
void check_header_usage(const Command& command, const HeaderEdit& header) {
  if (header.removes && (header.comment || !header.variants.empty()))
    throw Failure("--remove-header cannot be combined with --comment and --header-variant");
  for (const std::string_view other :
       {"set", "add", "delete", "zero", "add-line", "remove-line", "script", "from-review"})
    if (command.has(other))
      throw Failure(fmt::format("the header cannot be changed together with --{}", other));
  if (PositionOptions::is_given(command)) throw Failure("the header belongs to no position");
}

void check_usage(const Command& command, const Verbs& verbs, const Lines& lines) {
  const bool changes = !lines.empty() || std::ranges::any_of(verbs, [&](const VerbMoves& moves) {
    return command.has(moves.verb);
  });
  const bool script = command.has("script");
  const bool review = command.has("from-review");
  if (script && review) throw Failure("give either --script or --from-review");
  if ((script || review) && (changes || PositionOptions::is_given(command)))
    throw Failure(fmt::format("{} cannot be combined with positions and changes on the command line",
                              script ? "--script" : "--from-review"));
  if (!script && !review && !changes)
    throw Failure(
        "nothing to do: give --set, as in --set e4=10, or --add, --delete, --zero, --add-line, "
        "--remove-line, "
        "--script, --from-review, --comment, --header-variant or --remove-header");
  if (!lines.empty() && command.has("key")) throw Failure("a line needs a position, not a --key");
  for (const std::string_view name : {"weight", "side"}) check_needs(command, name, {"add-line"});
}

int run(Command& command) {
  std::string path;
  PositionOptions position;
  VariantOptions variant;
  Verbs verbs{VerbMoves{"delete"}, VerbMoves{"add"}, VerbMoves{"set"}, VerbMoves{"zero"}};
  auto& [deleted, added, set, zeroed] = verbs;
  Lines lines;
  std::string script;
  std::string review;
  HeaderEdit header;
  Target target;
  command.add({{"book,bin,in", "BOOK", "the book", book_file(path), 1, true}});
  command.add(position.switches());
  command.add({
      {"set", "MOVE=WEIGHT...", "set the weights of moves in the position", words(set.moves)},
      {"add", "MOVE=WEIGHT...", "add moves", words(added.moves)},
      {"delete", "MOVE...", "delete moves; * deletes all of them", words(deleted.moves)},
      {"zero", "MOVE...", "set the weight of moves to 0: kept in the book, but never played",
       words(zeroed.moves)},
      {"add-line", "LINE",
       "add all moves of a line, such as \"1. e4 e5 2. Nf3\", that are not in the book; may be repeated",
       texts(lines.added)},
      {"weight", "N", "the weight of moves added by --add-line", whole_number(lines.weight)},
      {"side,color,colour", "SIDE", "with --add-line, add moves of this side only: white or black",
       white_or_black(lines.side)},
      {"remove-line", "LINE", "remove the last move of a line, and all positions that only it leads to",
       texts(lines.removed)},
      {"script", "FILE", "read all changes from a file, - for standard input", text_file(script)},
      {"from-review", "FILE",
       "set the weak moves of a review to weight 0 (see review-book --store --format json)",
       text_file(review)},
      {"comment", "TEXT", "set the comment of the header; \\n begins a new line", text(header.comment)},
      {"header-variant", "NAME", "set the variant in the header, by its XBoard name; may be repeated",
       texts(header.variants)},
      {"remove-header", "", "remove the header", flag(header.removes)},
      {"out,o", "FILE", "write the changed book to this file and leave BOOK unchanged",
       output_file(target.path)},
      {"backup", "", "keep the replaced book as BOOK~", flag(target.backs_up)},
      {"dry-run", "", "show the changes, but write nothing", flag(target.is_dry_run)},
  });
  variant.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  usage([&] {
    header.empty() ? check_usage(command, verbs, lines) : check_header_usage(command, header);
    if (target.path == "-" && target.backs_up) throw Failure("--backup needs a book that is replaced");
  });
  if (os::kind_of(path) == os::PathKind::missing)
    throw Failure(fmt::format("there is no such book; to start one: write its lines as games, then polyglot "
                              "convert LINES.pgn {}",
                              config::shell_word(path)),
                  path);
  if (!command.has("out")) target.path = command.in_place_of(path);
  if (!header.empty()) {
    tell_if_empty(command, path);
    edit_header(command, path, target, header);
    return kSuccess;
  }
  const auto rules = variant.rules_in_headers(std::array{path});
  const auto subject = usage([&] { return position.subject(command, rules); });
  tell_if_empty(command, path);
  auto order = command.has("script")        ? read_script(script, rules)
               : command.has("from-review") ? read_review(review, rules)
                                            : read_verbs(path, verbs, rules, subject);
  if (!lines.empty()) order = with_lines(std::move(order), path, lines, rules, *subject.position);
  edit(command, path, target, rules, order);
  return kSuccess;
}

}  // namespace
}  // namespace edit_book_tool

const Tool kEditBook{
    .name = "edit-book",
    .summary = "Edits single moves and the header of a book.",
    .examples =
        "polyglot edit-book book.bin --set e4=60 d4=40\n"
        "polyglot edit-book book.bin --add-line \"1. e4 e5 2. Nf3\" --weight 100\n"
        "polyglot edit-book book.bin --comment \"Games of 2024\"\n",
    .run = edit_book_tool::run,
};

}  // namespace polyglot::tools
