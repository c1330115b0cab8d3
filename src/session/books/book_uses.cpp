// SPDX-License-Identifier: MIT
#include <polyglot/session/book_uses.hpp>

namespace polyglot::session {
namespace {

using config::BookKey;
using config::BookSection;
using config::OptionId;

/// Returns the mode for a value of BookMode; `crafty` is weighted, too.
book::ChoiceMode mode_of(std::string_view word) {
  using book::ChoiceMode;
  constexpr std::array kModes{std::pair("best", ChoiceMode::best), std::pair("uniform", ChoiceMode::uniform),
                              std::pair("power", ChoiceMode::power), std::pair("top", ChoiceMode::top),
                              std::pair("explore", ChoiceMode::explore)};
  const auto mode =
      std::ranges::find(kModes, word, [](const auto& known) { return std::string_view(known.first); });
  return mode != kModes.end() ? mode->second : ChoiceMode::weighted;
}

bool plays_as_crafty(std::string_view mode) {
  return mode == "crafty";
}

bool reads_variations(std::string_view lines) {
  return lines == "all";
}

bool uses_results(const config::Options& options) {
  return options.check(OptionId::book_learn) || options.check(OptionId::book_learn_use);
}

book::BookUse main_book(const config::Options& options) {
  const std::string& file = options.text(OptionId::book_file);
  const std::string& mode = options.text(OptionId::book_mode);
  return {.name = file,
          .file = file,
          .format = book::book_format(options.text(OptionId::book_format)),
          .keys = book::parse_book_keys(options.text(OptionId::book_keys)).value(),
          .variations = reads_variations(options.text(OptionId::book_variations)),
          .policy = {.mode = mode_of(mode),
                     .power = options.decimal(OptionId::book_power),
                     .top = static_cast<std::size_t>(options.spin(OptionId::book_top)),
                     .by_results = uses_results(options),
                     .threshold = static_cast<int>(options.spin(OptionId::book_treshold))},
          .as_crafty = plays_as_crafty(mode),
          .depth = static_cast<int>(options.spin(OptionId::book_depth))};
}

std::optional<chess::Color> color_of(std::string_view word) {
  if (word == "both") return std::nullopt;
  return word == "white" ? chess::Color::white : chess::Color::black;
}

book::SelectionPolicy policy_of(const BookSection& section, bool by_results) {
  return {.mode = mode_of(section.text(BookKey::mode)),
          .power = section.decimal(BookKey::power),
          .top = static_cast<std::size_t>(section.spin(BookKey::top)),
          .by_results = by_results,
          .threshold = static_cast<int>(section.spin(BookKey::threshold)),
          .best_threshold = static_cast<int>(section.spin(BookKey::best_threshold)),
          .min_weight = static_cast<std::uint32_t>(section.spin(BookKey::min_weight)),
          .min_moves = static_cast<std::size_t>(section.spin(BookKey::min_moves))};
}

book::BookUse book_of(const BookSection& section, const config::Options& options) {
  book::BookUse use{.name = section.name(),
                    .file = section.text(BookKey::file),
                    .format = book::book_format(section.text(BookKey::format)),
                    .keys = book::parse_book_keys(section.text(BookKey::keys)).value(),
                    .variations = reads_variations(section.text(BookKey::variations)),
                    .policy = policy_of(section, uses_results(options)),
                    .as_crafty = plays_as_crafty(section.text(BookKey::mode)),
                    .depth = static_cast<int>(section.spin(BookKey::depth)),
                    .plies = static_cast<int>(section.spin(BookKey::plies)),
                    .color = color_of(section.text(BookKey::colour))};
  for (const std::string_view name : config::list_words(section.text(BookKey::variant)))
    use.variants.emplace_back(name);
  for (const std::string_view word : config::list_words(section.text(BookKey::time_class)))
    use.time_classes.push_back(read_time_class(word).value());
  if (const std::string& opponent = section.text(BookKey::opponent); !opponent.empty())
    use.opponent.emplace(opponent, boost::regex::perl | boost::regex::icase);
  return use;
}

}  // namespace

std::vector<book::BookUse> book_uses(const config::Options& options, std::span<const BookSection> sections) {
  if (!options.check(OptionId::book)) return {};
  std::vector<book::BookUse> uses;
  const bool sections_only = options.text(OptionId::book_file).empty() && !sections.empty();
  if (!sections_only) uses.push_back(main_book(options));
  for (const BookSection& section : sections) uses.push_back(book_of(section, options));
  if (uses.size() == 1)
    uses.front().or_starter = uses.front().file == config::spec(OptionId::book_file).default_value;
  return uses;
}

book::StackRules stack_rules(const config::Options& options) {
  return {.merge = options.check(OptionId::book_merge),
          .allow_repetition = options.check(OptionId::book_allow_repetition),
          .min_remaining = static_cast<int>(options.spin(OptionId::book_min_remaining))};
}

book::Question::Purpose play_purpose(const config::Options& options) {
  return options.check(OptionId::book_random) ? book::Question::Purpose::draw : book::Question::Purpose::best;
}

OpenBook open_request(std::size_t place, const book::BookStack& books, const config::Options& options) {
  const book::BookUse& use = books.use(place);
  return {.place = place,
          .file = use.file,
          .format = use.format,
          .keys = use.keys,
          .variations = use.variations,
          .learn_file = options.text(OptionId::book_learn_file),
          .or_starter = use.or_starter};
}

}  // namespace polyglot::session
