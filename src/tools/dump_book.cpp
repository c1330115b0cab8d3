#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/book/lines.hpp>
#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/reached.hpp>
#include <polyglot/book/text_formats.hpp>
#include <polyglot/chess/notation.hpp>

#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/text_files.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {

namespace {

using book::LoadedBook;
using chess::Color;

std::string ending(const book::BookLine& line) {
  switch (line.end) {
    case book::LineEnd::cycle:
      return fmt::format("{{cycle: ply={}}}", line.met.ply);
    case book::LineEnd::transposition:
      return fmt::format("{{trans: line={}, ply={}}}", line.met.line, line.met.ply);
    default:
      return "";
  }
}

/// Lines as Polyglot 2.0.4 dumps them.
class TextLines {
 public:
  explicit TextLines(Output& output) : output_(output) {}

  [[nodiscard]] Result<void> add(const book::BookLine& line) {
    ends_.resize(line.shared);
    text_.resize(ends_.empty() ? 0 : ends_.back());
    for (const book::LineStep& step : line.steps.subspan(line.shared)) add_step(step);
    return output_.put(fmt::format("{}: {}{}\n", line.number, text_, ending(line)));
  }

 private:
  void add_step(const book::LineStep& step) {
    if (step.before.side_to_move() == Color::white) text_ += fmt::format("{}. ", ends_.size() / 2 + 1);
    text_ += chess::to_san(step.before, step.move);
    if (step.share) text_ += fmt::format("{{{:.0f}%}}", *step.share * 100);  // rounds as printf does
    text_ += ' ';
    ends_.push_back(text_.size());
  }

  Output& output_;
  std::string text_;               ///< of the steps of the last line
  std::vector<std::size_t> ends_;  ///< of each of them
};

std::string name_of(Color color) {
  return color == Color::white ? "white" : "black";
}

Result<void> dump_text(const LoadedBook& book, Color color, Output& output) {
  auto put = output.put(fmt::format("Dump of \"{}\" for {}.\n", book.path(), name_of(color)));
  if (!put) return put;
  TextLines lines(output);
  const auto done = book::visit_lines(book, color, [&](const auto& line) { return lines.add(line); });
  return done ? Result<void>() : done.error();
}

Result<void> dump_pgn(const LoadedBook& book, Color color, Output& output) {
  const std::string event = fmt::format("Lines of {} for {}", book.path(), name_of(color));
  const auto done = book::visit_lines(book, color, [&](const book::BookLine& line) {
    PgnText moves;
    for (std::size_t ply = 0; ply < line.steps.size(); ++ply) {
      const book::LineStep& step = line.steps[ply];
      if (ply % 2 == 0) moves.add(fmt::format("{}.", ply / 2 + 1));
      moves.add(chess::to_san(step.before, step.move));
    }
    moves.add(ending(line));
    moves.add("*");
    return output.put(pgn_game(event, std::to_string(line.number), chess::Position(), moves));
  });
  return done ? Result<void>() : done.error();
}

Result<void> dump_positions(const LoadedBook& book, const book::TextFormat& format, Output& output) {
  const book::ReachedPositions reached(book);
  std::string text(format.begin);
  if (!book.header().empty()) text += format.position(book.header(), nullptr);
  std::string_view separator = book.header().empty() ? "" : format.separator;
  for (auto rest = book.entries(); !rest.empty();) {
    const auto position = book.find(rest.front().key);
    text += std::exchange(separator, format.separator);
    text += format.position(position, reached.find(rest.front().key));
    if (auto put = output.put(std::exchange(text, {})); !put) return put;
    rest = rest.subspan(position.size());
  }
  return output.put(text.append(format.end));
}

/// What a book is written as: lines for one side, or position by position.
struct Format {
  Result<void> (*dump_lines)(const LoadedBook& book, Color color, Output& output) = nullptr;
  const book::TextFormat* positions = nullptr;

  friend bool operator==(const Format&, const Format&) = default;
};

constexpr Format kText{.dump_lines = &dump_text};

Result<void> dump(const std::string& path, const Format& format, std::optional<Color> color, Output& output) {
  const auto book = LoadedBook::load(path);
  if (!book) return book.error();
  if (color) return format.dump_lines(*book, *color, output);
  return dump_positions(*book, *format.positions, output);
}

Result<int> run(Command& command) {
  std::string path = "book.bin";
  std::optional<Color> color;
  Format format = kText;
  std::string out;
  const auto side = choice(color, {{"white", Color::white}, {"black", Color::black}});
  command.add({
      {"bin", "BOOK", "the book; may stand without -bin", text(path), 1},
      {"color", "SIDE", "white or black, the side that plays the book's moves: for text and pgn", side},
      {"colour", "SIDE", "the same", side},
      {"format", "FORMAT",
       "text (lines as Polyglot 2.0.4 writes them), pgn (lines as games), csv or json (all records, for "
       "import), epd (positions with their moves)",
       choice(format, {{"text", kText},
                       {"pgn", {.dump_lines = &dump_pgn}},
                       {"csv", {.positions = &book::kCsv}},
                       {"json", {.positions = &book::kJson}},
                       {"epd", {.positions = &book::kEpd}}})},
      {"out,o", "FILE", "where to write; default: book_SIDE.txt for text, else standard output", text(out)},
  });
  if (const auto exit_code = command.parse()) return *exit_code;
  const bool is_lines = format.dump_lines != nullptr;
  if (is_lines && !color) return command.wrong_usage({"-color white or -color black is needed"});
  if (!is_lines && color) return command.wrong_usage({"-color goes with -format text and pgn only"});
  if (!command.has("out")) out = format == kText ? "book_" + name_of(*color) + ".txt" : "-";
  if (auto other = check_is_none_of({path}, out); !other) return other.error();
  auto output = Output::open(out);
  if (!output) return output.error();
  if (auto dumped = dump(path, format, color, *output); !dumped) return dumped.error();
  return success_if(output->commit());
}

}  // namespace

const Tool kDumpBook{
    .name = "dump-book",
    .usage = "[-bin BOOK] [-color white|black] [-format text|pgn|csv|json|epd] [-out FILE]",
    .summary = "Writes a book as text.",
    .run = run,
};

}  // namespace polyglot::tools
