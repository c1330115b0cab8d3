// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/book/loaded_book.hpp>
#include <polyglot/book/review.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>

#include "tools/book_report.hpp"
#include "tools/book_verdicts.hpp"
#include "tools/files.hpp"
#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/pgn_text.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace review_book_tool {
namespace {

namespace json = boost::json;
using book::FindingKind;
using book::ReviewFinding;
using chess::Color;

/// The names of a kind of finding.
struct KindNames {
  FindingKind kind;
  std::string_view name;   ///< in PGN
  const char* field;       ///< in JSON
  std::string_view title;  ///< in text
  enum class Needs : std::uint8_t { nothing, other, verdicts } needs = Needs::nothing;
};
using Needs = KindNames::Needs;

constexpr std::array kKinds{
    KindNames{FindingKind::weak_move, "weak move", "weak_moves",
              "Weak moves: an engine prefers another move by the margin", Needs::verdicts},
    KindNames{FindingKind::unknown_reply, "unknown reply", "unknown_replies",
              "Replies of the other book without an answer", Needs::other},
    KindNames{FindingKind::early_end, "early end", "early_ends", "Lines that end early"},
    KindNames{FindingKind::dead_end, "dead end", "dead_ends",
              "Dead ends: moves that end the line, where another move goes on"},
    KindNames{FindingKind::contradiction, "contradiction", "contradictions",
              "Contradictions: positions that one order of moves reaches and another avoids"},
    KindNames{FindingKind::single_move, "single move", "single_moves", "Positions with one move only"},
    KindNames{FindingKind::unplayed_move, "unplayed move", "unplayed_moves",
              "Moves that the other book never plays", Needs::other},
};
static_assert(kKinds.size() == book::kFindingKinds, "each kind has names");

/// Numbers for openings, by the part of their name before the colon.
class OpeningNumbers {
 public:
  explicit OpeningNumbers(std::shared_ptr<const openings::OpeningNames> names) : names_(std::move(names)) {}

  [[nodiscard]] std::optional<std::uint32_t> number_of(chess::Key key) {
    const auto* const opening = names_ == nullptr ? nullptr : names_->find(key);
    if (opening == nullptr) return std::nullopt;
    const std::string name = opening->name.substr(0, opening->name.find(':'));
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

/// A review and its subject.
struct Report {
  std::string path;
  std::optional<std::string> other;
  std::uint64_t positions = 0;  ///< number of positions in the book
  book::ReviewRule rule;
  game::Rules rules;
  book::Review review;
  OpeningNumbers openings;
  std::optional<BookVerdicts> verdicts;

  [[nodiscard]] bool shows(const KindNames& kind) const {
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

/// The game to the position of a finding, with the move in question.
book::BookPath whole_line(const ReviewFinding& finding) {
  book::BookPath line = finding.line;
  if (finding.move) line.moves.push_back(*finding.move);
  return line;
}

std::string line_of(const book::BookPath& path) {
  return path.moves.empty() ? "start" : moves_text(path.start, path.moves);
}

/// The text about a finding after its line.
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

std::string note_on(const book::OpeningDepth& depth) {
  return fmt::format("games leave the book after {:.1f} plies, {} at most; {}", depth.mean_ply, depth.longest,
                     counted(depth.positions, "position"));
}

std::string name_of(const Report& report, const book::OpeningDepth& depth) {
  return depth.opening ? report.openings.name(*depth.opening) : "without a name";
}

/// Describes the moves that the store has not judged yet.
std::string unjudged(const Report& report) {
  return fmt::format("Not judged yet: {} in {}; to judge them: {}\n",
                     counted(report.verdicts->unjudged_moves(), "move"),
                     counted(report.verdicts->unjudged_positions(), "position"),
                     report.verdicts->command_for(report.path, report.rules));
}

std::string as_text(const Report& report) {
  const book::Review& review = report.review;
  BookReport table;
  table.say("Book", report.path);
  table.say("Side", report.side());
  if (report.other) table.say("Compared with", *report.other);
  table.count("Positions", report.positions);
  table.count("Positions reached", review.positions);
  if (report.verdicts) table.count("Moves judged", report.verdicts->judged_moves());
  table.say("Mean plies in the book", fmt::format("{:8.1f}", review.mean_ply));
  std::string text = table.lines();
  const auto begin = [&text](std::string_view title, std::size_t shown, std::uint64_t total) {
    text += fmt::format("\n{}: {}{}\n", title, total,
                        shown < total ? fmt::format(", {} shown", shown) : std::string());
  };
  for (const KindNames& kind : kKinds) {
    if (!report.shows(kind)) continue;
    const book::ReviewFindings& findings = review.of(kind.kind);
    const auto shown =
        std::span(findings.likeliest).first(std::min(findings.likeliest.size(), report.rule.top));
    begin(kind.title, shown.size(), findings.total);
    for (const ReviewFinding& finding : shown)
      text += fmt::format("{:>8}  {}: {}\n", percent(finding.probability), line_of(whole_line(finding)),
                          note_on(report, kind.kind, finding));
    if (kind.needs == Needs::verdicts && report.verdicts->unjudged_moves() > 0) text += unjudged(report);
  }
  text += "\nDepth by opening\n";
  for (const book::OpeningDepth& depth : review.openings)
    text += fmt::format("{:>8}  {} ({}): {}\n", percent(depth.probability), name_of(report, depth),
                        line_of(depth.line), note_on(depth));
  text += "\nBiggest branches\n";
  for (const book::Branch& branch : review.branches)
    text += fmt::format("{:>8}  {}: {}\n", percent(branch.probability), line_of(branch.line),
                        counted(branch.positions, "position"));
  return text;
}

boost::json::value rounded(double value) {
  constexpr double kDigits = 1e9;
  return json_number(std::round(kDigits * value) / kDigits);
}

/// The common fields of all parts: the probability, the line and the position after it, with all that matters
/// in a variant.
json::object described(double probability, const book::BookPath& line) {
  return {{"probability", rounded(probability)},
          {"line", line.moves.empty() ? "" : moves_text(line.start, line.moves)},
          {"fen", position_of(line).to_uci_fen(game::CastlingNotation::king_to_destination)}};
}

json::object described(const Report& report, FindingKind kind, const ReviewFinding& finding) {
  json::object object = described(finding.probability, finding.line);
  if (finding.move) {
    const game::Position position = position_of(finding.line);
    object["move"] = game::to_uci(position, *finding.move, game::castling_notation(position));
    object["san"] = game::to_san(position, *finding.move);
  }
  if (kind == FindingKind::contradiction) {
    object["other_line"] = line_of(finding.other_line);
  } else if (finding.move) {
    constexpr double kShareDigits = 1e4;
    object[kind == FindingKind::unknown_reply ? "other_share" : "share"] =
        json_number(std::floor(kShareDigits * finding.share) / kShareDigits);
  }
  if (kind == FindingKind::weak_move) report.verdicts->add_to(object, finding);
  return object;
}

/// Source: docs/json.md, "Schema".
std::string as_json(const Report& report) {
  const book::Review& review = report.review;
  json::object object{{"book", report.path}};
  if (report.other) object["other"] = *report.other;
  object["side"] = report.side();
  object["positions"] = report.positions;
  object["reached"] = review.positions;
  object["mean_ply"] = rounded(review.mean_ply);
  object["early_ply"] = report.rule.early_ply;
  if (const auto& verdicts = report.verdicts) {
    object["store"] = verdicts->store();
    object["margin"] = verdicts->margin();
    object["moves_judged"] = verdicts->judged_moves();
    object["moves_not_judged"] = verdicts->unjudged_moves();
    object["positions_not_judged"] = verdicts->unjudged_positions();
  }
  for (const KindNames& kind : kKinds) {
    if (!report.shows(kind)) continue;
    const book::ReviewFindings& findings = review.of(kind.kind);
    json::array likeliest;
    for (const ReviewFinding& finding : findings.likeliest)
      likeliest.push_back(described(report, kind.kind, finding));
    object[kind.field] = {{"total", findings.total}, {"likeliest", std::move(likeliest)}};
  }
  json::array& openings = object["openings"].emplace_array();
  for (const book::OpeningDepth& depth : review.openings) {
    json::object row = described(depth.probability, depth.line);
    row["name"] = nullptr;
    if (depth.opening) row["name"] = report.openings.name(*depth.opening);
    row["positions"] = depth.positions;
    row["mean_ply"] = rounded(depth.mean_ply);
    row["longest"] = depth.longest;
    openings.push_back(std::move(row));
  }
  json::array& branches = object["branches"].emplace_array();
  for (const book::Branch& branch : review.branches) {
    json::object row = described(branch.probability, branch.line);
    row["positions"] = branch.positions;
    branches.push_back(std::move(row));
  }
  return json_text(object) + '\n';
}

/// Writes a game for each finding, opening and branch, with a comment after its last move.
class Games {
 public:
  explicit Games(const Report& report) : report_(report) {}

  void add(std::string_view what, double probability, const book::BookPath& line, std::string_view note) {
    PgnText moves;
    moves.add_line(line.start, line.moves);
    moves.add_comment(fmt::format("{}, {}: {}", what, percent(probability), note));
    moves.add("*");
    text_ +=
        pgn_game("Review of " + report_.path, std::to_string(++count_), report_.rules, line.start, moves);
  }

  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  const Report& report_;
  std::size_t count_ = 0;
  std::string text_;
};

std::string as_pgn(const Report& report) {
  Games games(report);
  for (const KindNames& kind : kKinds)
    for (const ReviewFinding& finding : report.review.of(kind.kind).likeliest)
      games.add(kind.name, finding.probability, whole_line(finding), note_on(report, kind.kind, finding));
  for (const book::OpeningDepth& depth : report.review.openings)
    games.add("opening", depth.probability, depth.line, name_of(report, depth) + ", " + note_on(depth));
  for (const book::Branch& branch : report.review.branches)
    games.add("branch", branch.probability, branch.line, counted(branch.positions, "position"));
  return games.text();
}

/// The books: the one to review, and the one to compare with.
struct Books {
  book::LoadedBook reviewed;
  std::optional<book::LoadedBook> other;

  [[nodiscard]] static Books load(const std::string& path, const std::optional<std::string>& other) {
    Books books{.reviewed = book::LoadedBook::load(path).value(), .other = std::nullopt};
    if (other) books.other = book::LoadedBook::load(*other).value();
    return books;
  }

  [[nodiscard]] book::BookGames games(const WalkOptions& walk) const {
    return other ? walk.games_of({&reviewed, &*other}) : walk.games_of(reviewed);
  }
};

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
  const auto other_path = command.has("against") ? std::optional(against) : std::nullopt;
  usage([&] { WeakMoveOptions::check(command); });
  check_is_none_of({path, against, weak_moves.store}, out);
  const auto books = Books::load(path, other_path);
  const auto games = books.games(walk);
  auto names = opening_options.read(command, games.rules);
  auto verdicts = BookVerdicts::open(weak_moves);
  Output output(out);
  Report report{.path = path,
                .other = other_path,
                .positions = books.reviewed.position_count(),
                .rule = rule,
                .rules = games.rules,
                .review = {},
                .openings = OpeningNumbers(std::move(names)),
                .verdicts = std::move(verdicts)};
  if (books.other) report.rule.other = &*books.other;
  report.rule.opening_of = [&openings = report.openings](chess::Key key) { return openings.number_of(key); };
  if (report.verdicts) report.rule.weak_moves = report.verdicts->rule();
  report.review = book::review_book(books.reviewed, games, report.rule);
  const std::string text = write(report);
  output.put(write == &as_text ? visible_lines(text) : text);
  output.commit();
  if (out != "-")
    command.say(
        fmt::format("{}: a review of {}, {}", out, path, counted(report.review.positions, "position")));
  for (const std::string& book : {path, against}) tell_if_empty(command, book);
  int exit_code = tell_troubles(command, books.reviewed);
  if (report.positions > 0 && report.review.positions == 0) {
    command.tell(path + ": no game reaches a move of the book; check --side, --fen and --variant");
    exit_code = kFailure;
  }
  return books.other ? std::max(exit_code, tell_troubles(command, *books.other)) : exit_code;
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
