// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/merge.hpp>
#include <polyglot/counted.hpp>

#include "tools/crafty_tools.hpp"
#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {

namespace {

using book::MergeInput;
using book::MergeRule;

/// "book.bin:2.5", unless there is a file of that name.
MergeInput parse_input(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || std::filesystem::exists(text)) return {.path = text};
  const auto factor = number_of(std::string_view(text).substr(colon + 1));
  return factor ? MergeInput{.path = text.substr(0, colon), .factor = *factor} : MergeInput{.path = text};
}

/// With --variant; without, books have to go with each other only.
Result<void> check_variant(const Command& command, const VariantOptions& variant,
                           const std::vector<MergeInput>& books) {
  if (!command.has("variant")) return {};
  std::vector<SaidVariants> said;
  std::ranges::transform(books, std::back_inserter(said),
                         [](const MergeInput& book) { return said_in_header(book.path); });
  const auto rules = variant.rules_of(said);
  return rules ? Result<void>() : rules.error();
}

Result<int> run(Command& command) {
  std::string first;
  std::string second;
  Strings others;
  MergeRule rule = MergeRule::sum;
  std::string out = "out.bin";
  VariantOptions variant;
  command.add({
      {"in1", "BOOK", "the first book", book_file(first)},
      {"in2", "BOOK", "the second book", book_file(second)},
      {"book,bin,in", "BOOK",
       "books; no option is needed before them. BOOK:FACTOR multiplies the book's weights",
       book_files(others), config::kAllPlain},
      {"rule", "RULE",
       "what becomes of a position that several books have: the weights of a move add up (sum), the highest "
       "counts (maximum), their mean (mean), or the position is that of the first book (first)",
       choice(rule, {{"sum", MergeRule::sum},
                     {"maximum", MergeRule::maximum},
                     {"mean", MergeRule::mean},
                     {"first", MergeRule::first}})},
      {"out,o", "BOOK", "the book to write", text(out)},
  });
  command.add(variant.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  std::vector<MergeInput> books;
  if (command.has("in1")) books.push_back(parse_input(first));
  if (command.has("in2")) books.push_back(parse_input(second));
  std::ranges::transform(others, std::back_inserter(books), parse_input);
  if (books.size() < 2)
    return command.wrong_usage({"two books or more are needed: --in1 BOOK --in2 BOOK, or just their names"});
  for (const MergeInput& book : books)
    if (!(book.factor >= 0 && book.factor <= book::kMaxMergeFactor))
      return command.wrong_usage({fmt::format("{}: the factor {} is not between 0 and {}", book.path,
                                              book.factor, book::kMaxMergeFactor)});
  if (std::ranges::any_of(books, [](const MergeInput& book) { return is_crafty_book(book.path); }))
    return merge_crafty(command, books, rule, out);
  if (auto fit = check_variant(command, variant, books); !fit) return fit.error();
  const auto report = book::merge_books(books, rule, out);
  if (!report) return report.error();
  command.say(fmt::format("{}: {}, {}", out, counted(report->positions, "position"),
                          counted(report->records, "entry")));
  if (report->capped > 0)
    command.tell(counted(report->capped, "weight") + " would exceed 65535 and end there");
  return kSuccess;
}

}  // namespace

const Tool kMergeBook{
    .name = "merge-book",
    .summary = "Merges books.",
    .examples =
        "polyglot merge-book white.bin black.bin -o both.bin\n"
        "polyglot merge-book main.bin:3 other.bin --rule sum -o mixed.bin\n",
    .run = run,
};

}  // namespace polyglot::tools
