// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/editor.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/book_edits.hpp"
#include "tools/crafty_tools.hpp"
#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {

namespace {

/// Moves to be changed, in the order in which that is carried out, so that one can be deleted and added anew.
struct Verb {
  std::string name;
  Strings moves = {};
};
using Verbs = std::array<Verb, 4>;

/// What is to be changed, and how to speak of it.
struct Order {
  std::vector<BookEdit> edits;
  std::function<std::string(const BookEdit&)> place;
};

Result<Order> read_verbs(const Verbs& verbs, const game::Rules& rules, const Subject& subject) {
  std::vector<BookEdit> edits;
  Strings texts;
  for (const auto& [verb, moves] : verbs) {
    for (const std::string& move : moves) {
      texts.push_back(fmt::format("--{} {}", verb, move));
      auto edit = parse_edit(rules, subject, fmt::format("{} {}", verb, move));
      if (!edit) return Error{edit.error().to_string(), texts.back()};
      const auto gives_same_move_a_weight = [&](const BookEdit& other) {
        return edit->action == BookEdit::Action::set && other.action == edit->action &&
               other.move == edit->move;
      };
      if (std::ranges::any_of(edits, gives_same_move_a_weight))
        return Error{"the move has been given a weight before", texts.back()};
      edit->number = static_cast<std::uint32_t>(texts.size());
      edits.push_back(*edit);
    }
  }
  return Order{std::move(edits), [texts](const BookEdit& edit) { return texts[edit.number - 1]; }};
}

Result<Order> read_script(const std::string& path, const game::Rules& rules) {
  auto edits = read_edit_script(path, rules);
  if (!edits) return edits.error();
  return Order{std::move(*edits), [name = path == "-" ? "standard input" : path](const BookEdit& edit) {
                 return fmt::format("{}:{}", name, edit.number);
               }};
}

Result<void> show_changes(const std::string& path, const game::Rules& rules, const Order& order) {
  auto editor = book::BookEditor::open(path);
  if (!editor) return editor.error();
  if (auto applied = editor->apply(order.edits, order.place); !applied) return applied;
  const auto text = describe_changes(*editor, rules);
  if (!text) return text.error();
  return os::write_output(text->empty() ? "nothing would change\n" : *text);
}

/// "entries: 2 changed, 1 added, 3 removed" of the lines that tell of changes.
std::string sum_up(std::string_view changes) {
  std::size_t added = 0;
  std::size_t removed = 0;
  std::size_t changed = 0;
  while (!changes.empty()) {
    const std::string_view line = take_line(changes);
    ++(line.ends_with(" -> -") ? removed : line.find(" - -> ") != line.npos ? added : changed);
  }
  return fmt::format("entries: {} changed, {} added, {} removed", changed, added, removed);
}

/// Copies the book that is to be replaced to BOOK~.
Result<void> back_up(const std::string& book) {
  std::error_code error;
  std::filesystem::copy_file(book, book + "~", std::filesystem::copy_options::overwrite_existing, error);
  return error ? Error{"cannot be written: " + error.message(), book + "~"} : Result<void>();
}

/// Where a changed book goes.
struct Target {
  std::string path;
  bool backs_up = false;
};

Result<void> change(const Command& command, const std::string& path, const Target& target,
                    const game::Rules& rules, const Order& order) {
  std::string changes;
  const auto edit = [&](book::BookEditor& editor) -> Result<void> {
    if (auto applied = editor.apply(order.edits, order.place); !applied) return applied;
    auto described = describe_changes(editor, rules);
    if (!described) return described.error();
    changes = std::move(*described);
    return target.backs_up ? back_up(target.path) : Result<void>();
  };
  if (auto edited = book::edit_book(path, target.path, edit); !edited) return edited;
  if (command.is_verbose()) fmt::print("{}", changes);
  command.say(fmt::format("{}: {}", target.path, sum_up(changes)));
  return {};
}

/// What fits together on the command line.
Result<void> check_usage(const Command& command, const Verbs& verbs, const std::string& out) {
  const bool changes = std::ranges::any_of(verbs, [&](const Verb& verb) { return command.has(verb.name); });
  const bool script = command.has("script");
  if (script && (changes || command.has("key") || command.has("fen") || command.has("moves")))
    return Error{"--script takes the place of positions and moves on the command line"};
  if (!script && !changes) return Error{"nothing to do: give --set, --add, --delete, --zero or --script"};
  if (out == "-") return Error{"--out -: a book is written to a file, not to standard output"};
  return {};
}

Result<int> run(Command& command) {
  std::string path;
  PositionOptions position;
  VariantOptions variant;
  Verbs verbs{Verb{"delete"}, Verb{"add"}, Verb{"set"}, Verb{"zero"}};
  auto& [deleted, added, set, zeroed] = verbs;
  std::string script;
  Target target;
  bool dry_run = false;
  command.add({{"book,bin,in", "BOOK", "the book; no option is needed before it", book_file(path), 1, true}});
  command.add(position.switches());
  command.add({
      {"set", "MOVE=WEIGHT...", "give moves of the position another weight", words(set.moves)},
      {"add", "MOVE=WEIGHT...", "add moves", words(added.moves)},
      {"delete", "MOVE...", "delete moves; * deletes all", words(deleted.moves)},
      {"zero", "MOVE...", "give moves weight 0: kept, and never played", words(zeroed.moves)},
      {"script", "FILE", "take all changes from a file, - is standard input", text(script)},
      {"out,o", "FILE", "write the changed book there and leave BOOK as it is", text(target.path)},
      {"backup", "", "keep the book that is replaced, as BOOK~", flag(target.backs_up)},
      {"dry-run", "", "show what would change, and write nothing", flag(dry_run)},
  });
  command.add(variant.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto usage = check_usage(command, verbs, target.path); !usage)
    return command.wrong_usage(usage.error());
  if (!command.has("out")) target.path = path;
  const std::array said{said_in_header(path)};
  const auto rules = variant.rules_of(said);
  if (!rules) return rules.error();
  const auto subject = position.subject(command, *rules);
  if (!subject) return command.wrong_usage(subject.error());
  if (is_crafty_book(path)) {
    if (command.has("script")) return Error{"is a book of Crafty: --script is for .bin books", path};
    if (target.backs_up && !dry_run)
      if (auto kept = back_up(target.path); !kept) return kept.error();
    std::vector<std::pair<std::string, Strings>> orders;
    for (const Verb& verb : verbs) orders.emplace_back(verb.name, verb.moves);
    return edit_crafty(command, {.path = path, .out = target.path, .is_dry_run = dry_run}, *subject, orders);
  }
  const bool from_script = command.has("script");
  const auto order = from_script ? read_script(script, *rules) : read_verbs(verbs, *rules, *subject);
  if (!order && !from_script) return command.wrong_usage(order.error());
  if (!order) return order.error();
  return success_if(dry_run ? show_changes(path, *rules, *order)
                            : change(command, path, target, *rules, *order));
}

}  // namespace

const Tool kEditBook{
    .name = "edit-book",
    .summary = "Changes what a book has for single positions.",
    .examples =
        "polyglot edit-book book.bin --set e4=60 d4=40\n"
        "polyglot edit-book book.bin --moves e4 c5 --delete f4 -o new.bin\n"
        "polyglot edit-book book.bin --script changes.txt --dry-run\n",
    .run = run,
};

}  // namespace polyglot::tools
