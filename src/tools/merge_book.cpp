// SPDX-License-Identifier: MIT
#include <filesystem>

#include <boost/json/object.hpp>

#include <polyglot/book/merge.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace merge_book_tool {
namespace {

using book::MergeBy;
using book::MergeInput;
using book::MergeReport;
using book::MergeRule;

/// Removes the factor from "book.bin:2.5" and returns it. Error: it is not a valid factor.
double take_factor(std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::error_code missing;
  if (colon == std::string::npos || std::filesystem::exists(text, missing)) return 1;
  const auto factor = parse_fraction(std::string_view(text).substr(colon + 1));
  if (!factor || *factor < 0 || *factor > book::kMaxMergeFactor)
    throw Failure(fmt::format("there is no such file, and \"{}\" is not a factor from 0 to {}",
                              std::string_view(text).substr(colon + 1), book::kMaxMergeFactor),
                  text);
  text.resize(colon);
  return *factor;
}

/// The option for a book with its factor. A file may have such a name, too. `adds`: each occurrence adds a
/// book; otherwise the last one counts.
Action merge_input(std::vector<MergeInput>& place, bool adds) {
  return value([&place, adds](std::string word) {
    const double factor = take_factor(word);
    std::string path = book_path(word, true);
    if (!adds) place.clear();
    place.push_back({.path = std::move(path), .factor = factor});
  });
}

std::string describe(const std::string& out, const MergeReport& report) {
  std::string text =
      fmt::format("{}: {}, {}", out, counted(report.positions, "position"), counted(report.records, "entry"));
  if (report.scaled > 0)
    text += fmt::format("\nScaled: the weights of {}, which would exceed {}; their proportions stay",
                        counted(report.scaled, "position"), book::kMostWeight);
  return text;
}

/// Source: docs/json.md, "Schema".
boost::json::object to_json(const std::string& out, const MergeReport& report) {
  return {
      {"book", out}, {"positions", report.positions}, {"entries", report.records}, {"scaled", report.scaled}};
}

int run(Command& command) {
  std::array<std::vector<MergeInput>, 3> given;
  auto& [first, second, others] = given;
  MergeRule rule = MergeRule::sum;
  MergeBy by = MergeBy::weight;
  bool as_json = false;
  std::string out = "out.bin";
  VariantOptions variant;
  command.add({
      {"in1", "BOOK", "the first book", merge_input(first, false)},
      {"in2", "BOOK", "the second book", merge_input(second, false)},
      {"book,bin,in", "BOOK",
       "the books, of any format; BOOK:FACTOR multiplies the weights, or shares, of a book",
       merge_input(others, true), config::kAllPlain},
      {"rule", "RULE",
       "how to merge a position of several books; sum: add the weights of a move; maximum: take the "
       "highest; mean: take the mean; first: take the whole position from the first book",
       choice(rule, {{"sum", MergeRule::sum},
                     {"maximum", MergeRule::maximum},
                     {"mean", MergeRule::mean},
                     {"first", MergeRule::first}})},
      {"by", "WHAT",
       "what to add up for a move; weight: its weight, so that large books count more; share: its share of "
       "the position, so that all books count alike, as with BookMerge",
       choice(by, {{"weight", MergeBy::weight}, {"share", MergeBy::share}})},
      {"out,o", "BOOK", "the book to write", output_file(out)},
      summary_switch(as_json),
  });
  variant.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  std::vector<MergeInput> books;
  for (const std::vector<MergeInput>& some : given) books.insert(books.end(), some.begin(), some.end());
  if (books.size() < 2)
    throw WrongUsage("two books or more are needed: --in1 BOOK --in2 BOOK, or just their names");
  check_default_output(command, out);
  Strings paths;
  for (const MergeInput& book : books) paths.push_back(book.path);
  const auto rules = variant.rules_in_headers(paths);
  const book::BookGames games{.rules = rules, .starts = {rules.start()}};
  for (const std::string& path : paths) tell_if_empty(command, path);
  const auto report = book::merge_books(books, rule, out, games, by).value();
  tell_notes(command, report.notes);
  command.say(as_json ? json_text(to_json(out, report)) : describe(out, report));
  return kSuccess;
}

}  // namespace
}  // namespace merge_book_tool

const Tool kMergeBook{
    .name = "merge-book",
    .summary = "Merges two or more books.",
    .examples =
        "polyglot merge-book white.bin black.bin -o both.bin\n"
        "polyglot merge-book main.bin:3 other.bin --rule sum -o mixed.bin\n"
        "polyglot merge-book large.bin small.bin:2 --by share -o mixed.bin\n",
    .run = merge_book_tool::run,
};

}  // namespace polyglot::tools
