#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/text_formats.hpp>

#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

using Read = Result<std::vector<book::RawEntry>> (*)(std::istream& in, const std::string& name);

/// Editors leave a byte order mark.
void skip_byte_order_mark(std::istream& in) {
  constexpr int kFirstByte = 0xef;
  if (in.peek() == kFirstByte) in.ignore(3);
}

/// JSON begins with a bracket, or a blank before it; the names of columns do not.
Read recognise(std::istream& in) {
  const int first = (in >> std::ws).peek();
  return first == '[' || first == '{' ? &book::read_json : &book::read_csv;
}

Result<int> run(Command& command) {
  std::string path;
  std::string out = "book.bin";
  Read read = nullptr;
  command.add({
      {"in", "FILE", "the text, - for standard input; may stand without -in", text(path), 1, true},
      {"format", "FORMAT", "csv or json; default: what the text looks like",
       choice(read, {{"csv", &book::read_csv}, {"json", &book::read_json}})},
      {"out,o", "BOOK", "the book to write", text(out)},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  if (auto other = check_is_none_of({path}, out); !other) return other.error();
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path))
      return Error{"cannot be read: check its path and permissions", path};
  }
  std::istream& in = path == "-" ? std::cin : file;
  skip_byte_order_mark(in);
  if (read == nullptr) read = recognise(in);
  const auto entries = read(in, path == "-" ? "standard input" : path);
  if (!entries) return entries.error();
  auto writer = book::BinBookWriter::create(out);
  if (!writer) return writer.error();
  if (auto added = writer->add(*entries); !added) return added.error();
  if (auto done = writer->commit(); !done) return done.error();
  fmt::print("{}: {} records\n", out, entries->size());
  return kSuccess;
}

}  // namespace

const Tool kImport{
    .name = "import",
    .usage = "FILE [-format csv|json] [-out BOOK]",
    .summary = "Makes a book of what dump-book has written as CSV or JSON.",
    .run = run,
};

}  // namespace polyglot::tools
