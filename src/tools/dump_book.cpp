#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>

#include "tools/dump_lines.hpp"
#include "tools/output.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using book::LoadedBook;
using chess::Color;

void declare(Syntax& syntax) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  syntax.options.add_options()  //
      ("bin", text("BOOK")->default_value("book.bin"), "the book; may stand without -bin")(
          "color", text("SIDE"), "white or black, the side that plays the book's moves: for text and pgn")(
          "colour", text("SIDE"), "the same")(
          "format", text("FORMAT")->default_value("text"),
          "text (lines as Polyglot 2.0.4 writes them), pgn (lines as games), csv or json (all records, for "
          "import), epd (positions with their moves)")(
          "out,o", text("FILE"), "where to write; default: book_SIDE.txt for text, else standard output");
  syntax.positional.add("bin", 1);
}

std::string color_argument(const Arguments& arguments) {
  for (const char* const name : {"color", "colour"})
    if (arguments.count(name) > 0) return arguments[name].as<std::string>();
  return "";
}

/// Nothing if none is given.
Result<std::optional<Color>> parse_color(const std::string& name) {
  if (name.empty()) return std::optional<Color>();
  if (name == "white") return std::optional(Color::white);
  if (name == "black") return std::optional(Color::black);
  return Error{"-color " + name + ": white or black is meant"};
}

Result<void> dump_text(const LoadedBook& book, Color color, const std::string& name, Output& output) {
  if (auto put = output.put(fmt::format("Dump of \"{}\" for {}.\n", book.path(), name)); !put) return put;
  TextLines lines(output);
  const auto done = book::visit_lines(book, color, [&](const auto& line) { return lines.add(line); });
  return done ? Result<void>() : done.error();
}

Result<void> dump_pgn(const LoadedBook& book, Color color, const std::string& name, Output& output) {
  PgnLines lines(output, book.path(), name);
  const auto done = book::visit_lines(book, color, [&](const auto& line) { return lines.add(line); });
  return done ? Result<void>() : done.error();
}

Result<void> dump_positions(const LoadedBook& book, book::PositionWriter& writer) {
  const book::ReachedPositions reached(book);
  if (auto begun = writer.begin(); !begun) return begun;
  if (!book.header().empty())
    if (auto added = writer.add(book.header(), nullptr); !added) return added;
  for (auto rest = book.entries(); !rest.empty();) {
    const auto position = book.find(rest.front().key);
    if (auto added = writer.add(position, reached.find(rest.front().key)); !added) return added;
    rest = rest.subspan(position.size());
  }
  return writer.end();
}

/// Null if there is no such format, or one of lines.
std::unique_ptr<book::PositionWriter> make_writer(const std::string& format, Output& output) {
  const book::TextSink sink = [&output](std::string_view text) { return output.put(text); };
  if (format == "csv") return book::make_csv_writer(sink);
  if (format == "json") return book::make_json_writer(sink);
  if (format == "epd") return book::make_epd_writer(sink);
  return nullptr;
}

std::string out_argument(const Arguments& arguments, const std::string& format, const std::string& color) {
  if (arguments.count("out") > 0) return arguments["out"].as<std::string>();
  return format == "text" ? "book_" + color + ".txt" : "-";
}

Result<int> run(const Arguments& arguments) {
  const auto& format = arguments["format"].as<std::string>();
  const bool is_lines = format == "text" || format == "pgn";
  if (!is_lines && format != "csv" && format != "json" && format != "epd")
    return wrong_usage(kDumpBook, "-format " + format + ": text, pgn, csv, json or epd is meant");
  const std::string name = color_argument(arguments);
  const auto color = parse_color(name);
  if (!color) return wrong_usage(kDumpBook, color.error());
  if (is_lines && !*color) return wrong_usage(kDumpBook, "-color white or -color black is needed");
  if (!is_lines && *color) return wrong_usage(kDumpBook, "-color goes with -format text and pgn only");
  const std::string out = out_argument(arguments, format, name);
  if (auto other = check_is_none_of({arguments["bin"].as<std::string>()}, out); !other) return other.error();
  auto output = Output::open(out);
  if (!output) return output.error();
  const auto writer = make_writer(format, *output);

  const auto book = LoadedBook::load(arguments["bin"].as<std::string>());
  if (!book) return book.error();
  const auto dumped = writer             ? dump_positions(*book, *writer)
                      : format == "text" ? dump_text(*book, **color, name, *output)
                                         : dump_pgn(*book, **color, name, *output);
  if (!dumped) return dumped.error();
  if (auto done = output->commit(); !done) return done.error();
  return kSuccess;
}

}  // namespace

const Tool kDumpBook{
    .name = "dump-book",
    .usage = "[-bin BOOK] [-color white|black] [-format text|pgn|csv|json|epd] [-out FILE]",
    .summary = "Writes a book as text.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
