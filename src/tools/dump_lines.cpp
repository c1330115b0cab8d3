#include "tools/dump_lines.hpp"

#include <fmt/format.h>

#include <polyglot/chess/notation.hpp>

#include "tools/pgn_text.hpp"

namespace polyglot::tools {
namespace {

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

}  // namespace

Result<void> TextLines::add(const book::BookLine& line) {
  ends_.resize(line.shared);
  text_.resize(ends_.empty() ? 0 : ends_.back());
  for (const book::LineStep& step : line.steps.subspan(line.shared)) add_step(step);
  return output_.put(fmt::format("{}: {}{}\n", line.number, text_, ending(line)));
}

void TextLines::add_step(const book::LineStep& step) {
  if (step.before.side_to_move() == chess::Color::white) text_ += fmt::format("{}. ", ends_.size() / 2 + 1);
  text_ += chess::to_san(step.before, step.move);
  if (step.share) text_ += fmt::format("{{{:.0f}%}}", *step.share * 100);  // rounds as printf does
  text_ += ' ';
  ends_.push_back(text_.size());
}

PgnLines::PgnLines(Output& output, const std::string& book, const std::string& side)
    : output_(output), event_(fmt::format("Lines of {} for {}", book, side)) {}

Result<void> PgnLines::add(const book::BookLine& line) {
  PgnText moves;
  for (std::size_t ply = 0; ply < line.steps.size(); ++ply) {
    const book::LineStep& step = line.steps[ply];
    if (ply % 2 == 0) moves.add(fmt::format("{}.", ply / 2 + 1));
    moves.add(chess::to_san(step.before, step.move));
  }
  moves.add(ending(line));
  moves.add("*");
  return output_.put(pgn_game(event_, std::to_string(line.number), chess::Position(), moves));
}

}  // namespace polyglot::tools
