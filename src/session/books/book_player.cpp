// SPDX-License-Identifier: MIT
#include "session/books/book_player.hpp"
#include <map>

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/learner.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/session/book_uses.hpp>

namespace polyglot::session {

using config::OptionId;
using Purpose = book::Question::Purpose;

namespace {

/// Shares are counted in ten-thousandths, thresholds in thousandths.
constexpr std::int64_t kSharePerMille = 10;

/// The number of moves shown if no book answers: a GUI has one line for them.
constexpr std::size_t kMovesShown = 3;

std::string note_of(const book::Decision& decision, game::CastlingNotation castling, std::uint64_t seed) {
  const game::Move& move = decision.chosen()->entry.move;
  boost::json::object note{{"move", game::to_uci(decision.position, move, castling)},
                           {"seed", seed},
                           {"drawn", decision.choice->drawn},
                           {"bound", decision.choice->bound}};
  book::add_json(decision, castling, note);
  return "book move " + json_text(note);
}

/// The book of each played move: ` from book.bin`, or `: 2 from a.bin, 1 from b.bin`.
std::string from_books(const std::vector<std::string_view>& books) {
  std::string text;
  for (auto book = books.begin(); book != books.end(); ++book) {
    if (std::find(books.begin(), book, *book) != book) continue;
    const auto moves = static_cast<std::size_t>(std::ranges::count(books, *book));
    if (moves == books.size()) return fmt::format(" from {}", *book);
    text += fmt::format("{} {} from {}", text.empty() ? ":" : ",", moves, *book);
  }
  return text;
}

/// Why each book does not answer, and the rules against its first `moves` moves.
std::string reasons_of_silence(const book::Decision& decision, std::size_t moves) {
  std::string reasons;
  for (std::size_t place = 0; place < decision.books.size(); ++place) {
    reasons += fmt::format("{}{}: {}", place > 0 ? "; " : "", decision.books[place].use->name,
                           decision.books[place].passed_over);
    std::size_t shown = 0;
    for (std::size_t i = 0; i < decision.candidates.size() && shown < moves; ++i) {
      if (decision.origins[i] != place) continue;
      reasons += fmt::format(", {} {}", game::to_san(decision.position, decision.candidates[i].entry.move),
                             decision.candidates[i].rule);
      ++shown;
    }
  }
  return reasons;
}

/// The line of the log for a position in which no book answers.
std::string note_of_silence(const book::Decision& decision) {
  return fmt::format("no book move in {}; {}", decision.position.to_fen(),
                     reasons_of_silence(decision, decision.candidates.size()));
}

std::vector<game::Move> moves_of(const std::vector<std::string>& texts, const game::Game& game) {
  std::vector<game::Move> moves;
  for (const std::string& text : texts)
    if (const auto move = game.read_uci(text)) moves.push_back(*move);
  return moves;
}

protocol::BookReport::Form form_of(std::string_view info) {
  using Form = protocol::BookReport::Form;
  if (info == "none") return Form::none;
  if (info == "depth0") return Form::depth0;
  return info == "depth1" ? Form::depth1 : Form::string;
}

bool answers(const book::Decision::Book& book) {
  return book.passed_over.empty();
}

/// Whether the moves of a book are listed: it answers, or none answers and it is the first with moves.
bool is_listed(const book::Decision& decision, std::size_t place) {
  if (std::ranges::none_of(decision.books, answers)) return place == decision.origins.front();
  return answers(decision.books[place]);
}

/// Joins the rows of several books: each move once, with the mean of its shares.
void join_rows(std::vector<protocol::BookList::Row>& rows, std::uint32_t books) {
  std::vector<protocol::BookList::Row> joined;
  for (const protocol::BookList::Row& row : rows) {
    const auto known = std::ranges::find(joined, row.san, &protocol::BookList::Row::san);
    if (known == joined.end()) {
      joined.push_back(row);
    } else {
      *known->share += *row.share;
      known->below_threshold &= row.below_threshold;
    }
  }
  for (protocol::BookList::Row& row : joined) *row.share /= books;
  rows = std::move(joined);
}

std::optional<game::Move> move_of(const book::Decision& decision) {
  if (!decision.choice) return std::nullopt;
  return decision.chosen()->entry.move;
}

}  // namespace

// ---- Books ----------------------------------------------------------------------------------------------

bool BookPlayer::set_sections(std::vector<config::BookSection> sections) {
  if (sections == sections_) return false;
  sections_ = std::move(sections);
  return true;
}

std::size_t BookPlayer::open() {
  stack_.set_books(book_uses(options_, sections_));
  follow_options();
  answers_.clear();
  for (std::size_t place = 0; place < stack_.size(); ++place)
    effects_.requests.emplace_back(open_request(place, stack_, options_));
  return stack_.size();
}

std::size_t BookPlayer::open_for(OptionId changed) {
  if (changed == OptionId::book || changed == OptionId::book_learn_file) return open();
  return changed == OptionId::book_file ? open_main() : 0;
}

std::size_t BookPlayer::open_main() {
  if (stack_.size() == 0) return 0;
  const bool will_have_one = book_uses(options_, sections_).size() > sections_.size();
  if (!is_main(0) || !will_have_one) return open();
  stack_.open(0, nullptr);
  answers_.clear();
  effects_.requests.emplace_back(open_request(0, stack_, options_));
  return 1;
}

void BookPlayer::use(std::size_t place, std::unique_ptr<book::BookSource> source,
                     const variants::Catalogue* known) {
  stack_.open(place, std::move(source), known);
}

bool BookPlayer::wants_opponent() const {
  for (std::size_t place = 0; place < stack_.size(); ++place)
    if (stack_.use(place).opponent) return true;
  return false;
}

void BookPlayer::follow_options() {
  const std::vector<book::BookUse> uses = book_uses(options_, sections_);
  if (uses.size() == stack_.size())
    for (std::size_t place = 0; place < uses.size(); ++place) stack_.set_use(place, uses[place]);
  stack_.set_rules(stack_rules(options_));
  report_.form = form_of(options_.text(OptionId::book_info));
}

// ---- Moves ----------------------------------------------------------------------------------------------

book::Question BookPlayer::question(Purpose purpose) const {
  return {.purpose = purpose, .time_class = conditions_.time_class(), .opponent = conditions_.opponent()};
}

book::Decision BookPlayer::decide(const game::Game& game, book::Question asked,
                                  game::CastlingNotation castling) {
  const bool logs = asked.with_results = options_.check(OptionId::log);
  book::Decision decision = stack_.decide(game, asked, random_);
  note_decision(game, decision);
  note_exit(game, decision);
  if (logs) effects_.note(decision.choice ? note_of(decision, castling, seed_) : note_of_silence(decision));
  return decision;
}

std::optional<game::Move> BookPlayer::chosen(const game::Game& game, const book::Question& asked) {
  if (!knows(game)) return std::nullopt;
  return move_of(stack_.decide(game, asked, random_));
}

std::optional<game::Move> BookPlayer::book_move(const game::Game& game, book::Question asked,
                                                game::CastlingNotation castling) {
  if (!knows(game)) return std::nullopt;
  return move_of(decide(game, std::move(asked), castling));
}

std::optional<game::Move> BookPlayer::move(const game::Game& game) {
  constexpr auto kCastling = game::CastlingNotation::king_to_destination;
  return book_move(game, question(play_purpose(options_)), kCastling);
}

std::optional<protocol::BookAnswer> BookPlayer::answer(const game::Game& game, const BookQuery& query) {
  book::Question asked = question(play_purpose(options_));
  if (query.restricted) asked.only = moves_of(query.search_moves, game);
  const auto move = book_move(game, std::move(asked), query.castling);
  if (!move) return std::nullopt;

  protocol::BookAnswer answer{.report = report_, .ponder = {}};
  answer.report.move = game.to_uci(*move, query.castling);
  if (query.with_reply) {
    game::Game next = game;
    next.push(*move);
    if (const auto reply = expected_reply(next)) answer.ponder = next.to_uci(*reply, query.castling);
  }
  return answer;
}

std::optional<game::Move> BookPlayer::best(const game::Game& game) {
  return chosen(game, question(Purpose::best));
}

std::optional<game::Move> BookPlayer::expected_reply(const game::Game& game) {
  book::Question asked = question(Purpose::best);
  asked.player = ~game.turn();
  return chosen(game, asked);
}

std::optional<game::Move> BookPlayer::hint(const game::Game& game) {
  book::Question asked = question(Purpose::best);
  asked.at_any_depth = true;
  return chosen(game, asked);
}

protocol::BookList BookPlayer::list(const game::Game& game) {
  protocol::BookList list;
  if (!knows(game)) return list;
  book::Question asked = question(Purpose::judge);
  asked.at_any_depth = true;
  const book::Decision decision = stack_.decide(game, asked, random_);
  for (std::size_t i = 0; i < decision.candidates.size(); ++i) {
    const book::Candidate& candidate = decision.candidates[i];
    const std::size_t place = decision.origins[i];
    if (!is_listed(decision, place)) continue;
    const int threshold = stack_.use(place).policy.threshold;
    if (list.rows.empty()) list.threshold = fmt::format("{}.{}", threshold / 10, threshold % 10);
    list.rows.push_back({.san = game::to_xboard_san(decision.position, candidate.entry.move),
                         .share = candidate.share,
                         .below_threshold = !stack_.plays_as_crafty(place) &&
                                            std::int64_t{candidate.share} <= kSharePerMille * threshold});
  }
  if (const auto books = std::ranges::count_if(decision.books, answers); books > 1)
    join_rows(list.rows, static_cast<std::uint32_t>(books));
  std::ranges::stable_sort(list.rows, std::ranges::greater(), &protocol::BookList::Row::share);
  return list;
}

// ---- Learning -------------------------------------------------------------------------------------------

void BookPlayer::note_decision(const game::Game& game, const book::Decision& decision) {
  last_conditions_ = conditions_;
  std::erase_if(answers_, [&game](const Answer& known) { return known.ply >= game.ply(); });
  if (!decision.choice) return;
  const book::Candidate& chosen = *decision.chosen();
  const std::size_t chosen_place = decision.origins[decision.choice->index];
  report_.book = stack_.use(chosen_place).name;
  report_.share = chosen.share;
  report_.weight = chosen.entry.weight;
  report_.total_weight = decision.origin().total_weight;
  const game::Move& move = chosen.entry.move;
  Answer& answer = answers_.emplace_back(Answer{game.ply(), game.position()->key(), move, report_.book, {}});
  for (std::size_t i = 0; i < decision.candidates.size(); ++i) {
    const std::size_t place = decision.origins[i];
    if (decision.books[place].passed_over.empty() && decision.candidates[i].entry.move == move)
      answer.places.push_back(place);
  }
}

void BookPlayer::note_exit(const game::Game& game, const book::Decision& decision) {
  if (exit_ply_ && game.ply() < *exit_ply_) exit_ply_.reset();
  if (decision.choice || exit_ply_ || report_.form == protocol::BookReport::Form::none) return;
  exit_ply_ = game.ply();
  exit_ = "out of book";
  if (game.ply() > 0)
    exit_ += " after " + game::to_san(game.position_at(game.ply() - 1), game.moves().back());
  std::vector<std::string_view> played;
  for (const Answer& known : answers_)
    if (known.position == game.position_at(known.ply).key() && known.move == game.moves()[known.ply])
      played.push_back(known.book);
  if (!played.empty())
    exit_ += fmt::format(", {} played{}", counted(played.size(), "book move"), from_books(played));
  exit_ += "; " + reasons_of_silence(decision, kMovesShown);
}

bool BookPlayer::has(std::size_t place, const book::PlayedMove& played) const {
  return !book::moves_of(*stack_.source(place), {played}).empty();
}

std::vector<std::size_t> BookPlayer::books_for(const game::Game& game, chess::Color side) const {
  const book::Question asked{.purpose = Purpose::judge,
                             .at_any_depth = true,
                             .player = side,
                             .time_class = last_conditions_.time_class(),
                             .opponent = last_conditions_.opponent()};
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < stack_.size(); ++place)
    if (stack_.is_asked(place, game, asked)) places.push_back(place);
  return places;
}

std::vector<std::size_t> BookPlayer::learners_of(const book::PlayedMove& played,
                                                 const std::vector<std::size_t>& meant) {
  const auto answer = std::ranges::find_if(answers_, [&played](const Answer& known) {
    return known.move == played.move && known.position == played.position.key();
  });
  if (answer != answers_.end()) return answer->places;
  const auto first = std::ranges::find_if(meant, [&](std::size_t place) { return has(place, played); });
  if (first != meant.end()) return {*first};
  // A book that learns in its own records skips moves that it lacks.
  const auto own =
      std::ranges::find_if(meant, [this](std::size_t place) { return !stack_.source(place)->learn_file(); });
  return own != meant.end() ? std::vector{*own} : std::vector<std::size_t>();
}

void BookPlayer::learn(GameRecord& record, protocol::GameResult::Score result) {
  if (!options_.check(OptionId::book_learn) || record.learned() || record.position() == nullptr) return;
  const std::vector<book::PlayedMove> moves = record.results(result);
  if (moves.empty()) return;
  // Books may share a file of results, and one file may serve as several books. Each file learns each move
  // once.
  using File = std::pair<std::string, book::ResultsIn>;
  std::map<File, std::vector<book::PlayedMove>> lessons;
  const auto meant = books_for(record.game(), moves.front().position.side_to_move());
  for (const book::PlayedMove& played : moves) {
    std::set<File> files;
    for (const std::size_t place : learners_of(played, meant)) {
      const book::BookSource& source = *stack_.source(place);
      const auto beside = source.learn_file();
      const File file(beside.value_or(source.path()),
                      beside ? book::ResultsIn::learn_file : book::ResultsIn::book);
      if (!files.insert(file).second) continue;
      lessons[file].push_back(played);
      if (!beside) lessons[file].back().position = source.as_stored(played.position);
    }
  }
  record.set_books_asked(lessons.size());
  for (auto& [file, played] : lessons)
    effects_.requests.emplace_back(
        Learn{.file = file.first, .moves = std::move(played), .where = file.second});
}

}  // namespace polyglot::session
