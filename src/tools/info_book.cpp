// SPDX-License-Identifier: MIT
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/book/learn_layout.hpp>
#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/os/standard_streams.hpp>

#include "tools/option_values.hpp"
#include "tools/tool.hpp"
#include "tools/walk_options.hpp"

namespace polyglot::tools {

namespace {

using chess::Color;

Result<book::LineCounts> count_lines(const book::LoadedBook& book, const book::BookGames& games, Color side) {
  const auto ignore = [](const book::BookLine&) { return Result<void>(); };
  return book::visit_lines(book, side, ignore, games);
}

struct BySide {
  std::uint64_t white = 0;
  std::uint64_t black = 0;

  [[nodiscard]] std::uint64_t sum() const noexcept { return white + black; }
};

struct BookInfo {
  BySide lines;
  BySide positions;
  std::optional<BySide> unreachable;  ///< with -exact
  std::uint64_t isolated = 0;
  book::LearnLayout learn = book::LearnLayout::none;
};

BookInfo examine(const book::LoadedBook& book, const book::BookGames& games, bool exact) {
  const auto white = count_lines(book, games, Color::white);
  const auto black = count_lines(book, games, Color::black);
  BookInfo info{.lines = {white->lines, black->lines},
                .positions = {white->positions, black->positions},
                .unreachable = {}};
  info.isolated = book.position_count() - info.positions.sum();
  book::LearnLayoutGuess learn;
  for (const book::RawEntry& entry : book.entries()) learn.add(entry);
  info.learn = learn.result();
  if (!exact) return info;
  info.unreachable = BySide{book::count_reachable(book, Color::white, games) - white->positions,
                            book::count_reachable(book, Color::black, games) - black->positions};
  info.isolated -= info.unreachable->sum();
  return info;
}

/// As Polyglot 2.0.4 writes it.
std::string as_text(const BookInfo& info) {
  std::string text;
  const auto add = [&](std::string_view what, std::uint64_t count) {
    text += fmt::format("{:<31}: {:8}\n", what, count);
  };
  add("Lines for white", info.lines.white);
  add("Lines for black", info.lines.black);
  add("Positions on lines for white", info.positions.white);
  add("Positions on lines for black", info.positions.black);
  if (info.unreachable) {
    add("Unreachable white positions(?)", info.unreachable->white);
    add("Unreachable black positions(?)", info.unreachable->black);
  }
  add("Isolated positions", info.isolated);
  return text;
}

std::string as_json(const BookInfo& info) {
  const auto both = [](const BySide& counts) {
    return fmt::format("{{\"white\": {}, \"black\": {}}}", counts.white, counts.black);
  };
  const std::string unreachable =
      info.unreachable ? fmt::format(", \"unreachable\": {}", both(*info.unreachable)) : "";
  return fmt::format("{{\"lines\": {}, \"positions\": {}{}, \"isolated\": {}, \"learn_layout\": \"{}\"}}\n",
                     both(info.lines), both(info.positions), unreachable, info.isolated,
                     book::name_of(info.learn));
}

std::string as_csv(const BookInfo& info) {
  std::string names = "lines_white,lines_black,positions_white,positions_black,";
  std::string values = fmt::format("{},{},{},{},", info.lines.white, info.lines.black, info.positions.white,
                                   info.positions.black);
  if (info.unreachable) {
    names += "unreachable_white,unreachable_black,";
    values += fmt::format("{},{},", info.unreachable->white, info.unreachable->black);
  }
  return fmt::format("{}isolated\n{}{}\n", names, values, info.isolated);
}

Result<int> run(Command& command) {
  std::string path = "book.bin";
  bool exact = false;
  auto write = &as_text;
  WalkOptions walk;
  command.add({
      {"bin", "BOOK", "the book; may stand without -bin", text(path), 1},
      {"exact", "",
       "count also positions that are reached when the side of the book plays moves that are not in it",
       flag(exact)},
      {"format", "FORMAT", "text, json or csv",
       choice(write, {{"text", &as_text}, {"json", &as_json}, {"csv", &as_csv}})},
  });
  command.add(walk.switches());
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto book = book::LoadedBook::load(path);
  if (!book) return book.error();
  const auto games = walk.games_of(*book);
  if (!games) return games.error();
  const BookInfo info = examine(*book, *games, exact);
  if (auto written = os::write_output(write(info)); !written) return written.error();
  // stdout is as of 2.0.4.
  if (book::is_foreign(info.learn))
    command.tell(fmt::format("{}: learn fields: {}", path, book::describe(info.learn)));
  return tell_troubles(command, book->troubles());
}

}  // namespace

const Tool kInfoBook{
    .name = "info-book",
    .usage = "[-bin BOOK] [-variant NAME] [-fen FEN]... [-exact] [-format text|json|csv]",
    .summary = "Counts the lines and positions of a book.",
    .run = run,
};

}  // namespace polyglot::tools
