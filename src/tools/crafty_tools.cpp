// SPDX-License-Identifier: MIT
#include "tools/crafty_tools.hpp"
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>

#include "tools/option_values.hpp"

namespace polyglot::tools {
namespace {

using book::CraftyEdit;
using book::CraftyRecord;

constexpr std::string_view kLearn = "learn:";
constexpr std::string_view kUnmarked = "unmarked";

/// Reads marks as Crafty does, for example "!?". Nothing for any other text.
std::optional<std::uint8_t> read_marks(std::string_view text) {
  std::uint8_t marks = 0;
  while (!text.empty()) {
    const std::uint8_t mark = book::crafty_status::take_sign(text);
    if (mark == 0) return std::nullopt;
    marks |= mark;
  }
  return marks;
}

/// Reads one part of a value: a count, marks, or a learned value.
Result<void> read_part(std::string_view text, CraftyEdit& edit) {
  if (const auto count = parse_number<std::uint32_t>(text); count && *count <= CraftyRecord::kMostCount) {
    edit.count = *count;
    return {};
  }
  if (text == kUnmarked) {
    edit.marks = std::uint8_t{0};
    return {};
  }
  if (text.starts_with(kLearn)) {
    const auto learn = parse_fraction(text.substr(kLearn.size()));
    if (learn && std::isfinite(static_cast<float>(*learn))) {
      edit.learn = static_cast<float>(*learn);
      return {};
    }
  }
  if (const auto marks = read_marks(text); marks && !text.empty()) {
    edit.marks = *marks;
    return {};
  }
  return Error{fmt::format(
      "\"{}\" cannot be read: write a count up to {}, marks out of !! ! = ? ??, \"unmarked\", or a "
      "learned value, for example learn:0.3",
      text, CraftyRecord::kMostCount)};
}

/// Reads "e4=180,!,learn:0.3". After the "=" of a promotion, the value needs a "=" of its own.
Result<CraftyEdit> read_valued(const chess::Position& position, std::string_view text) {
  for (std::size_t at = text.find('='); at != text.npos; at = text.find('=', at + 1)) {
    const auto move = read_move(position, text.substr(0, at));
    if (!move) continue;
    CraftyEdit edit{.position = position, .move = *move};
    for (const std::string& part : split(text.substr(at + 1)))
      if (auto read = read_part(part, edit); !read) return read.error();
    return edit;
  }
  const auto move = read_move(position, text.substr(0, text.find('=')));
  return move ? Error{"a value is missing, as in e4=180 or e4=!"} : move.error();
}

Result<CraftyEdit> read_order(const chess::Position& position, std::string_view verb, std::string_view text) {
  if (verb == "zero")
    return Error{"a book of Crafty has no weights: mark the move as one not to be played, --set MOVE=?"};
  if (verb != "delete") {
    auto edit = read_valued(position, text);
    if (edit && verb == "add") edit->action = CraftyEdit::Action::add;
    return edit;
  }
  if (text == "*") return CraftyEdit{.action = CraftyEdit::Action::clear, .position = position};
  const auto move = read_move(position, text);
  if (!move) return move.error();
  return CraftyEdit{.action = CraftyEdit::Action::remove, .position = position, .move = *move};
}

}  // namespace

std::string in_words(const std::optional<CraftyRecord>& record) {
  if (!record) return "-";
  std::string marks;
  for (const auto& sign : book::crafty_status::kSigns)
    if ((record->status & sign.mark) != 0) marks += sign.text;
  return std::to_string(record->count) + (marks.empty() ? "" : "," + marks) +
         (record->learn == 0 ? "" : fmt::format(",{}{}", kLearn, record->learn));
}

std::string in_words(const book::CraftyChange& change) {
  return fmt::format("{:016x} {} {} -> {}\n", (change.before ? change.before : change.after)->key,
                     chess::to_uci(change.move, chess::CastlingNotation::king_to_destination),
                     in_words(change.before), in_words(change.after));
}

Result<std::vector<CraftyEdit>> read_crafty_edits(const std::string& path, const Subject& subject,
                                                  std::span<const VerbMoves> verbs) {
  if (!subject.position || subject.position->chess() == nullptr)
    return Error{"is a Crafty book, whose keys do not show positions: give --fen or --moves", path};
  std::vector<CraftyEdit> edits;
  for (const auto& [verb, moves] : verbs) {
    for (const std::string& move : moves) {
      auto edit = read_order(*subject.position->chess(), verb, move);
      const std::string place = fmt::format("--{} {}", verb, move);
      if (!edit) return Error{edit.error().to_string(), place};
      edit->place = fmt::format("{}: {}", path, place);
      edits.push_back(std::move(*edit));
    }
  }
  return edits;
}

}  // namespace polyglot::tools
