// SPDX-License-Identifier: MIT
#include "tools/review_report.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/ranges.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/builder/review.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/pgn/game_text.hpp>
#include <polyglot/visible.hpp>

#include "tools/game_counts.hpp"
#include "tools/pgn_text.hpp"

namespace polyglot::tools {
namespace review_report {
namespace {

struct ShownGap {
  std::string start;               ///< FEN of the start; empty: the usual start
  std::vector<std::string> moves;  ///< SAN, from the start to the position
  std::string line;                ///< these moves with move numbers: "1. e4 e5"
  game::Position position;
  std::string played;             ///< SAN
  std::vector<std::string> book;  ///< SAN, heaviest first
  std::optional<game::Color> by;  ///< nothing: the book ended there
};

std::string_view name_of(game::Color color) noexcept {
  return color == game::Color::white ? "White" : "Black";
}

/// The player of a game; "?" without the tag.
std::string player_name(const pgn::GameText& game, pgn::KnownTag side) {
  const auto name = game.tag(side);
  return name && !name->empty() ? pgn::plain_text(*name) : "?";
}

std::vector<std::string> san_of(const game::Position& position, std::span<const book::BookMove> moves) {
  std::vector<std::string> names;
  names.reserve(moves.size());
  for (const book::BookMove& move : moves) names.push_back(game::to_san(position, move.move));
  return names;
}

/// A move with its number: "2... d6".
std::string played_text(const game::Position& position, std::string_view san) {
  return move_number(position).append(1, ' ').append(san);
}

/// Replays a gap's moves and looks its position up again.
ShownGap show_gap(const builder::Gap& gap, const game::Rules& rules, const book::BookSource& book) {
  ShownGap shown;
  shown.position = rules.start();
  if (!gap.start.empty() && gap.start != shown.position.to_fen()) {
    shown.start = gap.start;
    if (auto start = rules.read_fen(gap.start)) shown.position = *std::move(start);
  }
  const game::Position start = shown.position;
  std::vector<game::Move> line;
  for (std::string_view rest = gap.moves; !rest.empty();) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    const auto move = game::move_from_uci(shown.position, word);
    if (!move) break;
    std::string san = game::to_san(shown.position, *move);
    if (rest.empty()) {
      shown.played = std::move(san);
      break;
    }
    shown.moves.push_back(std::move(san));
    shown.position.make(*move);
    line.push_back(*move);
  }
  shown.line = moves_text(start, line);
  shown.book = san_of(shown.position, builder::book_moves(book, shown.position));
  if (!shown.book.empty()) shown.by = shown.position.side_to_move();
  return shown;
}

namespace json = boost::json;

using builder::Review;
using builder::ReviewedGame;
using pgn::KnownTag;

/// Writes the line of a game without fmt, which would be slow for millions of lines.
void text_of_game(const ReviewSubject&, const ReviewedGame& game, std::string& out) {
  const auto add = [&out](std::string_view text, std::size_t width) {
    out.append(1, ' ').append(text).append(width - std::min(width, text.size()), ' ');
  };
  // Only names can have control characters.
  const auto name = [&](KnownTag side) { return visible_lines(player_name(game.text, side)); };
  const std::string plies = std::to_string(game.exit_ply);
  out.append(5 - std::min<std::size_t>(5, plies.size()), ' ').append(plies).append(1, ' ');
  add(game.by ? name_of(*game.by) : "-", 7);
  add(game.played ? played_text(game.position, game::to_san(game.position, *game.played)) : "-", 11);
  add(game.book.empty() ? "-" : fmt::format("{}", fmt::join(san_of(game.position, game.book), ", ")), 20);
  add(name(KnownTag::white), 0);
  add("-", 0);
  add(name(KnownTag::black), 0);
  add(name_of(game.text.result()), 0);
  out += '\n';
}

json::value side_json(const std::optional<game::Color>& side) {
  return side ? json::value(lower_case(name_of(*side))) : json::value(nullptr);
}

json::value score_json(const builder::Score& score) {
  const auto share = score.share();
  return share ? json_number(*share) : json::value(nullptr);
}

/// Writes an object with a comma before it.
void json_of_game(const ReviewSubject& subject, const ReviewedGame& game, std::string& out) {
  json::object object{{"white", player_name(game.text, KnownTag::white)},
                      {"black", player_name(game.text, KnownTag::black)},
                      {"result", name_of(game.text.result())},
                      {"exit_ply", game.exit_ply},
                      {"by", side_json(game.by)},
                      {"played", nullptr},
                      {"fen", game.position.to_fen()},
                      {"book", json::value_from(san_of(game.position, game.book))}};
  if (game.played) object["played"] = game::to_san(game.position, *game.played);
  if (subject.has_player) object["player"] = side_json(game.player);
  out.append(",\n").append(json_text(object));
}

template <class Some>
auto shown_of(const ReviewSubject& subject, const std::vector<Some>& all, std::size_t usually) {
  return std::span(all).first(std::min(all.size(), subject.shown.value_or(usually)));
}

json::object json_of_gap(const ReviewSubject& subject, const builder::Gap& gap) {
  const ShownGap shown = show_gap(gap, subject.rules, subject.book);
  json::object object{{"fen", shown.position.to_fen()},
                      {"moves", json::value_from(shown.moves)},
                      {"count", gap.count},
                      {"score", score_json(gap.score)},
                      {"decided", gap.score.games},
                      {"by", side_json(shown.by)},
                      {"played", shown.played},
                      {"book", json::value_from(shown.book)}};
  if (!shown.start.empty()) object["start"] = shown.start;
  if (subject.has_player) object["of_opponent"] = gap.of_opponent;
  return object;
}

json::object json_of_summary(const ReviewSubject& subject, const Review& review) {
  std::span<const std::uint64_t> exits(review.exits);
  while (!exits.empty() && exits.back() == 0) exits = exits.first(exits.size() - 1);
  json::object object{{"book", subject.book.path()},
                      {"count", review.games},
                      {"plies", review.plies},
                      {"book_plies", review.book_plies},
                      {"left_by_white", review.left[0]},
                      {"left_by_black", review.left[1]},
                      {"book_ended", review.book_ended},
                      {"ended_in_book", review.ended_inside},
                      {"score", score_json(review.score)},
                      {"exits", json::array(exits.begin(), exits.end())},
                      {"gaps_forgotten", review.forgotten}};
  if (!subject.has_player) return object;
  object["left_by_player"] = review.left_by_player;
  object["left_by_opponent"] = review.left_by_opponent;
  return object;
}

/// Source: docs/json.md, "Schema".
void end_json(const ReviewSubject& subject, const Review& review) {
  subject.output.put("],\n\"gaps\":[");
  std::string_view separator = "\n";
  for (const builder::Gap& gap : shown_of(subject, review.gaps, review.gaps.size())) {
    subject.output.put(std::exchange(separator, ",\n"));
    subject.output.put(json_text(json_of_gap(subject, gap)));
  }
  json::array openings;
  for (const builder::OpeningReview& opening : shown_of(subject, review.openings, review.openings.size()))
    openings.push_back(json::object{{"eco", opening.eco},
                                    {"name", opening.name},
                                    {"count", opening.games},
                                    {"book_plies", opening.book_plies},
                                    {"score", score_json(opening.score)}});
  json::object rest{{"openings", std::move(openings)}, {"summary", json_of_summary(subject, review)}};
  add_games(rest, "counts", review.summary);
  subject.output.put("],\n" + json_text(rest).substr(1) + '\n');
}

std::string comment_on(const ReviewedGame& game) {
  if (!game.played) return "the book has all moves up to here";
  if (!game.by) return "the book ended before this move";
  return fmt::format("{} left the book, which has {}", name_of(*game.by),
                     fmt::join(san_of(game.position, game.book), ", "));
}

void pgn_of_game(const ReviewSubject&, const ReviewedGame& game, std::string& out) {
  std::string_view text = game.text.text();
  const std::size_t marked = game.exit_ply + (game.played ? 1 : 0);  // counts from 1
  if (marked > 0) {
    const std::size_t place = end_of_move(text, game.text.moves()[marked - 1]);
    const std::string comment = " {" + comment_on(game) + '}';
    out.append(text.substr(0, place));
    text.remove_prefix(place);
    if (!text.starts_with(comment)) out += comment;
  }
  out.append(text).append("\n\n");
}

// ---- The summary of all games, for people ----------------------------------------------------------------

constexpr std::size_t kUsuallyShown = 20;

double percent(std::uint64_t part, std::uint64_t all) noexcept {
  return all == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(all);
}

double mean(std::uint64_t sum, std::uint64_t count) noexcept {
  return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
}

std::string score_text(const builder::Score& score) {
  const auto share = score.share();
  return share ? fmt::format("{:.1f}%", 100 * *share) : "-";
}

/// The shares of games that were still in the book after 10, 20 ... plies.
std::string depths(const Review& review) {
  constexpr std::size_t kStep = 10;
  std::string text;
  std::uint64_t inside = review.games;
  for (std::size_t ply = 0; ply + kStep <= Review::kPlies; ply += kStep) {
    for (std::size_t i = ply; i < ply + kStep; ++i) inside -= review.exits.at(i);
    if (inside == 0) break;
    text += fmt::format("{}{:.1f}% after {} plies", text.empty() ? "" : ", ", percent(inside, review.games),
                        ply + kStep);
  }
  return text.empty() ? text : fmt::format("{:<11}{}\n", "In book:", text);
}

std::string exits(const ReviewSubject& subject, const Review& review) {
  std::string text = fmt::format("{:<11}{} by White, {} by Black", "Left:", review.left[0], review.left[1]);
  if (subject.has_player)
    text +=
        fmt::format(" ({} by the player, {} by opponents)", review.left_by_player, review.left_by_opponent);
  return text + fmt::format("; the book ended in {}, and {} ended in the book\n",
                            counted(review.book_ended, "game"), counted(review.ended_inside, "game"));
}

std::string gaps(const ReviewSubject& subject, const Review& review) {
  std::string text;
  const auto all = shown_of(subject, review.gaps, kUsuallyShown);
  if (!all.empty())
    text = fmt::format("\n{:>7} {:>6}  {:<8} {:<11} {:<20} {}\n", "games", "score", "left by", "played",
                       "book", "position");
  for (const builder::Gap& gap : all) {
    const ShownGap told = show_gap(gap, subject.rules, subject.book);
    const std::string_view by = !told.by              ? "-"
                                : !subject.has_player ? name_of(*told.by)
                                : gap.of_opponent     ? "opponent"
                                                      : "player";
    const std::string line = told.line.empty() ? "start" : told.line;
    text += fmt::format("{:>7} {:>6}  {:<8} {:<11} {:<20} {}{}\n", gap.count, score_text(gap.score), by,
                        played_text(told.position, told.played),
                        told.book.empty() ? "-" : fmt::format("{}", fmt::join(told.book, ", ")),
                        told.start.empty() ? "" : told.start + ": ", line);
  }
  if (const auto hidden = review.gaps.size() - all.size(); hidden > 0)
    text += fmt::format("        and {} more; --limit shows them\n", counted(hidden, "gap"));
  if (review.forgotten > 0)
    text += fmt::format("        {} forgotten to save memory\n", counted(review.forgotten, "rare gap"));
  return text;
}

std::string openings(const ReviewSubject& subject, const Review& review) {
  const auto all = shown_of(subject, review.openings, kUsuallyShown);
  if (all.empty()) return {};
  std::string text = fmt::format("\n{:>7} {:>6}  {:>6}  {}\n", "games", "score", "plies", "opening");
  for (const builder::OpeningReview& opening : all)
    text += fmt::format(
        "{:>7} {:>6}  {:>6.1f}  {}\n", opening.games, score_text(opening.score),
        mean(opening.book_plies, opening.games),
        opening.name.empty() ? "(without a name)" : fmt::format("{} {}", opening.eco, opening.name));
  return text;
}

void end_text(const ReviewSubject& subject, const Review& review) {
  subject.output.put("\n" + visible_lines(describe_review(subject, review)));
}

}  // namespace
}  // namespace review_report

const ReviewFormat kReviewText{.begin = "plies  left by played      book                 game\n",
                               .describe = &review_report::text_of_game,
                               .end = &review_report::end_text};
const ReviewFormat kReviewJson{.begin = "{\"games\":[",
                               .comma = 1,
                               .describe = &review_report::json_of_game,
                               .end = &review_report::end_json};
const ReviewFormat kReviewPgn{.describe = &review_report::pgn_of_game,
                              .end = [](const ReviewSubject&, const builder::Review&) {}};

std::string describe_review(const ReviewSubject& subject, const builder::Review& review) {
  using namespace review_report;
  return describe_games(review.summary) +
         fmt::format("{:<11}{:.1f}% of the plies, {:.1f} plies a game\n",
                     "Coverage:", percent(review.book_plies, review.plies),
                     mean(review.book_plies, review.games)) +
         depths(review) + exits(subject, review) +
         fmt::format("{:<11}{} for {}\n", "Score:", score_text(review.score),
                     subject.has_player ? "the player" : "White") +
         gaps(subject, review) + openings(subject, review);
}

}  // namespace polyglot::tools
