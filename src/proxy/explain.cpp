// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <utility>

#include <polyglot/proxy/explain.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/book_uses.hpp>

#include "proxy/verdict_store.hpp"

namespace polyglot::proxy {

using config::OptionId;

namespace {

std::uint32_t lowest(std::uint32_t) {
  return 0;  // the move that was drawn is not used
}

/// Asks BookVerifyStore about all moves of the decision, and decides again without those that it drops.
Result<void> ask_store(const config::Configuration& configuration, const game::Game& game,
                       const book::BookStack& stack, book::Question about, Explanation& explanation) {
  const config::Options& options = configuration.options;
  const auto path = verdict_store_path(options, configuration.ini_folder);
  if (!path) return path.error();
  const auto store = analysis::Store::open_to_read(*path);
  if (!store) return store.error();
  std::vector<std::pair<game::Move, session::StoredVerdict>> known;
  for (const book::Candidate& candidate : explanation.decision.candidates) {
    auto verdict =
        find_verdict(*store, {.game = game,
                              .move = candidate.entry.move,
                              .time = std::chrono::milliseconds(options.spin(OptionId::book_verify))});
    if (!verdict) return verdict.error();
    if (*verdict) known.emplace_back(candidate.entry.move, std::move(**verdict));
  }
  const auto find = [&known](const game::Move& move) {
    return std::ranges::find(known, move, [](const auto& of_move) { return of_move.first; });
  };
  about.rule = [&, margin = options.spin(OptionId::book_verify_margin)](const game::Position&,
                                                                        const game::Move& move) {
    const auto verdict = find(move);
    return verdict != known.end() && verdict->second.loss > margin ? session::kDroppedByVerdict
                                                                   : std::string_view();
  };
  explanation.decision = stack.decide(game, about, lowest);
  for (const book::Candidate& candidate : explanation.decision.candidates) {
    const auto verdict = find(candidate.entry.move);
    explanation.verdicts.push_back(verdict != known.end() ? verdict->second.words : std::string());
  }
  return {};
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
      stack.open(place, std::move(*opened), variants->get());
    } else {
      explanation.troubles.push_back(opened.error().to_string());
    }
  }
  about.purpose = session::play_purpose(options);
  about.with_results = true;
  explanation.decision = stack.decide(game, about, lowest);
  if (options.spin(OptionId::book_verify) > 0 && !options.text(OptionId::book_verify_store).empty()) {
    const auto asked = ask_store(configuration, game, stack, std::move(about), explanation);
    if (!asked) explanation.troubles.push_back(asked.error().to_string());
  }
  while (const auto trouble = stack.take_trouble()) explanation.troubles.push_back(trouble->to_string());
  return explanation;
}

}  // namespace polyglot::proxy
