// SPDX-License-Identifier: MIT
#include <chrono>
#include <utility>

#include <polyglot/book/open_book.hpp>
#include <polyglot/proxy/explain.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/book_uses.hpp>

#include "proxy/verdict_store.hpp"

namespace polyglot::proxy {

using config::OptionId;

namespace {

std::uint32_t lowest(std::uint32_t) {
  return 0;  // nothing uses the drawn move
}

bool choose_by_verdicts(const book::BookStack& stack) {
  for (std::size_t place = 0; place < stack.size(); ++place)
    if (stack.use(place).policy.mode == book::ChoiceMode::verdicts) return true;
  return false;
}

/// Decides again with the verdicts of BookVerifyStore, and adds them to all moves of the decision.
Result<void> ask_store(const config::Configuration& configuration, const game::Game& game,
                       const book::BookStack& stack, book::Question about, book::Decision& decision) {
  const config::Options& options = configuration.options;
  const auto path = verdict_store_path(options, configuration.ini_folder);
  if (!path) return path.error();
  const auto store = analysis::Store::open_to_read(*path);
  if (!store) return store.error();
  Result<void> outcome;
  const std::chrono::milliseconds time(options.spin(OptionId::book_verify));
  const auto look_up = [&](const session::VerdictQuestion& question) {
    auto verdict = find_verdict(*store, question);
    if (!verdict) outcome = verdict.error();
    return verdict;
  };
  about.verdict = session::verdict_finder(look_up, time);
  if (time.count() > 0)
    about.rule = [&, margin = options.spin(OptionId::book_verify_margin)](const game::Position&,
                                                                          const game::Move& move) {
      const auto verdict = about.verdict(game, move);
      return verdict && verdict->loss > margin ? session::kDroppedByVerdict : std::string_view();
    };
  decision = stack.decide(game, about, lowest);
  for (book::Candidate& candidate : decision.candidates)
    candidate.verdict = about.verdict(game, candidate.entry.move);
  return outcome;
}

}  // namespace

Result<Explanation> explain(const config::Configuration& configuration, const game::Game& game,
                            book::Question about) {
  const config::Options& options = configuration.options;
  const auto variants = known_variants(options, configuration.ini_folder);
  if (!variants) return variants.error();
  const auto name = [&options] { return name_of_engine(options.text(OptionId::engine_name), options); };

  book::BookStack stack;
  stack.set_books(session::book_uses(options, configuration.books.usable()));
  stack.set_rules(session::stack_rules(options));
  Explanation explanation;
  for (std::size_t place = 0; place < stack.size(); ++place) {
    const session::OpenBook request = session::open_request(place, stack, options);
    auto opened = open_for_play(request, configuration.ini_folder, name);
    if (opened) {
      if (const auto note = book::note_on_variations(**opened, session::kReadVariations))
        explanation.troubles.push_back(note->to_string());
      stack.open(place, std::move(*opened), variants->get());
    } else {
      explanation.troubles.push_back(opened.error().to_string());
    }
  }
  about.purpose = session::play_purpose(options);
  about.with_results = true;
  explanation.decision = stack.decide(game, about, lowest);
  const bool uses_verdicts = options.spin(OptionId::book_verify) > 0 || choose_by_verdicts(stack);
  if (uses_verdicts && !options.text(OptionId::book_verify_store).empty()) {
    const auto asked = ask_store(configuration, game, stack, std::move(about), explanation.decision);
    if (!asked) explanation.troubles.push_back(asked.error().to_string());
  }
  while (const auto trouble = stack.take_trouble()) explanation.troubles.push_back(trouble->to_string());
  return explanation;
}

}  // namespace polyglot::proxy
