// SPDX-License-Identifier: MIT
#include <map>

#include <boost/json/array.hpp>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/review.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>

#include "tools/book_report.hpp"
#include "tools/book_verdicts.hpp"
#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/output.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace review_book_tool {
namespace {

namespace json = boost::json;
using book::FindingKind;
using book::ReviewFinding;
using chess::Color;

/// A finding, an opening or a branch.
struct Row {
  double probability;
  book::BookPath line;    ///< with the move in question
  std::string name = {};  ///< of an opening
  std::string note;
  json::object fields;  ///< in JSON
};

/// The findings of a kind, the openings or the branches.
struct Part {
  std::string_view name;   ///< in PGN
  const char* field;       ///< in JSON
  std::string_view title;  ///< in text
  std::optional<FindingKind> kind = {};
  enum class Needs : std::uint8_t { nothing, other, verdicts } needs = Needs::nothing;
  std::vector<Row> rows = {};
};
using Needs = Part::Needs;

std::array<Part, book::kFindingKinds> kinds() {
  return {{
      {"weak move", "weak_moves", "Weak moves: an engine prefers another move by the margin",
       FindingKind::weak_move, Needs::verdicts},
      {"unknown reply", "unknown_replies", "Replies of the other book without an answer",
       FindingKind::unknown_reply, Needs::other},
      {"early end", "early_ends", "Lines that end early", FindingKind::early_end},
      {"dead end", "dead_ends", "Dead ends: moves that end the line, where another move goes on",
       FindingKind::dead_end},
      {"contradiction", "contradictions",
       "Contradictions: positions that one order of moves reaches and another avoids",
       FindingKind::contradiction},
      {"single move", "single_moves", "Positions with one move only", FindingKind::single_move},
      {"unplayed move", "unplayed_moves", "Moves that the other book never plays", FindingKind::unplayed_move,
       Needs::other},
  }};
}

class OpeningNumbers {
 public:
  explicit OpeningNumbers(std::shared_ptr<const openings::OpeningNames> names) : names_(std::move(names)) {}

  [[nodiscard]] std::optional<std::uint32_t> number_of(chess::Key key) {
    const auto* const opening = names_ == nullptr ? nullptr : names_->find(key);
    if (opening == nullptr) return std::nullopt;
    const std::string name = family_of(*opening);
    const auto [place, is_new] = numbers_.emplace(name, static_cast<std::uint32_t>(all_.size()));
    if (is_new) all_.push_back(name);
    return place->second;
  }
  [[nodiscard]] const std::string& name(std::uint32_t number) const { return all_[number]; }

 private:
  std::shared_ptr<const openings::OpeningNames> names_;
  std::map<std::string, std::uint32_t> numbers_;
  std::vector<std::string> all_;
};

struct Report {
  std::string path;
  std::optional<std::string> other;
  std::uint64_t positions = 0;  ///< number of positions in the book
  book::ReviewRule rule;
  game::Rules rules;
  book::Review review;
  OpeningNumbers openings;
  std::optional<BookVerdicts> verdicts;

  [[nodiscard]] bool shows(const Part& kind) const {
    if (kind.needs == Needs::verdicts) return verdicts.has_value();
    return kind.needs == Needs::nothing || other.has_value();
  }
  [[nodiscard]] std::string_view side() const {
    if (review.plays[0] == review.plays[1]) return review.plays[0] ? "both" : "none";
    return review.plays[static_cast<std::size_t>(Color::white)] ? "white" : "black";
  }
};

std::string percent(double part) {
  return fmt::format("{:.2f}%", 100 * part);
}

std::string line_of(const book::BookPath& path) {
  return path.moves.empty() ? "start" : moves_text(path.start, path.moves);
}

std::string note_on(const Report& report, FindingKind kind, const ReviewFinding& finding) {
  switch (kind) {
    case FindingKind::early_end:
      return "the book ends after " + counted(finding.line.moves.size(), "ply");
    case FindingKind::dead_end:
      return fmt::format("the book ends after this move ({} of the weights)", percent(finding.share));
    case FindingKind::single_move:
      return "the only move";
    case FindingKind::unknown_reply:
      return fmt::format("no answer ({} in the other book)", percent(finding.share));
    case FindingKind::unplayed_move:
      return fmt::format("never played in the other book ({} of the weights)", percent(finding.share));
    case FindingKind::contradiction:
      return fmt::format("not a move of the book, which comes to this position by {}",
                         line_of(finding.other_line));
    case FindingKind::weak_move:
      return report.verdicts->describe(finding);
  }
  return {};
}

boost::json::value rounded(double value) {
  constexpr double kDigits = 1e9;
  return json_number(std::round(kDigits * value) / kDigits);
}

/// A row with the fields that all rows have: the probability, the line and the position after it, with all
/// that matters in a variant.
Row row_of(double probability, const book::BookPath& line) {
  return {.probability = probability,
          .line = line,
          .note = {},
          .fields = {{"probability", rounded(probability)},
                     {"line", line.moves.empty() ? "" : moves_text(line.start, line.moves)},
                     {"fen", position_of(line).to_uci_fen(game::CastlingNotation::king_to_destination)}}};
}

Row row_of(const Report& report, FindingKind kind, const ReviewFinding& finding) {
  Row row = row_of(finding.probability, finding.line);
  row.note = note_on(report, kind, finding);
  if (finding.move) {
    const game::Position position = position_of(finding.line);
    row.line.moves.push_back(*finding.move);
    row.fields["move"] = game::to_uci(position, *finding.move, game::castling_notation(position));
    row.fields["san"] = game::to_san(position, *finding.move);
  }
  if (kind == FindingKind::contradiction) {
    row.fields["other_line"] = line_of(finding.other_line);
  } else if (finding.move) {
    constexpr double kShareDigits = 1e4;
    row.fields[kind == FindingKind::unknown_reply ? "other_share" : "share"] =
        json_number(std::floor(kShareDigits * finding.share) / kShareDigits);
  }
  if (kind == FindingKind::weak_move) report.verdicts->add_to(row.fields, finding);
  return row;
}

Row row_of(const Report& report, const book::OpeningDepth& depth) {
  Row row = row_of(depth.probability, depth.line);
  row.name = depth.opening ? report.openings.name(*depth.opening) : "without a name";
  row.note = fmt::format("games leave the book after {:.1f} plies, {} at most; {}", depth.mean_ply,
                         depth.longest, counted(depth.positions, "position"));
  row.fields["name"] = nullptr;
  if (depth.opening) row.fields["name"] = row.name;
  row.fields["positions"] = depth.positions;
  row.fields["mean_ply"] = rounded(depth.mean_ply);
  row.fields["longest"] = depth.longest;
  return row;
}

Row row_of(const Report&, const book::Branch& branch) {
  Row row = row_of(branch.probability, branch.line);
  row.note = counted(branch.positions, "position");
  row.fields["positions"] = branch.positions;
  return row;
}

/// All parts, with up to `most` rows each.
std::vector<Part> parts_of(const Report& report, std::size_t most = std::numeric_limits<std::size_t>::max()) {
  const auto first = [most](const auto& all) { return std::span(all).first(std::min(all.size(), most)); };
  std::vector<Part> parts;
  for (Part& kind : kinds()) {
    if (!report.shows(kind)) continue;
    for (const ReviewFinding& finding : first(report.review.of(*kind.kind).likeliest))
      kind.rows.push_back(row_of(report, *kind.kind, finding));
    parts.push_back(std::move(kind));
  }
  const auto add = [&](Part part, const auto& all) {
    for (const auto& each : first(all)) part.rows.push_back(row_of(report, each));
    parts.push_back(std::move(part));
  };
  add({"opening", "openings", "Depth by opening"}, report.review.openings);
  add({"branch", "branches", "Biggest branches"}, report.review.branches);
  return parts;
}

BookReport totals(const Report& report) {
  BookReport table;
  table.add("book", report.path, "Book", report.path);
  if (report.other) table.field("other") = *report.other;
  table.add("side", report.side(), "Side", report.side());
  if (report.other) table.say("Compared with", *report.other);
  table.add("positions", "Positions", report.positions);
  table.add("reached", "Positions reached", report.review.positions);
  table.field("mean_ply") = rounded(report.review.mean_ply);
  table.field("early_ply") = report.rule.early_ply;
  if (const auto& verdicts = report.verdicts) {
    table.field("store") = verdicts->store();
    table.field("margin") = verdicts->margin();
    table.add("moves_judged", "Moves judged", verdicts->judged_moves());
    table.field("moves_not_judged") = verdicts->unjudged_moves();
    table.field("positions_not_judged") = verdicts->unjudged_positions();
  }
  table.say("Mean plies in the book", fmt::format("{:8.1f}", report.review.mean_ply));
  return table;
}

std::string unjudged(const Report& report) {
  if (report.verdicts->unjudged_moves() == 0) return "";
  return fmt::format("Not judged yet: {} in {}; to judge them: {}\n",
                     counted(report.verdicts->unjudged_moves(), "move"),
                     counted(report.verdicts->unjudged_positions(), "position"),
                     report.verdicts->command_for(report.path, report.rules));
}

std::string as_text(const Report& report) {
  std::string text = totals(report).lines();
  for (const Part& part : parts_of(report, report.rule.top)) {
    text.append("\n").append(part.title);
    if (part.kind) {
      const std::uint64_t total = report.review.of(*part.kind).total;
      text += fmt::format(": {}", total);
      if (part.rows.size() < total) text += fmt::format(", {} shown", part.rows.size());
    }
    text += '\n';
    for (const Row& row : part.rows) {
      const std::string line = line_of(row.line);
      text += fmt::format("{:>8}  {}: {}\n", percent(row.probability),
                          row.name.empty() ? line : fmt::format("{} ({})", row.name, line), row.note);
    }
    if (part.needs == Needs::verdicts) text += unjudged(report);
  }
  return text;
}

/// Source: docs/json.md, "Schema".
std::string as_json(const Report& report) {
  json::object object = totals(report).json();
  for (Part& part : parts_of(report)) {
    json::array rows;
    for (Row& row : part.rows) rows.push_back(std::move(row.fields));
    if (part.kind)
      object[part.field] = {{"total", report.review.of(*part.kind).total}, {"likeliest", std::move(rows)}};
    else
      object[part.field] = std::move(rows);
  }
  return json_text(object) + '\n';
}

/// Writes a game for each row, with a comment after its last move.
std::string as_pgn(const Report& report) {
  std::string games;
  std::size_t count = 0;
  for (const Part& part : parts_of(report))
    for (const Row& row : part.rows) {
      PgnText moves;
      moves.add_line(row.line.start, row.line.moves);
      moves.add_comment(fmt::format("{}, {}: {}{}{}", part.name, percent(row.probability), row.name,
                                    row.name.empty() ? "" : ", ", row.note));
      moves.add("*");
      games +=
          pgn_game("Review of " + report.path, std::to_string(++count), report.rules, row.line.start, moves);
    }
  return games;
}

int run(Command& command) {
  std::string path;
  std::string against;
  std::string out = "-";
  book::ReviewRule rule;
  auto write = &as_text;
  OpeningOptions opening_options("auto");
  WeakMoveOptions weak_moves;
  WalkOptions walk;
  command.add({
      {"book,bin,in", "BOOK", "the book, of any format", any_book_file(path), 1, true},
      {"side", "SIDE",
       "the side that plays the book's moves, white or black (default: each side that has moves in the book)",
       white_or_black(rule.side)},
      {"against", "OTHER",
       "a book of any format, or games in PGN, to compare with; "
       "its weights show how often the opponent plays a move",
       any_book_file(against)},
      {"limit", "N", "number of findings of each kind to show, the most probable first",
       whole_number(rule.top, std::size_t{1})},
      {"early", "N", "report lines that end before ply N as early ends", whole_number(rule.early_ply)},
  });
  command.add(weak_moves.switches());
  command.add({
      {"format", "FORMAT", "output format: text, json or pgn (a game for each finding)",
       choice(write, {{"text", &as_text}, {"json", &as_json}, {"pgn", &as_pgn}})},
      {"out,o", "FILE", "the output file (default: standard output)", output_file(out)},
      opening_options.option(),
  });
  walk.add_after_book_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  check_needs(command, "margin", {"store"});
  check_output({path, against, weak_moves.store}, out, write == &as_pgn ? FileKind::games : FileKind::text);
  const auto book = book::LoadedBook::load(path).value();
  const auto other =
      command.has("against") ? std::optional(book::LoadedBook::load(against).value()) : std::nullopt;
  const auto games = other ? walk.games_of({&book, &*other}) : walk.games_of(book);
  auto names = opening_options.read(command, games.rules);
  auto verdicts = BookVerdicts::open(weak_moves);
  Output output(out);
  Report report{.path = path,
                .other = other ? std::optional(against) : std::nullopt,
                .positions = book.position_count(),
                .rule = rule,
                .rules = games.rules,
                .review = {},
                .openings = OpeningNumbers(std::move(names)),
                .verdicts = std::move(verdicts)};
  if (other) report.rule.other = &*other;
  report.rule.opening_of = [&openings = report.openings](chess::Key key) { return openings.number_of(key); };
  if (report.verdicts) report.rule.weak_moves = report.verdicts->rule();
  report.review = book::review_book(book, games, report.rule);
  if (out != "-" && report.review.positions == 0)
    throw Failure("is not written: no game reaches a move of the book; check --side, --fen and --variant",
                  out);
  const std::string text = write(report);
  output.put(write == &as_text ? visible_lines(text) : text);
  output.commit();
  if (out != "-")
    command.say(
        fmt::format("{}: a review of {}, {}", out, path, counted(report.review.positions, "position")));
  for (const std::string& file : {path, against}) tell_if_empty(command, file);
  int exit_code = tell_troubles(command, book);
  if (report.positions > 0 && report.review.positions == 0) {
    command.tell(path + ": no game reaches a move of the book; check --side, --fen and --variant");
    exit_code = kFailure;
  }
  return other ? std::max(exit_code, tell_troubles(command, *other)) : exit_code;
}

}  // namespace
}  // namespace review_book_tool

const Tool kReviewBook{
    .name = "review-book",
    .summary = "Shows a book's gaps and contradictions, the most probable first.",
    .examples =
        "polyglot review-book book.bin --side white\n"
        "polyglot review-book book.bin --side black --against games.pgn\n"
        "polyglot review-book book.bin --store verdicts.db --margin 100\n",
    .run = review_book_tool::run,
};

}  // namespace polyglot::tools
