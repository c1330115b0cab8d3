// SPDX-License-Identifier: MIT
#include <boost/algorithm/string/join.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/range/adaptor/transformed.hpp>

#include <polyglot/book/book_stack.hpp>
#include <polyglot/book/crafty.hpp>
#include <polyglot/book/header.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/name_search.hpp>

namespace polyglot::book {
namespace {

using boost::algorithm::join;

int plies_before(const game::Position& position) {
  return 2 * (position.fullmove_number() - 1) + (position.side_to_move() == chess::Color::black ? 1 : 0);
}

std::string names_of(const std::vector<TimeClass>& classes) {
  const auto name = [](TimeClass known) { return std::string(name_of(known)); };
  return join(classes | boost::adaptors::transformed(name), ", ");
}

}  // namespace

/// One book of a stack: when it is used, and the book itself while it is open.
class StackedBook {
 public:
  explicit StackedBook(BookUse use) { set_use(std::move(use)); }

  void set_use(BookUse use) {
    given_ = std::make_shared<const BookUse>(std::move(use));
    name_found();
  }
  void open(std::unique_ptr<BookSource> source, const variants::Catalogue* known) {
    source_ = std::move(source);
    name_found();
    made_for_.clear();
    made_for_rules_.clear();
    judged_ = {};
    untold_refusal_.clear();
    refusals_told_.clear();
    if (!source_) return;
    for (const std::string& name : source_->variants()) {
      made_for_.push_back(game::Rules::name_of(name, known));
      if (const auto rules = game::Rules::find(name, known)) made_for_rules_.push_back(*rules);
    }
  }

  [[nodiscard]] const std::shared_ptr<const BookUse>& use() const noexcept { return use_; }
  [[nodiscard]] const BookSource* source() const noexcept { return source_.get(); }
  [[nodiscard]] bool plays_as_crafty() const {
    return use_->as_crafty && source_ && traits_of(source_->format()).records == BookRecords::by_move;
  }

  /// Why the book is not asked about the last position of a game; empty if it is asked.
  [[nodiscard]] std::string why_not_asked(const game::Game& game, const Question& question) const {
    if (!source_) return "is not open";
    const game::Position& position = *game.position();
    if (!is_made_for(*game.rules())) {
      const std::string_view rules = game.rules()->name();
      if (std::ranges::find(refusals_told_, rules) == refusals_told_.end()) untold_refusal_ = rules;
      return "its header is for " + join(made_for_, ", ");
    }
    const auto called = [&](const std::string& name) { return game.rules()->is_called(name); };
    if (!use_->variants.empty() && std::ranges::none_of(use_->variants, called))
      return "is for " + join(use_->variants, ", ");
    std::string reason = why_not_now(position, question);
    return reason.empty() ? why_not_against(question) : reason;
  }

  /// Judges all moves of the position, without settle(). Sets `total_weight` to that of all records. Call it
  /// only if why_not_asked() is empty.
  [[nodiscard]] std::vector<Candidate> judge(const game::Position& position, bool with_results,
                                             std::uint64_t& total_weight) const {
    const BookMoves moves = source_->find(position);
    total_weight = moves.total_weight;
    if (moves.moves.empty()) return {};  // the usual case: the book lacks the position
    if (plays_as_crafty()) return judge_as_crafty(moves, position.side_to_move());
    const bool reads = with_results || use_->policy.by_results || use_->policy.mode == ChoiceMode::explore;
    const auto learned = reads ? source_->learned(position, moves) : std::nullopt;
    return book::judge(moves, learned ? &*learned : nullptr, use_->policy);
  }

  /// The number of book plies that follow on the heaviest line, at most `most`.
  [[nodiscard]] int plies_ahead(game::Position position, int most) const {
    for (int plies = 0; plies < most; ++plies) {
      const BookMoves found = source_->find(position);
      const auto heaviest = std::ranges::max_element(found.moves, {}, &BookMove::weight);
      if (heaviest == found.moves.end() || heaviest->weight == 0) return plies;
      position.make(heaviest->move);
    }
    return most;
  }

  [[nodiscard]] std::optional<Error> take_trouble() {
    if (!source_) return std::nullopt;
    if (untold_refusal_.empty()) return source_->take_trouble();
    refusals_told_.push_back(std::exchange(untold_refusal_, {}));
    return Error{"its header says that it is for " + join(made_for_, ", ") +
                     ": none of its moves are played in " + refusals_told_.back(),
                 use_->file};
  }

 private:
  /// Names the book that is open in place of the default one.
  void name_found() {
    use_ = given_;
    if (!given_->or_starter || !source_ || source_->path().ends_with(given_->file)) return;
    BookUse found = *given_;
    if (found.name == found.file) found.name = source_->path();
    found.file = source_->path();
    use_ = std::make_shared<const BookUse>(std::move(found));
  }

  /// Whether the header allows the book in games by the rules of the last question.
  struct Judged {
    std::string rules;
    bool fits = true;
  };

  [[nodiscard]] bool is_made_for(const game::Rules& rules) const {
    if (made_for_.empty()) return true;
    if (judged_.rules != rules.name()) {
      const auto shares = [&](const game::Rules& known) { return share_books(known, rules); };
      judged_ = {.rules = std::string(rules.name()), .fits = std::ranges::any_of(made_for_rules_, shares)};
    }
    return judged_.fits;
  }

  [[nodiscard]] std::string why_not_now(const game::Position& position, const Question& question) const {
    const chess::Color player = question.player.value_or(position.side_to_move());
    if (use_->color && *use_->color != player)
      return *use_->color == chess::Color::white ? "is for White" : "is for Black";
    if (question.at_any_depth) return {};
    if (position.fullmove_number() > use_->depth)
      return "is used for " + counted(static_cast<std::uint64_t>(use_->depth), "move") + " only";
    if (plies_before(position) >= use_->plies)
      return "is used for " + counted(static_cast<std::uint64_t>(use_->plies), "ply") + " only";
    return {};
  }

  [[nodiscard]] std::string why_not_against(const Question& question) const {
    if (!use_->time_classes.empty()) {
      const std::string wanted = "is for " + names_of(use_->time_classes);
      if (!question.time_class) return wanted + ": the clock is not known";
      if (std::ranges::find(use_->time_classes, *question.time_class) == use_->time_classes.end())
        return wanted + ": this is " + std::string(name_of(*question.time_class));
    }
    if (!use_->opponent) return {};
    if (question.opponent.empty()) return "is for some opponents: this one is not known";
    std::uint64_t looks = 0;
    const std::optional<bool> is_found = search_name(question.opponent, *use_->opponent, looks);
    if (!is_found) return "has an expression for opponents that is too complex for this name";
    return *is_found ? "" : "is for other opponents";
  }

  std::shared_ptr<const BookUse> given_;
  std::shared_ptr<const BookUse> use_;  ///< given_, with the name of the open book
  std::unique_ptr<BookSource> source_;
  std::vector<std::string> made_for_;        ///< names of rules; empty: for all
  std::vector<game::Rules> made_for_rules_;  ///< the known rules among them
  mutable Judged judged_;
  mutable std::string untold_refusal_;      ///< rules that the book is not for; to be reported
  std::vector<std::string> refusals_told_;  ///< rules for which this was reported
};

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

/// The rule by which the question or the game excludes a move of the book. `line`: a copy of the game, if
/// repetitions are possible and not allowed.
std::string_view rule_against(const game::Game& game, std::optional<game::Game>& line,
                              const Question& question, const StackRules& rules, const StackedBook& book,
                              const game::Move& move) {
  if (question.player.value_or(game.turn()) != game.turn()) return {};  // it is a reply of the opponent
  if (question.only && std::ranges::find(*question.only, move) == question.only->end())
    return "not among searchmoves";
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

/// Keeps the move with the highest sum of the probabilities that all books give it, as its first candidate.
void keep_best(std::vector<Candidate>& candidates) {
  std::vector<double> sums;
  for (const Candidate& candidate : candidates) {
    double sum = 0;
    for (const Candidate& other : candidates)
      if (other.entry.move == candidate.entry.move) sum += other.probability;
    sums.push_back(sum);
  }
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
  return {{"book", decision.books[decision.origins[place]].use->name},
          {"move", game::to_uci(decision.position, move, castling)},
          {"san", game::to_san(decision.position, move)},
          {"weight", candidate.entry.weight},
          {"share", json_number(candidate.share / kWholeShare)},
          {"n", learned.games},
          {"sum", learned.points},
          {"probability", json_number(candidate.probability)},
          {"kept", candidate.is_kept()},
          {"rule", candidate.rule}};
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
