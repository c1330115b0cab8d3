// SPDX-License-Identifier: MIT
#include <utility>

#include <polyglot/book/book_source.hpp>
#include <polyglot/proxy/explain.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/book_uses.hpp>

namespace polyglot::proxy {

using config::OptionId;

namespace {

std::uint32_t lowest(std::uint32_t) {
  return 0;  // nothing uses the drawn move
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
  while (const auto trouble = stack.take_trouble()) explanation.troubles.push_back(trouble->to_string());
  return explanation;
}

}  // namespace polyglot::proxy
