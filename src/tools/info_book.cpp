#include <string>

#include <fmt/format.h>

#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reach.hpp>

#include "tools/list.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using chess::Color;

void declare(Syntax& syntax) {
  syntax.options.add_options()  //
      ("bin", po::value<std::string>()->value_name("BOOK")->default_value("book.bin"),
       "the book; may stand without -bin")  //
      ("exact", po::bool_switch(),
       "count also positions that are reached when the side of the book plays moves that are not in it");
  syntax.positional.add("bin", 1);
}

Result<book::LineCounts> count_lines(const book::LoadedBook& book, Color side) {
  return book::visit_lines(book, side, [](const book::BookLine&) { return Result<void>(); });
}

Result<int> run(const Arguments& arguments) {
  const auto book = book::LoadedBook::load(arguments["bin"].as<std::string>());
  if (!book) return book.error();
  const auto white = count_lines(*book, Color::white);
  const auto black = count_lines(*book, Color::black);
  fmt::print("Lines for white                : {:8}\n", white->lines);
  fmt::print("Lines for black                : {:8}\n", black->lines);
  fmt::print("Positions on lines for white   : {:8}\n", white->positions);
  fmt::print("Positions on lines for black   : {:8}\n", black->positions);
  std::uint64_t isolated = book->position_count() - white->positions - black->positions;
  if (arguments["exact"].as<bool>()) {
    const std::uint64_t more_white = book::count_reachable(*book, Color::white) - white->positions;
    const std::uint64_t more_black = book::count_reachable(*book, Color::black) - black->positions;
    fmt::print("Unreachable white positions(?) : {:8}\n", more_white);
    fmt::print("Unreachable black positions(?) : {:8}\n", more_black);
    isolated -= more_white + more_black;
  }
  fmt::print("Isolated positions             : {:8}\n", isolated);
  return kSuccess;
}

}  // namespace

const Tool kInfoBook{
    .name = "info-book",
    .usage = "[-bin BOOK] [-exact]",
    .summary = "Counts the lines and positions of a book.",
    .declare = declare,
    .run = run,
};

}  // namespace polyglot::tools
