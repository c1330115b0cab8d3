// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/convert.hpp>
#include <polyglot/book/raw_entry.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/text_input.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace convert_tool {
namespace {

using book::BookFormat;

/// Describes the contents of a Polyglot book that no other format can store. Empty if there are none, or if
/// the book can no longer be read.
std::string lost_of_polyglot(const std::string& path) {
  const auto check = book::check_records(path);
  if (!check) return {};
  std::string lost = check->learn == book::LearnLayout::none ? "" : "learned results";
  if (check->header || check->header_error) lost += lost.empty() ? "the header" : ", the header";
  return lost;
}

/// Describes what the other format cannot store, except moves.
std::string lost_of(const book::BookSource& from, BookFormat to) {
  if (from.records() == nullptr) return std::string(book::traits_of(from.format()).lost);
  return to == from.format() ? "" : lost_of_polyglot(from.path());
}

bool has_records(BookFormat format) {
  return book::traits_of(format).records != book::BookRecords::none;
}

/// Whether a file is CSV: by its name, or because its first line names a column "weight".
bool is_csv(const std::string& path) {
  if (lower_case(std::filesystem::path(path).extension().string()) == ".csv") return true;
  std::array<char, 4096> block;
  const auto file = os::File::open(path);
  const auto got = file ? file->read_at(0, std::as_writable_bytes(std::span(block))) : file.error();
  if (!got) return false;
  const std::string_view start(block.data(), *got);
  const std::string_view line = start.substr(0, start.find_first_of("\r\n"));
  return std::ranges::all_of(line,
                             [](char c) { return c == '\t' || static_cast<unsigned char>(c) >= ' '; }) &&
         lower_case(line).find("weight") != line.npos && line.find_first_of(",;\t") != line.npos;
}

/// Builds a Polyglot book from CSV, with XBoard's closing record if the text has it.
int convert_csv(const Command& command, const std::string& in, const std::string& out,
                const game::Rules& rules) {
  InputStream stream(os::Input::open(in).value());
  const std::string name = os::input_name(in == os::kStandardInputFile ? "-" : in);
  const auto entries = book::read_csv(stream, name, rules);
  if (stream.failure()) throw Failure(*stream.failure());
  entries.value();
  const auto make = [&entries](book::BinBookWriter& writer) {
    return result_of([&] { return writer.add(*entries).value(), true; });
  };
  book::replace_book({}, out, make).value();
  command.say(fmt::format("{}: {}, from {} (csv)", out,
                          counted(book::without_closing(*entries).size(), "entry"), name));
  return kSuccess;
}

/// Refuses an output name with the extension of a text, or of a format that can only be read.
void check_name(const std::string& in, const std::string& out) {
  const std::string extension = lower_case(std::filesystem::path(out).extension().string());
  for (const auto& [text, format] :
       {std::pair(".txt", "text --side white"), std::pair(".csv", "csv"), std::pair(".json", "json"),
        std::pair(".epd", "epd"), std::pair(".pgn", "pgn --tree")})
    if (extension == text)
      throw Failure(
          fmt::format("is the name of a text; to write the book as text: polyglot dump-book {} --format {} "
                      "-o {}",
                      config::shell_word(in), format, config::shell_word(out)),
          out);
  const auto promised = extension.empty() ? std::nullopt : book::book_format(extension.substr(1));
  if (!promised || has_records(*promised)) return;
  throw Failure("books of this kind are read only: name a .bin, or give the format to write with --format",
                out);
}

int run(Command& command) {
  std::string in;
  std::string out;
  std::optional<BookFormat> book_format;
  BookFormat to = BookFormat::polyglot;
  book::ListOptions lists;
  VariantOptions variant;
  command.add(
      {{"in,book,bin", "IN", "the book to read, or CSV", any_book_file(in), 1, true},
       {"out,o", "OUT", "the book to write", output_file(out), 1, true},
       {"format", "FORMAT", "output format: polyglot or crafty",
        choice(to, {{"polyglot", BookFormat::polyglot}, {"crafty", BookFormat::crafty}})},
       {"variations", "LINES",
        "which lines to read from games in PGN: main or all; with all, marks change weights; "
        "so do comments of dump-book --tree",
        choice(lists.variations, {{"main", std::optional(false)}, {"all", std::optional(true)}})},
       {"ignore-nags", "",
        "with --variations all: give moves the same weight whether they are marked ?, ! ($1 to $4) or not",
        flag(lists.ignore_nags)},
       book_format_switch(book_format)});
  variant.add_to(command, "Books from CSV");
  if (const auto exit_code = command.parse()) return *exit_code;
  if (!command.has("format")) usage([&] { check_name(in, out); });
  check_needs(command, "ignore-nags", {"variations"});
  check_output({in}, out, FileKind::book);
  if (!book_format && is_csv(in)) {
    if (to != BookFormat::polyglot)
      throw WrongUsage("CSV becomes a Polyglot book: convert it to a .bin first");
    const auto rules = usage([&] { return variant.rules(); });
    return convert_csv(command, in, out, rules);
  }
  for (const std::string_view name : {"variant", "variants", "keys"})
    if (command.has(name)) throw WrongUsage(fmt::format("--{} is for CSV", name));
  const auto from = book::open_book(in, book_format, lists).value();
  if (lists.variations == true && !book::traits_of(from->format()).has_variations)
    throw WrongUsage("--variations is for games in PGN");
  const auto report = book::convert_book(*from, to, out);
  const int exit_code = tell_troubles(command, *from);
  report.value();
  command.say(fmt::format("{}: {}, {}, from {} ({})", out, counted(report->positions, "position"),
                          counted(report->moves, "entry"), in, book::name_of(from->format())));
  const std::string lost = lost_of(*from, to);
  // In a book with records, size() counts all of them, even those that no game reaches.
  const bool lacks_moves = has_records(from->format()) && from->size() > report->moves;
  if (!lost.empty()) command.say(fmt::format("Left out: {}", lost));
  if (lost.empty() && !lacks_moves && report->chess960 == 0) command.say("Left out: nothing");
  if (lacks_moves)
    command.say(fmt::format(
        "Left out: {} of {}: no game from the start leads to them, or they are not legal or there "
        "twice",
        from->size() - report->moves, counted(from->size(), "entry")));
  if (const auto variations = from->variations_left_out(); variations > 0)
    command.say(
        fmt::format("Left out: {}; to read them: --variations all", counted(variations, "variation")));
  if (report->scaled > 0)
    command.say(fmt::format("Scaled: the weights of {}, too large for the format",
                            counted(report->scaled, "position")));
  if (report->chess960 > 0)
    command.say(fmt::format("Left out: {} of Chess960, which the format does not know",
                            counted(report->chess960, "position")));
  return exit_code;
}

}  // namespace
}  // namespace convert_tool

const Tool kConvert{
    .name = "convert",
    .summary = "Converts a book or CSV to a Polyglot or Crafty book.",
    .examples =
        "polyglot convert arena.abk book.bin\n"
        "polyglot convert --format crafty book.bin -o books.bin\n"
        "polyglot dump-book book.bin --format csv -o - | polyglot convert - copy.bin\n",
    .run = convert_tool::run,
};

}  // namespace polyglot::tools
