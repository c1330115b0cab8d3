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
#include "tools/option_values.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

using book::RawEntry;
using book::RecordDiff;

/// As in diff: 0 is the same, 1 different.
constexpr int kDifferent = 1;
constexpr int kTrouble = 2;

/// What is known of the positions of a book.
struct Positions {
  explicit Positions(book::LoadedBook loaded)
      : book(std::make_unique<book::LoadedBook>(std::move(loaded))), reached(*book) {}

  std::unique_ptr<book::LoadedBook> book;
  book::ReachedPositions reached;
};

Result<std::vector<Positions>> positions_of(const Strings& books) {
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

Result<int> run(Command& command) {
  Strings books;
  MakeDiffFormat make_format = nullptr;
  bool by_keys = false;
  std::string out = "-";
  command.add({
      {"book", "BOOK", "two books; -book may be left out", texts(books), config::kAllPlain},
      {"format", "FORMAT", "text, csv, json, epd or pgn", diff_format(make_format)},
      {"keys", "", "name positions by their keys only: constant memory for books of any size", flag(by_keys)},
      {"out,o", "FILE", "where to write; default: standard output", text(out)},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  if (books.size() != 2) return command.wrong_usage({"two books are to be compared"});
  if (auto other = check_is_none_of(books, out); !other) return other.error();
  auto output = Output::open(out);
  if (!output) return output.error();
  const auto format = make_format(*output);
  const auto known = positions_of(by_keys ? Strings() : books);
  if (!known) return known.error();
  if (auto begun = format->begin(); !begun) return begun.error();
  const auto counts = book::diff_books(
      books[0], books[1], [&](const RecordDiff& diff) { return format->add(make_row(diff, *known)); });
  if (!counts) return counts.error();
  if (auto ended = format->end(*counts); !ended) return ended.error();
  if (auto done = output->commit(); !done) return done.error();
  return counts->equal() ? kSuccess : kDifferent;
}

}  // namespace

const Tool kDiffBook{
    .name = "diff-book",
    .usage = "BOOK BOOK [-format text|csv|json|epd|pgn] [-keys] [-out FILE]",
    .summary = "Shows what differs between two books.",
    .run = run,
    // A script must be able to tell a book that differs from one that cannot be read.
    .failure = kTrouble,
};

}  // namespace polyglot::tools
