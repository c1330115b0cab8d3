// SPDX-License-Identifier: MIT
#include <algorithm>
#include <iterator>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/json_text.hpp>

#include "book/play/stacked_book.hpp"

namespace polyglot::book {

namespace {

/// Half of the plies that draw a game. By then an engine should look for a plan itself.
constexpr int kMostReversiblePlies = 50;
/// The minimum number of plies until a position can occur for the second and the third time.
constexpr std::size_t kPliesToSecond = 4;
constexpr std::size_t kPliesToThird = 8;

int reversible_plies(const game::Position& position) {
  return position.chess() != nullptr ? position.chess()->halfmove_clock()
                                     : position.variant()->halfmove_clock();
}

/// Whether the last `plies` plies can repeat a position. In chess, none may be a capture or pawn move.
bool may_recur(const game::Game& game, std::size_t plies) {
  const chess::Position* const chess = game.position()->chess();
  return game.ply() >= plies &&
         (chess == nullptr || static_cast<std::size_t>(chess->halfmove_clock()) >= plies);
}

bool may_come_to_third(game::Game& line) {
  constexpr int kThird = 3;
  return std::ranges::any_of(line.position()->legal_moves(), [&](const game::Move& reply) {
    line.push(reply);
    const bool third = line.occurrences() >= kThird;
    line.pop();
    return third;
  });
}

/// The rule that excludes a move because of repetitions. `line`: the game before the move, left unchanged.
std::string_view rule_of_repetition(game::Game& line, const game::Move& move) {
  std::string_view rule;
  line.push(move);
  if (line.occurrences() > 1) {
    rule = "repeats a position of the game";
  } else if (may_recur(line, kPliesToThird - 1) && may_come_to_third(line)) {
    rule = "allows a third repetition";
  }
  line.pop();
  return rule;
}

bool is_among(const std::vector<game::Move>& moves, const game::Move& move) {
  return std::ranges::find(moves, move) != moves.end();
}

/// The rule by which the question or the game excludes a move of the book. `line`: a copy of the game, if
/// repetitions are possible and not allowed.
std::string_view rule_against(const game::Game& game, std::optional<game::Game>& line,
                              const Question& question, const StackRules& rules, const StackedBook& book,
                              const game::Move& move) {
  if (question.player.value_or(game.turn()) != game.turn()) return {};  // it is a reply of the opponent
  if (question.only && !is_among(*question.only, move)) return "not among searchmoves";
  if (reversible_plies(*game.position()) >= kMostReversiblePlies) return "fifty plies without progress";
  if (line)
    if (const std::string_view rule = rule_of_repetition(*line, move); !rule.empty()) return rule;
  if (rules.min_remaining == 0) return {};
  game::Position next = *game.position();
  next.make(move);
  const bool ends_soon = book.plies_ahead(std::move(next), rules.min_remaining) < rules.min_remaining;
  return ends_soon ? "too little book ahead" : std::string_view();
}

bool any_kept(const std::vector<Candidate>& candidates) {
  return std::ranges::any_of(candidates, &Candidate::is_kept);
}

/// Returns for each candidate the sum of the probabilities that all books give to its move.
std::vector<double> sums_of_moves(const std::vector<Candidate>& candidates) {
  std::vector<double> sums;
  sums.reserve(candidates.size());
  for (const Candidate& candidate : candidates) {
    double sum = 0;
    for (const Candidate& other : candidates)
      if (other.entry.move == candidate.entry.move) sum += other.probability;
    sums.push_back(sum);
  }
  return sums;
}

/// Keeps the move with the highest sum, as its first candidate.
void keep_best(std::vector<Candidate>& candidates) {
  const std::vector<double> sums = sums_of_moves(candidates);
  const auto best = static_cast<std::size_t>(std::ranges::max_element(sums) - sums.begin());
  candidates[best].parts = 1;
  candidates[best].probability = 1;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i == best) continue;
    candidates[i].parts = 0;
    candidates[i].probability = 0;
    if (candidates[i].is_kept()) candidates[i].rule = "not the heaviest";
  }
}

/// Combines the candidates of all books. All answering books count equally.
void merge(std::vector<Candidate>& candidates, Question::Purpose purpose) {
  if (purpose == Question::Purpose::best && any_kept(candidates)) return keep_best(candidates);
  std::vector<double> values;
  values.reserve(candidates.size());
  for (const Candidate& candidate : candidates) values.push_back(candidate.probability);
  apportion(candidates, values);
}

}  // namespace

BookStack::BookStack() = default;
BookStack::~BookStack() = default;
BookStack::BookStack(BookStack&&) noexcept = default;
BookStack& BookStack::operator=(BookStack&&) noexcept = default;

void BookStack::set_books(std::vector<BookUse> uses) {
  books_.clear();
  for (BookUse& use : uses) books_.push_back(std::make_unique<StackedBook>(std::move(use)));
}

void BookStack::set_use(std::size_t place, BookUse use) {
  books_[place]->set_use(std::move(use));
}

void BookStack::open(std::size_t place, std::unique_ptr<BookSource> source,
                     const variants::Catalogue* known) {
  books_[place]->open(std::move(source), known);
}

std::size_t BookStack::size() const noexcept {
  return books_.size();
}

const BookUse& BookStack::use(std::size_t place) const {
  return *books_[place]->use();
}

const BookSource* BookStack::source(std::size_t place) const {
  return books_[place]->source();
}

bool BookStack::plays_as_crafty(std::size_t place) const {
  return books_[place]->plays_as_crafty();
}

bool BookStack::any_open() const noexcept {
  return std::ranges::any_of(books_, [](const auto& book) { return book->source() != nullptr; });
}

bool BookStack::is_asked(std::size_t place, const game::Game& game, const Question& question) const {
  return books_[place]->why_not_asked(game, question).empty();
}

bool BookStack::ask(std::size_t place, const game::Game& game, const Question& question,
                    Decision& decision) const {
  const StackedBook& book = *books_[place];
  Decision::Book& asked = decision.books[place];
  asked.passed_over = book.why_not_asked(game, question);
  if (!asked.passed_over.empty()) return false;
  std::vector<Candidate> found = book.judge(*game.position(), question.with_results, asked.total_weight);
  if (found.empty()) {
    asked.passed_over = "no move here";
    return false;
  }
  std::optional<game::Game> line;
  if (!rules_.allow_repetition && may_recur(game, kPliesToSecond - 1)) line = game;
  for (Candidate& candidate : found)
    if (candidate.is_kept())
      candidate.rule = rule_against(game, line, question, rules_, book, candidate.entry.move);
  if (question.purpose != Question::Purpose::judge) {
    SelectionPolicy policy = book.use()->policy;
    if (question.purpose == Question::Purpose::best && !rules_.merge) policy.mode = ChoiceMode::best;
    settle(found, policy);
  }
  const bool answers = any_kept(found);
  if (!answers) asked.passed_over = "none of its moves may be played";
  decision.origins.insert(decision.origins.end(), found.size(), place);
  std::ranges::move(found, std::back_inserter(decision.candidates));
  return answers;
}

Decision BookStack::decide(const game::Game& game, const Question& question,
                           const RandomSource& random) const {
  Decision decision{.position = *game.position()};
  decision.books.reserve(books_.size());
  for (const auto& book : books_) decision.books.push_back({.use = book->use()});
  bool answered = false;
  for (std::size_t place = 0; place < books_.size(); ++place) {
    if (answered && !rules_.merge) {
      decision.books[place].passed_over = "a book before it answers";
    } else {
      answered |= ask(place, game, question, decision);
    }
  }
  if (question.purpose == Question::Purpose::judge) return decision;
  if (rules_.merge) merge(decision.candidates, question.purpose);
  decision.choice = choose(decision.candidates, random);
  return decision;
}

std::optional<Error> BookStack::take_trouble() {
  for (const auto& book : books_)
    if (auto trouble = book->take_trouble()) return trouble;
  return std::nullopt;
}

namespace {

namespace json = boost::json;

constexpr double kWholeShare = 10000;

json::object describe(const Decision::Book& book) {
  return {{"name", book.use->name}, {"file", book.use->file}, {"passed_over", book.passed_over}};
}

json::object describe(const Decision& decision, std::size_t place, game::CastlingNotation castling) {
  const Candidate& candidate = decision.candidates[place];
  const LearnedResult learned = candidate.learned.value_or(LearnedResult{});
  const game::Move& move = candidate.entry.move;
  json::object described{{"book", decision.books[decision.origins[place]].use->name},
                         {"move", game::to_uci(decision.position, move, castling)},
                         {"san", game::to_san(decision.position, move)},
                         {"weight", candidate.entry.weight},
                         {"share", json_number(candidate.share / kWholeShare)},
                         {"n", learned.games},
                         {"sum", learned.points},
                         {"probability", json_number(candidate.probability)},
                         {"kept", candidate.is_kept()},
                         {"rule", candidate.rule}};
  return described;
}

}  // namespace

std::string Decision::answering() const {
  std::string names;
  for (const Book& book : books)
    if (book.passed_over.empty()) names += (names.empty() ? "" : " + ") + book.use->name;
  return names;
}

void add_json(const Decision& decision, game::CastlingNotation castling, json::object& object) {
  const std::string answering = decision.answering();
  object["book"] = answering.empty() ? json::value() : json::value(answering);
  json::array& books = object["books"].emplace_array();
  for (const Decision::Book& book : decision.books) books.push_back(describe(book));
  json::array& candidates = object["candidates"].emplace_array();
  for (std::size_t i = 0; i < decision.candidates.size(); ++i)
    candidates.push_back(describe(decision, i, castling));
}

}  // namespace polyglot::book
