// SPDX-License-Identifier: MIT
#include <array>
#include <iterator>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/syntax.hpp>

namespace polyglot::config {
namespace {

constexpr char kBetweenNames = ',';

/// Other names that users may try, the option of each, and what to type.
struct OtherName {
  std::string_view name;
  std::string_view option;
  std::string_view usage;
};
constexpr std::array kOtherNames{OtherName{"colour", "side", "--side"},
                                 OtherName{"engine", "ec", "--ec"},
                                 OtherName{"book", "pg", "--pg BookFile=FILE"},
                                 OtherName{"bookfile", "pg", "--pg BookFile=FILE"},
                                 OtherName{"hash", "uci", "--uci Hash=N"},
                                 OtherName{"threads", "uci", "--uci Threads=N"},
                                 OtherName{"games", "pgn", "--pgn"},
                                 OtherName{"elo", "min-elo", "--min-elo"}};

/// We suggest one of two names for the other if the shorter begins the longer and has this minimum length.
constexpr std::size_t kLeastPrefix = 3;

std::string documented_form(const Switch& option) {
  return "--" + std::string(option.own_name());
}

/// Whether a word is an option. `-` and `-:2` are not: they mean standard input.
bool has_dash(std::string_view word) {
  return word.size() > 1 && word.front() == '-' && word[1] != ':';
}

/// The name in an option: "out" of "--out=FILE".
std::string_view name_in(std::string_view word) {
  word.remove_prefix(word.starts_with("--") ? 2 : 1);
  return word.substr(0, word.find('='));
}

bool asks_for_help(std::string_view word) {
  constexpr std::array<std::string_view, 4> kForms = {"-h", "-help", "--h", "--help"};
  return std::ranges::any_of(kForms, [&](auto form) { return equal_ignoring_case(word, form); });
}

}  // namespace

std::vector<std::string_view> Switch::names() const {
  std::vector<std::string_view> all;
  for (std::string_view rest = name; !rest.empty();) {
    all.push_back(rest.substr(0, rest.find(kBetweenNames)));
    rest.remove_prefix(std::min(all.back().size() + 1, rest.size()));
  }
  return all;
}

bool Switch::is_called(std::string_view wanted) const {
  return std::ranges::count(names(), wanted) > 0;
}

char Switch::letter() const {
  for (const std::string_view one : names())
    if (one.size() == 1) return one.front();
  return 0;
}

void Syntax::add(std::vector<Switch> switches, const std::string& section) {
  for (Switch& option : switches) {
    option.section = section;
    switches_.push_back(std::move(option));
  }
}

const Switch* Syntax::find(std::string_view name) const {
  const auto found =
      std::ranges::find_if(switches_, [name](const Switch& option) { return option.is_called(name); });
  return found == switches_.end() ? nullptr : &*found;
}

bool Syntax::has(std::string_view name) const {
  const Switch* const option = find(name);
  return option != nullptr && given_.contains(option->own_name());
}

Result<void> Syntax::parse(std::span<const std::string> arguments) {
  return result_of([&] { take_all(arguments); });
}

void Syntax::take_all(std::span<const std::string> arguments) {
  bool options_have_ended = false;
  Words plain;
  while (!arguments.empty()) {
    const std::string& word = arguments.front();
    arguments = arguments.subspan(1);
    if (!options_have_ended && word == "--") {
      options_have_ended = true;
      continue;
    }
    const bool is_option = !options_have_ended && has_dash(word);
    if (!is_option) {
      options_have_ended |= std::ranges::any_of(switches_, &Switch::is_command);
      plain.push_back(word);
    } else {
      take_option(word, arguments);
    }
  }
  take_plain(plain);
  const bool only_informs = has("help") || has("version");
  for (const Switch& option : switches_)
    if (option.required && !only_informs && !has(option.own_name())) throw Failure(missing(option));
}

void Syntax::take_plain(const Words& words) {
  // How many words each option can still take. An option of a single word takes none if it was given by name.
  std::vector<std::size_t> room;
  for (const Switch& option : switches_)
    room.push_back(option.plain == 1 && has(option.own_name()) ? 0 : option.plain);
  for (const std::string& word : words) {
    std::size_t place = 0;
    while (place < room.size() && (room[place] == 0 || (switches_[place].name.empty() && word == "-")))
      ++place;
    if (place == room.size()) {
      if (word.empty()) continue;
      throw Failure(incorrect_use(word));
    }
    --room[place];
    given_.emplace(switches_[place].own_name());
    switches_[place].action.take({word});
  }
}

void Syntax::take_option(const std::string& word, std::span<const std::string>& others) {
  const Switch* const option = find_option(word);
  if (option == nullptr) throw Failure(incorrect_use(word));
  const Arity arity = option->action.arity;
  const auto is_value = [&](const std::string& next) {
    return arity == Arity::one ? !has_dash(next) || find_option(next) == nullptr : !has_dash(next);
  };
  Words values;
  const std::size_t equals = word.find('=');
  if (equals != word.npos) {
    values.push_back(word.substr(equals + 1));
  } else if (arity != Arity::none) {
    const auto first_other = std::ranges::find_if_not(others, is_value);
    const auto count = static_cast<std::size_t>(first_other - others.begin());
    const auto taken = others.first(arity == Arity::one ? std::min<std::size_t>(count, 1) : count);
    values.assign(taken.begin(), taken.end());
    others = others.subspan(taken.size());
  }
  if (arity == Arity::none && !values.empty()) throw Failure(documented_form(*option) + " takes no value");
  if ((arity == Arity::one || arity == Arity::some) && values.empty())
    throw Failure(documented_form(*option) + " needs a value: " + option->argument);
  given_.emplace(option->own_name());
  try {
    option->action.take(values);
  } catch (const Failure& wrong) {
    throw Failure(documented_form(*option) + ": " + wrong.error().to_string());
  }
}

const Switch* Syntax::find_option(std::string_view word) const {
  return asks_for_help(word) ? find("help") : find(name_in(word));
}

std::string Syntax::named_otherwise(std::string_view name) const {
  for (const OtherName& known : kOtherNames)
    if (equal_ignoring_case(known.name, name) && find(known.option) != nullptr)
      return std::string(known.usage);
  for (const Switch& option : switches_)
    for (const std::string& value : option.action.choices)
      if (equal_ignoring_case(value, name)) return documented_form(option) + ' ' + value;
  return {};
}

std::string Syntax::named_alike(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Switch& option : switches_) {
    const char letter = option.letter();
    if (letter != 0 && name.size() == 1 && to_lower(letter) == to_lower(name[0]))
      return documented_form(option);
    std::ranges::copy_if(option.names(), std::back_inserter(names),
                         [](std::string_view known) { return known.size() > 1; });
  }
  const auto begins = [](std::string_view longer, std::string_view start) {
    return start.size() >= kLeastPrefix && longer.starts_with(start);
  };
  const auto longer = std::ranges::find_if(names, [&](auto known) { return begins(known, name); });
  if (longer != names.end()) return "--" + std::string(*longer);
  if (const auto nearest = nearest_name(name, names)) return "--" + std::string(*nearest);
  const auto shorter = std::ranges::find_if(names, [&](auto known) { return begins(name, known); });
  return shorter != names.end() ? "--" + std::string(*shorter) : std::string();
}

Error Syntax::incorrect_use(std::string_view word) const {
  const bool is_option = has_dash(word);
  const std::string_view name = is_option ? name_in(word) : word;
  std::string meant = named_otherwise(name);
  if (meant.empty() && is_option) meant = named_alike(name);
  if (const Switch* const option = find(name); meant.empty() && option != nullptr && !name.empty())
    meant = documented_form(*option);
  return Error{(is_option ? "unknown option " : "unexpected argument ") + in_quotes(word) +
               (meant.empty() ? "" : did_you_mean(meant))};
}

Error Syntax::missing(const Switch& option) const {
  if (option.plain == 0) return Error{documented_form(option) + ' ' + option.argument + " is missing"};
  const bool could_be_taken =
      std::ranges::any_of(switches_, [](const Switch& other) { return other.action.arity > Arity::one; });
  return Error{option.argument + " is missing" +
               (could_be_taken ? "; give it first, before options that take several words" : "")};
}

}  // namespace polyglot::config
