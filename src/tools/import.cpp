#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/text_formats.hpp>

#include "tools/output.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

void declare(Syntax& syntax) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  syntax.options.add_options()  //
      ("in", text("FILE")->required(), "the text, - for standard input; may stand without -in")(
          "format", text("FORMAT"), "csv or json; default: what the text looks like")(
          "out,o", text("BOOK")->default_value("book.bin"), "the book to write");
  syntax.positional.add("in", 1);
}

/// Editors leave a byte order mark.
void skip_byte_order_mark(std::istream& in) {
  constexpr int kFirstByte = 0xef;
  if (in.peek() == kFirstByte) in.ignore(3);
}

/// JSON begins with a bracket, or a blank before it; the names of columns do not.
std::string recognise(std::istream& in) {
  const int first = (in >> std::ws).peek();
  return first == '[' || first == '{' ? "json" : "csv";
}

Result<std::vector<book::RawEntry>> read(std::istream& in, const std::string& name,
                                         const std::string& format) {
  return format == "csv" ? book::read_csv(in, name) : book::read_json(in, name);
}

bool is_format(const std::string& name) {
  return name == "csv" || name == "json";
}

Result<int> run(const Arguments& arguments) {
  const auto& path = arguments["in"].as<std::string>();
  const auto& out = arguments["out"].as<std::string>();
  if (arguments.count("format") > 0 && !is_format(arguments["format"].as<std::string>()))
    return wrong_usage(kImport,
                       "-format " + arguments["format"].as<std::string>() + ": csv or json is meant");
  if (auto other = check_is_none_of({path}, out); !other) return other.error();
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path))
      return Error{"cannot be read: check its path and permissions", path};
  }
  std::istream& in = path == "-" ? std::cin : file;
  skip_byte_order_mark(in);
  const std::string format =
      arguments.count("format") > 0 ? arguments["format"].as<std::string>() : recognise(in);
  const auto entries = read(in, path == "-" ? "standard input" : path, format);
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
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
