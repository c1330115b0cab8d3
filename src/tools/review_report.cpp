// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <fmt/format.h>
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
#include "tools/review_report.hpp"

namespace polyglot::tools {
namespace review_report {
namespace {

using tools::name_of;

/// A gap as reports show it.
struct ShownGap {
  std::string start;               ///< FEN of the start; empty: the usual start
  std::vector<std::string> moves;  ///< SAN, from the start to the position
  std::string line;                ///< these moves with move numbers: "1. e4 e5"
  game::Position position;
  std::string played;             ///< SAN
  std::vector<std::string> book;  ///< SAN, heaviest first
  std::optional<game::Color> by;  ///< nothing: the book ended there
};

/// "White"
std::string_view name_of(game::Color color) noexcept {
  return color == game::Color::white ? "White" : "Black";
}

/// The player of a game; "?" without the tag.
std::string player_name(const pgn::GameText& game, pgn::KnownTag side) {
  const auto name = game.tag(side);
  return name && !name->empty() ? pgn::unescaped(*name) : "?";
}

/// The moves in SAN, in their order.
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

/// Writes a line for each game, and a summary.
class TextReport final : public ReviewReport {
 public:
  explicit TextReport(const ReviewSubject& subject) : ReviewReport(subject) {}

  void begin() override { subject().output.put(line("plies", "left by", "played", "book", "game")); }
  void describe(const ReviewedGame& game, std::string& out) const override {
    const auto book = san_of(game.position, game.book);
    const std::string played =
        game.played ? played_text(game.position, game::to_san(game.position, *game.played)) : "-";
    // Only names can have control characters.
    const auto name = [&](KnownTag side) { return visible_lines(player_name(game.text, side)); };
    out += line(std::to_string(game.exit_ply), game.by ? name_of(*game.by) : "-", played,
                book.empty() ? "-" : fmt::format("{}", fmt::join(book, ", ")),
                name(KnownTag::white)
                    .append(" - ")
                    .append(name(KnownTag::black))
                    .append(1, ' ')
                    .append(name_of(game.text.result())));
  }
  void end(const Review& review) override {
    subject().output.put("\n" + visible_lines(describe_review(subject(), review)));
  }

 private:
  /// Does not use fmt, which would be slow for millions of lines.
  static std::string line(std::string_view plies, std::string_view by, std::string_view played,
                          std::string_view book, std::string_view game) {
    const auto gap = [](std::string_view text, std::size_t width) {
      return width - std::min(width, text.size());
    };
    std::string line(gap(plies, 5), ' ');
    line.append(plies).append(1, ' ');
    for (const auto& [text, width] : {std::pair(by, 7U), std::pair(played, 11U), std::pair(book, 20U)})
      line.append(1, ' ').append(text).append(gap(text, width), ' ');
    return line.append(1, ' ').append(game).append(1, '\n');
  }
};

json::value side_json(const std::optional<game::Color>& side) {
  return side ? json::value(lower_case(name_of(*side))) : json::value(nullptr);
}

json::value score_json(const builder::Score& score) {
  const auto share = score.share();
  return share ? json_number(*share) : json::value(nullptr);
}

/// Source: docs/json.md, "Schema".
class JsonReport final : public ReviewReport {
 public:
  explicit JsonReport(const ReviewSubject& subject) : ReviewReport(subject) {}

  void begin() override { subject().output.put("{\"games\":["); }

  /// Writes an object with a comma before it.
  void describe(const ReviewedGame& game, std::string& out) const override {
    json::object object{{"white", player_name(game.text, KnownTag::white)},
                        {"black", player_name(game.text, KnownTag::black)},
                        {"result", name_of(game.text.result())},
                        {"exit_ply", game.exit_ply},
                        {"by", side_json(game.by)},
                        {"played", nullptr},
                        {"fen", game.position.to_fen()},
                        {"book", json::value_from(san_of(game.position, game.book))}};
    if (game.played) object["played"] = game::to_san(game.position, *game.played);
    if (subject().has_player) object["player"] = side_json(game.player);
    out.append(",\n").append(json_text(object));
  }
  [[nodiscard]] Result<void> put(std::string_view games) override {
    if (is_first_ && !games.empty()) games.remove_prefix(1);
    is_first_ = is_first_ && games.empty();
    return ReviewReport::put(games);
  }

  void end(const Review& review) override {
    put_gaps(review);
    json::array openings;
    const std::size_t shown =
        std::min(review.openings.size(), subject().shown.value_or(review.openings.size()));
    for (const builder::OpeningReview& opening : std::span(review.openings).first(shown))
      openings.push_back(json::object{{"eco", opening.eco},
                                      {"name", opening.name},
                                      {"count", opening.games},
                                      {"book_plies", opening.book_plies},
                                      {"score", score_json(opening.score)}});
    json::object rest{{"openings", std::move(openings)}, {"summary", summary_of(review)}};
    add_games(rest, "counts", review.summary);
    subject().output.put(",\n" + json_text(rest).substr(1) + '\n');
  }

 private:
  void put_gaps(const Review& review) const {
    subject().output.put("],\n\"gaps\":[");
    const std::size_t shown = std::min(review.gaps.size(), subject().shown.value_or(review.gaps.size()));
    for (std::size_t i = 0; i < shown; ++i) {
      const std::string text = (i == 0 ? "\n" : ",\n") + json_text(gap_of(review.gaps[i]));
      subject().output.put(text);
    }
    subject().output.put("]");
  }

  [[nodiscard]] json::object gap_of(const builder::Gap& gap) const {
    const ShownGap shown = show_gap(gap, subject().rules, subject().book);
    json::object object{{"fen", shown.position.to_fen()},
                        {"moves", json::value_from(shown.moves)},
                        {"count", gap.count},
                        {"score", score_json(gap.score)},
                        {"decided", gap.score.games},
                        {"by", side_json(shown.by)},
                        {"played", shown.played},
                        {"book", json::value_from(shown.book)}};
    if (!shown.start.empty()) object["start"] = shown.start;
    if (subject().has_player) object["of_opponent"] = gap.of_opponent;
    return object;
  }

  [[nodiscard]] json::object summary_of(const Review& review) const {
    json::array exits;
    auto last = review.exits.end();
    while (last != review.exits.begin() && *(last - 1) == 0) --last;
    for (auto count = review.exits.begin(); count != last; ++count) exits.push_back(*count);
    json::object object{{"book", subject().book.path()},
                        {"count", review.games},
                        {"plies", review.plies},
                        {"book_plies", review.book_plies},
                        {"left_by_white", review.left[0]},
                        {"left_by_black", review.left[1]},
                        {"book_ended", review.book_ended},
                        {"ended_in_book", review.ended_inside},
                        {"score", score_json(review.score)},
                        {"exits", std::move(exits)},
                        {"gaps_forgotten", review.forgotten}};
    if (!subject().has_player) return object;
    object["left_by_player"] = review.left_by_player;
    object["left_by_opponent"] = review.left_by_opponent;
    return object;
  }

  bool is_first_ = true;
};

/// Copies the games, and adds a comment where each game left the book.
class PgnReport final : public ReviewReport {
 public:
  explicit PgnReport(const ReviewSubject& subject) : ReviewReport(subject) {}

  void begin() override {}
  void describe(const ReviewedGame& game, std::string& out) const override {
    const std::string_view text = game.text.text();
    const std::size_t marked = game.exit_ply + (game.played ? 1 : 0);  // counts from 1
    if (marked == 0) {
      out.append(text).append("\n\n");
      return;
    }
    const std::size_t place = end_of_move(text, game.text.moves()[marked - 1]);
    const std::string comment = " {" + comment_on(game) + '}';
    out.append(text.substr(0, place));
    if (!text.substr(place).starts_with(comment)) out += comment;
    out.append(text.substr(place)).append("\n\n");
  }
  void end(const Review&) override {}

 private:
  static std::string comment_on(const ReviewedGame& game) {
    if (!game.played) return "the book has all moves up to here";
    if (!game.by) return "the book ended before this move";
    return fmt::format("{} left the book, which has {}", name_of(*game.by),
                       fmt::join(san_of(game.position, game.book), ", "));
  }
};

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
  const std::size_t shown = std::min(review.gaps.size(), subject.shown.value_or(kUsuallyShown));
  if (shown > 0)
    text = fmt::format("\n{:>7} {:>6}  {:<8} {:<11} {:<20} {}\n", "games", "score", "left by", "played",
                       "book", "position");
  for (const builder::Gap& gap : std::span(review.gaps).first(shown)) {
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
  if (review.gaps.size() > shown)
    text +=
        fmt::format("        and {} more; --limit shows them\n", counted(review.gaps.size() - shown, "gap"));
  if (review.forgotten > 0)
    text += fmt::format("        {} forgotten to save memory\n", counted(review.forgotten, "rare gap"));
  return text;
}

std::string openings(const ReviewSubject& subject, const Review& review) {
  const std::size_t shown = std::min(review.openings.size(), subject.shown.value_or(kUsuallyShown));
  if (shown == 0) return {};
  std::string text = fmt::format("\n{:>7} {:>6}  {:>6}  {}\n", "games", "score", "plies", "opening");
  for (const builder::OpeningReview& opening : std::span(review.openings).first(shown))
    text += fmt::format(
        "{:>7} {:>6}  {:>6.1f}  {}\n", opening.games, score_text(opening.score),
        mean(opening.book_plies, opening.games),
        opening.name.empty() ? "(without a name)" : fmt::format("{} {}", opening.eco, opening.name));
  return text;
}

}  // namespace
}  // namespace review_report

std::unique_ptr<ReviewReport> ReviewReport::make(ReviewFormat format, const ReviewSubject& subject) {
  using namespace review_report;
  switch (format) {
    case ReviewFormat::json:
      return std::make_unique<JsonReport>(subject);
    case ReviewFormat::pgn:
      return std::make_unique<PgnReport>(subject);
    case ReviewFormat::text:
      break;
  }
  return std::make_unique<TextReport>(subject);
}

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
