// SPDX-License-Identifier: MIT
#include "tools/option_values.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/regex.hpp>
#include <fmt/ranges.h>

#include <polyglot/config/options.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>

#include "tools/position_arguments.hpp"

namespace polyglot::tools {
namespace {

/// This is stricter than for tags, in which any text may follow the known part of a date.
bool is_date(std::string_view text) {
  static const boost::regex date("\\d{4}([./-](0?[1-9]|1[0-2])([./-](0?[1-9]|[12]\\d|3[01]))?)?");
  return boost::regex_match(text.begin(), text.end(), date);
}

bool is_day(int date) {
  namespace chrono = std::chrono;
  const chrono::year year(date / 10000);
  return (year / (date / 100 % 100) / (date % 100)).ok();
}

}  // namespace

Failure wrong_value(std::string_view text, std::string_view expected) {
  return Failure(fmt::format("\"{}\" is not {}", text, expected));
}

Action text(std::string& place) {
  return value([&place](const std::string& text) { place = text; }, place);
}

Action text(std::optional<std::string>& place) {
  return value([&place](const std::string& text) { place = text; });
}

Action output_file(std::string& place) {
  const auto take = [&place](const std::string& path) {
    if (path.empty()) throw Failure("the name of the file to write is empty");
    place = path;
  };
  return value(take, place);
}

std::string book_path(const std::string& word, bool takes_games) {
  const bool is_input = word == "-" || word == os::kStandardInputFile;
  if (is_input) os::make_standard_input_a_file().value();
  std::string path = is_input ? os::kStandardInputFile : word;
  check_kind(path, {FileKind::book, takes_games ? FileKind::games : FileKind::book});
  return path;
}

Action book_file(std::string& place, bool takes_games) {
  const auto read = [takes_games](const std::string& word) {
    if (is_position(word))
      throw Failure(fmt::format("\"{}\" is no file; name the book before the position", word));
    return book_path(word, takes_games);
  };
  return parsed(place, read, place);
}

Action book_files(Strings& place, bool takes_games) {
  return value(
      [&place, takes_games](const std::string& word) { place.push_back(book_path(word, takes_games)); });
}

Action text_file(std::string& place) {
  return value(
      [&place](const std::string& path) {
        place = path;
        check_kind(path, {});
      },
      place);
}

Action game_files(Strings& place) {
  return value([&place](const std::string& path) {
    place.push_back(path);
    check_kind(path, {FileKind::games});
  });
}

Action words(Strings& place, config::Arity arity) {
  return {[&place](const Strings& words) { place.insert(place.end(), words.begin(), words.end()); }, arity};
}

Action number(double& place, builder::Range<double> limits, std::string expected) {
  const auto read = [limits, expected = std::move(expected)](const std::string& text) {
    const auto number = parse_fraction(text);
    if (!number || !limits.has(*number)) throw wrong_value(text, expected);
    return *number;
  };
  return parsed(place, read, limits.has(place) ? fmt::format("{}", place) : "");
}

builder::Range<int> days_of(const std::string& text) {
  const builder::Range<int> days = builder::read_date(text);
  if (!is_date(text) || days.least > days.most || (days.least == days.most && !is_day(days.least)))
    throw wrong_value(text, "a date like 2024.05.17, or its beginning");
  return days;
}

std::string alternatives(const Strings& words) {
  const std::span all(words);
  if (all.size() == 1) return words.front();
  return fmt::format("{} or {}", fmt::join(all.first(all.size() - 1), ", "), all.back());
}

config::Switch text_or_json_switch(bool& as_json) {
  return {"format", "FORMAT", "output format: text or json",
          choice(as_json, {{"text", false}, {"json", true}})};
}

config::Switch summary_switch(bool& as_json) {
  return {"summary", "FORMAT", "format of the summary: text or json",
          choice(as_json, {{"text", false}, {"json", true}})};
}

config::Switch book_format_switch(std::optional<book::BookFormat>& place) {
  Strings words;
  for (const config::Choice& choice : config::spec(config::OptionId::book_format).choices)
    words.emplace_back(choice.name);
  const std::string names = alternatives(words);
  const auto read = [names](const std::string& text) {
    const auto format = book::book_format(text);
    if (!format && !equal_ignoring_case(text, "auto")) throw wrong_value(text, names);
    return format;
  };
  return {"book-format", "FORMAT",
          fmt::format("format of the book: {}; auto detects it from the contents", names),
          parsed(place, read, "auto")};
}

Strings split(std::string_view text) {
  Strings parts;
  boost::algorithm::split(parts, text, [](char c) { return c == ','; });
  return parts;
}

std::string header_comment(const std::string& argument) {
  return boost::algorithm::replace_all_copy(argument, "\\n", "\n");
}

void check_needs(const Command& command, std::string_view option,
                 std::initializer_list<std::string_view> others) {
  const auto is_given = [&](std::string_view name) { return command.has(name); };
  if (!is_given(option) || std::ranges::any_of(others, is_given)) return;
  throw WrongUsage(fmt::format("--{}: needs --{}", option, fmt::join(others, " or --")));
}

void check_default_output(const Command& command, const std::string& path) {
  if (!command.has("out") && os::kind_of(path) != os::PathKind::missing)
    throw WrongUsage(fmt::format("{0} exists already; to replace it, give -o {0}", path));
}

void refuse(const Command& command, std::initializer_list<std::string_view> options, std::string_view why) {
  for (const std::string_view name : options)
    if (command.has(name)) throw Failure(fmt::format("--{}{}", name, why));
}

void refuse_others(const Command& command, std::initializer_list<std::string_view> options,
                   std::string_view why) {
  std::set<std::string_view> known(options);
  known.insert({"quiet", "verbose", "color"});
  for (const std::string& name : command.given())
    if (!known.contains(name)) throw Failure(fmt::format("--{}{}", name, why));
}

}  // namespace polyglot::tools
