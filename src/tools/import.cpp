// SPDX-License-Identifier: MIT
#include <istream>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/counted.hpp>

#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {
namespace import_tool {
namespace {

using Read = Result<std::vector<book::RawEntry>> (*)(std::istream& in, const std::string& name,
                                                     const game::Rules& rules);

/// Recognises the format: JSON begins with a bracket, perhaps after blanks; names of columns do not.
Read recognise(std::istream& in) {
  const int first = (in >> std::ws).peek();
  return first == '[' || first == '{' ? &book::read_json : &book::read_csv;
}

/// Reads the entries. If `read` is null, recognises the format.
Result<std::vector<book::RawEntry>> read_entries(const std::string& path, Read read,
                                                 const game::Rules& rules) {
  auto input = os::Input::open(path);
  if (!input) return input.error();
  InputStream in(std::move(*input));
  if (read == nullptr) read = recognise(in);
  auto entries = read(in, in.name(), rules);
  if (in.failure()) return *in.failure();
  return entries;
}

Result<int> run(Command& command) {
  std::string path;
  std::string out = "book.bin";
  bool closes = false;
  Read read = nullptr;
  VariantOptions variant;
  command.add({
      {"in", "FILE", "the CSV or JSON file, - for standard input", text_file(path), 1, true},
      {"format", "FORMAT", "input format: csv or json (default: detected from the text)",
       choice(read, {{"csv", &book::read_csv}, {"json", &book::read_json}})},
      {"out,o,bin", "BOOK", "the book to write", output_file(out)},
      {"xboard", "", "end the book with XBoard's closing record even if the text has none", flag(closes)},
  });
  variant.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto other = check_is_none_of({path}, out); !other) return other.error();
  const auto rules = variant.rules();
  if (!rules) return command.wrong_usage(rules.error());
  const auto entries = read_entries(path, read, *rules);
  if (!entries) return entries.error();
  const auto records = book::without_closing(*entries);
  closes = closes || records.size() < entries->size();
  const auto make = [records, closes](book::BinBookWriter& writer) -> Result<bool> {
    auto added = writer.add(records);
    if (added && closes) added = writer.add(book::kClosingRecord);
    return added ? Result<bool>(true) : added.error();
  };
  if (auto replaced = book::replace_book({}, out, make); !replaced) return replaced.error();
  command.say(fmt::format("{}: {}", out, counted(records.size(), "entry")));
  return kSuccess;
}

}  // namespace
}  // namespace import_tool

const Tool kImport{
    .name = "import",
    .summary = "Builds a book from CSV or JSON written by dump-book.",
    .examples =
        "polyglot import book.csv -o book.bin\n"
        "polyglot dump-book book.bin --format json -o - | polyglot import - -o copy.bin\n",
    .run = import_tool::run,
    .group = "books",
};

}  // namespace polyglot::tools
