#include <string>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/io/atomic_file.hpp>

#include "tools/list.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using chess::Color;

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("bin", po::value<std::string>()->value_name("BOOK")->default_value("book.bin"),
       "the book; may stand without -bin")  //
      ("color", po::value<std::string>()->value_name("white|black"),
       "the side that plays the book's moves")                                     //
      ("colour", po::value<std::string>()->value_name("white|black"), "the same")  //
      ("out,o", po::value<std::string>()->value_name("FILE"), "where to write; default book_COLOR.txt");
  syntax.positional.add("bin", 1);
}

/// The text of Polyglot 2.0.4.
class TextDump {
 public:
  explicit TextDump(io::AtomicFile& file) : file_(file) {}

  Result<void> add(const book::BookLine& line) {
    ends_.resize(line.shared);
    text_.resize(ends_.empty() ? 0 : ends_.back());
    for (const book::LineStep& step : line.steps.subspan(line.shared)) add_step(step);
    return put(fmt::format("{}: {}{}\n", line.number, text_, ending(line)));
  }

  Result<void> put(const std::string& text) { return file_.write(std::as_bytes(std::span(text))); }

 private:
  void add_step(const book::LineStep& step) {
    if (step.before.side_to_move() == Color::white) text_ += fmt::format("{}. ", ends_.size() / 2 + 1);
    text_ += chess::to_san(step.before, step.move);
    if (step.share) text_ += fmt::format("{{{:.0f}%}}", *step.share * 100);  // rounds as printf does
    text_ += ' ';
    ends_.push_back(text_.size());
  }

  static std::string ending(const book::BookLine& line) {
    switch (line.end) {
      case book::LineEnd::cycle:
        return fmt::format("{{cycle: ply={}}}", line.met.ply);
      case book::LineEnd::transposition:
        return fmt::format("{{trans: line={}, ply={}}}", line.met.line, line.met.ply);
      default:
        return "";
    }
  }

  io::AtomicFile& file_;
  std::string text_;               ///< of the steps of the last line
  std::vector<std::size_t> ends_;  ///< of each of them
};

Result<Color> side(const Arguments& arguments) {
  const auto& value = arguments.count("color") > 0 ? arguments["color"] : arguments["colour"];
  if (value.empty()) return Error{"-color white or -color black is needed"};
  const auto& name = value.as<std::string>();
  if (name == "white") return Color::white;
  if (name == "black") return Color::black;
  return Error{"-color " + name + ": white or black is meant"};
}

Result<int> run(const Arguments& arguments) {
  const auto color = side(arguments);
  if (!color) return color.error();
  const std::string name = *color == Color::white ? "white" : "black";
  const auto book = book::LoadedBook::load(arguments["bin"].as<std::string>());
  if (!book) return book.error();
  const std::string out =
      arguments.count("out") > 0 ? arguments["out"].as<std::string>() : "book_" + name + ".txt";
  auto file = io::AtomicFile::create(out);
  if (!file) return file.error();
  TextDump dump(*file);
  if (auto put = dump.put(fmt::format("Dump of \"{}\" for {}.\n", book->path(), name)); !put)
    return put.error();
  const auto lines = book::visit_lines(*book, *color, [&](const auto& line) { return dump.add(line); });
  if (!lines) return lines.error();
  if (auto done = file->commit(); !done) return done.error();
  return kSuccess;
}

}  // namespace

const Tool kDumpBook{
    .name = "dump-book",
    .usage = "[-bin BOOK] -color white|black [-out FILE]",
    .summary = "Writes the lines of a book as text.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
