#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/editor.hpp>

#include "tools/book_edits.hpp"
#include "tools/edit_script.hpp"
#include "tools/lines.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

constexpr const char* kBook = "book";
constexpr const char* kKeyOption = "key";
constexpr const char* kScript = "script";
constexpr const char* kOut = "out";
constexpr const char* kDryRun = "dry-run";
/// In the order in which they are carried out, so that a move can be deleted and added anew.
constexpr std::array kVerbs{"delete", "add", "set", "zero"};

using Words = std::vector<std::string>;

void declare(Syntax& syntax) {
  const auto words = [](const char* name) {
    return po::value<Words>()->value_name(name)->multitoken()->composing();
  };
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  syntax.options.add_options()(kBook, text("BOOK")->required(), "the book, which needs no option before it");
  syntax.positional.add(kBook, 1);
  declare_position(syntax);
  syntax.options.add_options()                                                                       //
      (kKeyOption, text("KEY"), "a key in hexadecimal instead of a position: moves in coordinates")  //
      ("set", words("MOVE=WEIGHT..."), "give moves of the position another weight")                  //
      ("add", words("MOVE=WEIGHT..."), "add moves")                                                  //
      ("delete", words("MOVE..."), "delete moves; * deletes all")                                    //
      ("zero", words("MOVE..."), "give moves weight 0: kept, and never played")                      //
      (kScript, text("FILE"), "take all changes from a file, - is standard input")                   //
      ("out,o", text("FILE"), "write the changed book there and leave BOOK as it is")                //
      (kDryRun, "show what would change, and write nothing");
}

/// What is to be changed, and how to speak of it.
struct Order {
  std::vector<BookEdit> edits;
  std::function<std::string(const BookEdit&)> place;
};

Result<EditSubject> subject_argument(const Arguments& arguments) {
  if (arguments.count(kKeyOption) == 0) {
    const auto position = position_argument(arguments);
    if (!position) return position.error();
    return EditSubject(*position);
  }
  const auto key = read_key(arguments[kKeyOption].as<std::string>());
  if (!key) return key.error();
  return EditSubject(*key);
}

/// What fits together on the command line.
Result<void> check_usage(const Arguments& arguments) {
  const bool verbs =
      std::ranges::any_of(kVerbs, [&](const char* verb) { return arguments.count(verb) != 0; });
  const bool key = arguments.count(kKeyOption) != 0;
  const bool script = arguments.count(kScript) != 0;
  if (script && (verbs || key || names_position(arguments)))
    return Error{"-script takes the place of positions and moves on the command line"};
  if (!script && !verbs) return Error{"nothing to do: give -set, -add, -delete, -zero or -script"};
  if (key && names_position(arguments)) return Error{"-key takes the place of -fen and -moves"};
  if (arguments.count(kOut) != 0 && arguments[kOut].as<std::string>() == "-")
    return Error{"-out -: a book is written to a file, not to standard output"};
  return {};
}

Result<Order> read_options(const Arguments& arguments) {
  const auto subject = subject_argument(arguments);
  if (!subject) return subject.error();
  std::vector<BookEdit> edits;
  Words texts;
  for (const char* const verb : kVerbs) {
    if (arguments.count(verb) == 0) continue;
    for (const std::string& word : arguments[verb].as<Words>()) {
      texts.push_back(fmt::format("-{} {}", verb, word));
      auto edit = parse_edit(*subject, fmt::format("{} {}", verb, word));
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

Result<Order> read_script(const Arguments& arguments) {
  const auto& path = arguments[kScript].as<std::string>();
  auto edits = read_edit_script(path);
  if (!edits) return edits.error();
  return Order{std::move(*edits), [name = script_name(path)](const BookEdit& edit) {
                 return fmt::format("{}:{}", name, edit.number);
               }};
}

Result<void> show_changes(const std::string& path, const Order& order) {
  auto editor = book::BookEditor::open(path);
  if (!editor) return editor.error();
  if (auto applied = editor->apply(order.edits, order.place); !applied) return applied;
  const auto text = describe_changes(*editor);
  if (!text) return text.error();
  return write_out(text->empty() ? "nothing would change\n" : *text);
}

Result<void> change(const std::string& path, const std::string& out, const Order& order) {
  return book::edit_book(
      path, out, [&order](book::BookEditor& editor) { return editor.apply(order.edits, order.place); });
}

Result<int> run(const Arguments& arguments) {
  if (auto usage = check_usage(arguments); !usage) return wrong_usage(kEditBook, usage.error());
  const bool script = arguments.count(kScript) != 0;
  const auto order = script ? read_script(arguments) : read_options(arguments);
  if (!order && !script) return wrong_usage(kEditBook, order.error());
  if (!order) return order.error();
  const auto& path = arguments[kBook].as<std::string>();
  const auto& out = arguments[arguments.count(kOut) != 0 ? kOut : kBook].as<std::string>();
  auto done = arguments.count(kDryRun) != 0 ? show_changes(path, *order) : change(path, out, *order);
  if (!done) return done.error();
  return kSuccess;
}

}  // namespace

const Tool kEditBook{
    .name = "edit-book",
    .usage =
        "BOOK [-fen FEN] [-moves MOVE...] [-set MOVE=WEIGHT...] [-add MOVE=WEIGHT...] [-delete MOVE...] "
        "[-zero MOVE...] [-out FILE] [-dry-run]\n       polyglot edit-book BOOK -script FILE [-out FILE] "
        "[-dry-run]",
    .summary = "Changes what a book has for single positions.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
