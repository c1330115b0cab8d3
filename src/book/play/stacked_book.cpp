// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string_view>
#include <utility>

#include <boost/algorithm/string/join.hpp>
#include <boost/range/adaptor/transformed.hpp>

#include <polyglot/book/crafty.hpp>
#include <polyglot/book/made_for.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/name_search.hpp>

#include "book/play/stacked_book.hpp"

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

void StackedBook::open(std::unique_ptr<BookSource> source, const variants::Catalogue* known) {
  source_ = std::move(source);
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

bool StackedBook::is_made_for(const game::Rules& rules) const {
  if (made_for_.empty()) return true;
  if (judged_.rules != rules.name()) {
    const auto shares = [&](const game::Rules& known) { return share_books(known, rules); };
    judged_ = {.rules = std::string(rules.name()), .fits = std::ranges::any_of(made_for_rules_, shares)};
  }
  return judged_.fits;
}

std::string StackedBook::why_not_asked(const game::Game& game, const Question& question) const {
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

std::string StackedBook::why_not_now(const game::Position& position, const Question& question) const {
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

std::string StackedBook::why_not_against(const Question& question) const {
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

std::vector<Candidate> StackedBook::judge(const game::Position& position, bool with_results,
                                          std::uint64_t& total_weight) const {
  const BookMoves moves = source_->find(position);
  total_weight = moves.total_weight;
  if (moves.moves.empty()) return {};  // the usual case: the book lacks the position
  if (plays_as_crafty()) return judge_as_crafty(moves, position.side_to_move());
  const bool reads = with_results || use_->policy.by_results || use_->policy.mode == ChoiceMode::explore;
  const LearnStore* const store = reads ? source_->learn_store() : nullptr;
  if (store == nullptr) return book::judge(moves, nullptr, use_->policy);
  const LearnedMoves learned = store->results(position, moves);
  return book::judge(moves, &learned, use_->policy);
}

int StackedBook::plies_ahead(game::Position position, int most) const {
  for (int plies = 0; plies < most; ++plies) {
    const BookMoves found = source_->find(position);
    const auto heaviest = std::ranges::max_element(found.moves, {}, &BookMove::weight);
    if (heaviest == found.moves.end() || heaviest->weight == 0) return plies;
    position.make(heaviest->move);
  }
  return most;
}

std::optional<Error> StackedBook::take_trouble() {
  if (!source_) return std::nullopt;
  if (untold_refusal_.empty()) return source_->take_trouble();
  refusals_told_.push_back(std::exchange(untold_refusal_, {}));
  return Error{"its header says that it is for " + join(made_for_, ", ") +
                   ": none of its moves are played in " + refusals_told_.back(),
               use_->file};
}

}  // namespace polyglot::book
