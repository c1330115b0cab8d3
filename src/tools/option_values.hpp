// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_format.hpp>
#include <polyglot/builder/game_filter.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

/// Actions that read the values of options into a place, which must outlive the Command. Help shows the
/// initial value of the place as the default. They throw a Failure about a wrong value.
namespace polyglot::tools {

using config::Action;
using Strings = std::vector<std::string>;

/// `"two" is not a number`.
[[nodiscard]] Failure wrong_value(std::string_view text, std::string_view expected);

[[nodiscard]] Action text(std::string& place);
[[nodiscard]] Action text(std::optional<std::string>& place);
/// The name of a file to write, or "-". An empty name is refused, because it comes from an unset variable of
/// a script.
[[nodiscard]] Action output_file(std::string& place);
/// Books. A file of another kind is refused, with a hint what to do with it. "-" reads a book from standard
/// input, and becomes the path of a file with its contents. `takes_games`: a PGN file is a list of openings.
[[nodiscard]] Action book_file(std::string& place, bool takes_games = false);
[[nodiscard]] Action book_files(Strings& place, bool takes_games = false);
[[nodiscard]] std::string book_path(const std::string& word, bool takes_games);
[[nodiscard]] inline Action any_book_file(std::string& place) {
  return book_file(place, true);
}
[[nodiscard]] inline Action any_book_files(Strings& place) {
  return book_files(place, true);
}
/// A file that is not a book, not games and not a configuration.
[[nodiscard]] Action text_file(std::string& place);
[[nodiscard]] Action game_files(Strings& place);
/// All words up to the next option; each occurrence adds more.
[[nodiscard]] Action words(Strings& place, config::Arity arity = config::Arity::some);
/// Each occurrence adds a text.
[[nodiscard]] inline Action texts(Strings& place) {
  return words(place, config::Arity::one);
}

/// An option without a value that sets a place; the last occurrence counts.
template <class Value>
[[nodiscard]] Action constant(Value& place, Value value) {
  return {[&place, value](const Strings&) { place = value; }, config::Arity::none};
}
[[nodiscard]] inline Action flag(bool& place) {
  return constant(place, true);
}

/// Calls `read` with the value.
template <class Read>
[[nodiscard]] Action value(Read read, std::string standard = {}) {
  return {[read](const Strings& words) { read(words.front()); }, config::Arity::one, std::move(standard)};
}

/// Sets a place to what `read` makes of the value.
template <class Place, class Read>
[[nodiscard]] Action parsed(Place& place, Read read, std::string standard = {}) {
  return value([&place, read](const std::string& text) { place = read(text); }, std::move(standard));
}
/// Reads a whole number: only digits, within the range of the type. Help does not show a default that means
/// no limit.
template <std::integral Integer>
[[nodiscard]] Action whole_number(Integer& place, Integer least = 0,
                                  Integer most = std::numeric_limits<Integer>::max()) {
  constexpr Integer kLargest = std::numeric_limits<Integer>::max();
  const auto read = [least, most](const std::string& text) {
    const auto number = parse_number<Integer>(text);
    if (!number || *number < least || *number > most)
      throw wrong_value(text, most == kLargest && sizeof(Integer) > sizeof(std::uint16_t)
                                  ? fmt::format("a whole number from {} on", least)
                                  : fmt::format("a whole number from {} to {}", least, most));
    return *number;
  };
  return parsed(place, read, place >= least && place < kLargest ? std::to_string(place) : "");
}

[[nodiscard]] Action number(double& place, builder::Range<double> limits, std::string expected);

/// The days of a date, or of a year or month. Error: the text is not a date.
[[nodiscard]] builder::Range<int> days_of(const std::string& text);

/// "a, b or c".
[[nodiscard]] std::string alternatives(const Strings& words);

/// One of some words, in any letter case; each has a value.
template <class Value>
[[nodiscard]] Action choice(Value& place, std::initializer_list<std::pair<std::string_view, Value>> choices) {
  const std::vector<std::pair<std::string_view, Value>> all(choices);
  std::string standard;
  for (const auto& [word, meaning] : all)
    if (meaning == place) standard = word;
  const auto read = [all](const std::string& text) {
    Strings known;
    for (const auto& [word, meaning] : all) {
      if (equal_ignoring_case(text, word)) return meaning;
      known.emplace_back(word);
    }
    throw wrong_value(text, alternatives(known));
  };
  Action action = parsed(place, read, std::move(standard));
  for (const auto& [word, meaning] : all) action.choices.emplace_back(word);
  return action;
}

/// Reads "A..B", or "N" for both ends.
template <class Number, class Parse>
std::pair<Number, Number> read_range(const std::string& text, Parse parse, std::string_view expected) {
  const std::size_t dots = text.find("..");
  const std::string low = text.substr(0, dots);
  const std::string high = dots == text.npos ? low : text.substr(dots + 2);
  const std::optional<Number> first = parse(low);
  const std::optional<Number> last = parse(high);
  if (!first || !last || *last < *first) throw wrong_value(text, expected);
  return std::pair(*first, *last);
}

[[nodiscard]] inline Action white_or_black(std::optional<chess::Color>& place) {
  return choice(place, {{"white", chess::Color::white}, {"black", chess::Color::black}});
}

/// The option --format of tools that write text or JSON.
[[nodiscard]] config::Switch text_or_json_switch(bool& as_json);
/// The option --summary of tools that write a book or counts, and a summary on standard output.
[[nodiscard]] config::Switch summary_switch(bool& as_json);

/// The option --book-format, which sets the format of a book.
[[nodiscard]] config::Switch book_format_switch(std::optional<book::BookFormat>& place);

/// Returns the parts between commas.
[[nodiscard]] Strings split(std::string_view text);

/// The comment of a header on a command line, where `\n` begins a new line.
[[nodiscard]] std::string header_comment(const std::string& argument);

/// Error: an option was given that needs one of the others, and none of them was given.
void check_needs(const Command& command, std::string_view option,
                 std::initializer_list<std::string_view> others);
/// Error: --out was not given, and the file of the default name exists already.
void check_default_output(const Command& command, const std::string& path);
/// Error: one of the options was given. `why` follows its name.
void refuse(const Command& command, std::initializer_list<std::string_view> options, std::string_view why);
/// Error: another option was given, except those about messages.
void refuse_others(const Command& command, std::initializer_list<std::string_view> options,
                   std::string_view why);

}  // namespace polyglot::tools
