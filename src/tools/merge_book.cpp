#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/merge.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using book::MergeInput;
using book::MergeRule;

struct NamedRule {
  std::string_view name;
  MergeRule rule;
};

constexpr std::array kRules{
    NamedRule{"sum", MergeRule::sum},
    NamedRule{"maximum", MergeRule::maximum},
    NamedRule{"mean", MergeRule::mean},
    NamedRule{"first", MergeRule::first},
};

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("in1", po::value<std::string>()->value_name("BOOK"), "the first book")(
          "in2", po::value<std::string>()->value_name("BOOK"), "the second book")(
          "book", po::value<Strings>()->value_name("BOOK"),
          "more books; -book may be left out. BOOK:FACTOR multiplies the book's weights")  //
      ("rule", po::value<std::string>()->value_name("RULE")->default_value("sum"),
       "what becomes of a position that several books have: the weights of a move add up (sum), the highest "
       "counts (maximum), their mean (mean), or the position is that of the first book (first)")  //
      ("out,o", po::value<std::string>()->value_name("BOOK")->default_value("out.bin"), "the book to write");
  syntax.positional.add("book", -1);
}

/// "book.bin:2.5", unless there is a file of that name.
MergeInput parse_input(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || std::filesystem::exists(text)) return {.path = text};
  const auto factor = number_of(std::string_view(text).substr(colon + 1));
  return factor ? MergeInput{.path = text.substr(0, colon), .factor = *factor} : MergeInput{.path = text};
}

std::vector<MergeInput> inputs(const Arguments& arguments) {
  std::vector<MergeInput> books;
  for (const char* const name : {"in1", "in2"})
    if (arguments.count(name) > 0) books.push_back(parse_input(arguments[name].as<std::string>()));
  if (arguments.count("book") > 0)
    for (const std::string& text : arguments["book"].as<Strings>()) books.push_back(parse_input(text));
  return books;
}

Result<int> run(const Arguments& arguments) {
  const std::vector<MergeInput> books = inputs(arguments);
  if (books.size() < 2)
    return wrong_usage(kMergeBook, "two books or more are needed: -in1 BOOK -in2 BOOK, or just their names");
  for (const MergeInput& book : books)
    if (!(book.factor >= 0 && book.factor <= book::kMaxMergeFactor))
      return wrong_usage(kMergeBook, fmt::format("{}: the factor {} is not between 0 and {}", book.path,
                                                 book.factor, book::kMaxMergeFactor));
  const auto& rule_name = arguments["rule"].as<std::string>();
  const auto* const rule = std::ranges::find(kRules, rule_name, &NamedRule::name);
  if (rule == kRules.end())
    return wrong_usage(kMergeBook, "-rule " + rule_name + ": sum, maximum, mean or first is meant");
  const auto& out = arguments["out"].as<std::string>();
  const auto report = book::merge_books(books, rule->rule, out);
  if (!report) return report.error();
  fmt::print("{}: {} positions, {} moves\n", out, report->positions, report->records);
  if (report->capped > 0)
    tell(kMergeBook.name, fmt::format("{} weights would exceed 65535 and end there", report->capped));
  return kSuccess;
}

}  // namespace

const Tool kMergeBook{
    .name = "merge-book",
    .usage = "-in1 BOOK -in2 BOOK [BOOK[:FACTOR] ...] [-rule sum|maximum|mean|first] [-out BOOK]",
    .summary = "Merges books.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
