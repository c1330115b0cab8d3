#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/diff.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/book/reached.hpp>

#include "tools/diff_formats.hpp"
#include "tools/output.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

namespace po = boost::program_options;

using book::RawEntry;
using book::RecordDiff;

/// As in diff: 0 is the same, 1 different.
constexpr int kDifferent = 1;
constexpr int kTrouble = 2;

void declare(Syntax& syntax) {
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  syntax.options.add_options()  //
      ("book", po::value<std::vector<std::string>>()->value_name("BOOK"), "two books; -book may be left out")(
          "format", text("FORMAT")->default_value("text"), "text, csv, json, epd or pgn")(
          "keys", po::bool_switch(),
          "name positions by their keys only: constant memory for books of any size")(
          "out,o", text("FILE")->default_value("-"), "where to write; default: standard output");
  syntax.positional.add("book", -1);
}

/// What is known of the positions of a book.
struct Positions {
  explicit Positions(book::LoadedBook loaded)
      : book(std::make_unique<book::LoadedBook>(std::move(loaded))), reached(*book) {}

  std::unique_ptr<book::LoadedBook> book;
  book::ReachedPositions reached;
};

Result<std::vector<Positions>> positions_of(const std::vector<std::string>& books) {
  std::vector<Positions> positions;
  for (const std::string& path : books) {
    auto book = book::LoadedBook::load(path);
    if (!book) return book.error();
    positions.emplace_back(std::move(*book));
  }
  return positions;
}

DiffRow make_row(const RecordDiff& diff, const std::vector<Positions>& known) {
  const RawEntry& any = diff.a ? *diff.a : *diff.b;
  const chess::Position* position = nullptr;
  for (const Positions& positions : known)
    if (position == nullptr) position = positions.reached.find(any.key);
  return {.key = any.key,
          .position = position,
          .names = book::name_move(any, position),
          .a = diff.a,
          .b = diff.b};
}

Result<int> compare(const Arguments& arguments) {
  const auto& books = arguments["book"].as<std::vector<std::string>>();
  const auto& out = arguments["out"].as<std::string>();
  if (auto other = check_is_none_of(books, out); !other) return other.error();
  auto output = Output::open(out);
  if (!output) return output.error();
  const auto& name = arguments["format"].as<std::string>();
  const auto format = make_diff_format(name, *output);
  if (!format) return Error{"-format " + name + ": text, csv, json, epd or pgn is meant"};
  const auto known = positions_of(arguments["keys"].as<bool>() ? std::vector<std::string>() : books);
  if (!known) return known.error();
  if (auto begun = format->begin(); !begun) return begun.error();
  const auto counts = book::diff_books(
      books[0], books[1], [&](const RecordDiff& diff) { return format->add(make_row(diff, *known)); });
  if (!counts) return counts.error();
  if (auto ended = format->end(*counts); !ended) return ended.error();
  if (auto done = output->commit(); !done) return done.error();
  return counts->equal() ? kSuccess : kDifferent;
}

Result<int> run(const Arguments& arguments) {
  if (arguments.count("book") == 0 || arguments["book"].as<std::vector<std::string>>().size() != 2)
    return wrong_usage(kDiffBook, "two books are to be compared");
  return compare(arguments);
}

}  // namespace

const Tool kDiffBook{
    .name = "diff-book",
    .usage = "BOOK BOOK [-format text|csv|json|epd|pgn] [-keys] [-out FILE]",
    .summary = "Shows what differs between two books.",
    .declare = declare,
    .run = run,
    // A script must be able to tell a book that differs from one that cannot be read.
    .failure = kTrouble,
};

}  // namespace polyglot::tools
