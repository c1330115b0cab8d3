// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <sstream>

#include <boost/program_options.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/syntax.hpp>

namespace polyglot::config {

namespace {

namespace po = boost::program_options;

std::string_view long_name(const Switch& option) {
  return std::string_view(option.name).substr(0, option.name.find(','));
}

/// `name` is the long one or the letter.
bool is_called(const Switch& option, std::string_view name) {
  return !name.empty() && (name == long_name(option) || option.name.ends_with("," + std::string(name)));
}

std::string documented_form(const Switch& option) {
  return std::string(option.dashes) + std::string(long_name(option));
}

std::string_view without_dashes(std::string_view word) {
  return word.substr(std::min(word.find_first_not_of('-'), word.size()));
}

bool asks_for_help(std::string_view word) {
  constexpr std::array<std::string_view, 4> kForms = {"-h", "-help", "--h", "--help"};
  return std::ranges::any_of(kForms,
                             [word](std::string_view form) { return equal_ignoring_case(word, form); });
}

po::value_semantic* semantic_of(const Switch& option) {
  if (option.action.arity == Arity::none) return new po::untyped_value(true);
  auto* const value = po::value<std::string>()->value_name(std::string(option.argument));
  if (!option.action.standard.empty()) value->default_value(option.action.standard);
  if (option.action.arity != Arity::one) value->multitoken();
  if (option.action.arity == Arity::any) value->zero_tokens();
  return value;
}

po::options_description describe(std::span<const Switch> switches) {
  po::options_description all;
  std::vector<std::string> sections = {""};
  for (const Switch& option : switches)
    if (std::ranges::find(sections, option.section) == sections.end()) sections.push_back(option.section);
  for (const std::string& section : sections) {
    po::options_description part(section);
    auto& description = section.empty() ? all : part;
    for (const Switch& option : switches)
      if (option.section == section && !option.name.empty())
        description.add_options()(option.name.c_str(), semantic_of(option), option.doc.c_str());
    if (!section.empty()) all.add(part);
  }
  return all;
}

/// A mistyped "-only-whit" is no option -o with the value "nly-whit", nor "-hepl" a group of flags.
bool is_run_together(std::string_view word, std::span<const Switch> switches) {
  if (word.size() <= 2 || word[0] != '-' || word[1] == '-') return false;
  const std::string_view name = word.substr(1, word.find('=') - 1);
  return std::ranges::find(switches, name, long_name) == switches.end();
}

using Tails = std::vector<std::span<const std::string>>;

/// In place of a tail. Nothing that a program is called with holds a zero.
const std::string kTail(1, '\0');

/// Of words without a dash that follow each other the first, and kTail for the others: program_options moves
/// all words that are left with each one that it takes, and what it does with the second it does with all.
Words without_tails(std::span<const std::string> arguments, Tails& tails) {
  const auto has_dash = [](const std::string& word) { return word.starts_with('-'); };
  const auto end_of_options = std::ranges::find(arguments, "--");
  Words words;
  for (auto at = arguments.begin(); at != end_of_options;) {
    words.push_back(*at++);
    const auto last = has_dash(words.back()) ? at : std::find_if(at, end_of_options, has_dash);
    if (at == last) continue;
    words.push_back(kTail);
    tails.emplace_back(at, last);
    at = last;
  }
  words.insert(words.end(), end_of_options, arguments.end());
  return words;
}

std::vector<po::option> with_tails(std::vector<po::option> options, const Tails& tails) {
  std::vector<po::option> whole;
  auto tail = tails.begin();
  for (po::option& option : options) {
    const bool has_tail = !option.value.empty() && option.value.back() == kTail;
    if (has_tail) option.value.pop_back();
    const bool is_plain = option.string_key.empty();
    if (has_tail && is_plain) {
      for (const std::string& word : *tail)
        whole.emplace_back(std::string(), Words{word}).original_tokens = {word};
    } else {
      if (has_tail) option.value.insert(option.value.end(), tail->begin(), tail->end());
      whole.push_back(std::move(option));
    }
    if (has_tail) ++tail;
  }
  return whole;
}

std::vector<po::option> split(std::span<const std::string> arguments, std::span<const Switch> switches) {
  namespace style = po::command_line_style;
  const po::options_description description = describe(switches);
  const auto take_run_together = [switches](Words& words) {
    std::vector<po::option> taken;
    if (!is_run_together(words.front(), switches)) return taken;
    po::option& option = taken.emplace_back(words.front(), Words());
    option.original_tokens = {words.front()};
    option.unregistered = true;
    words.erase(words.begin());
    return taken;
  };
  Tails tails;
  auto parsed = po::command_line_parser(without_tails(arguments, tails))
                    .options(description)
                    .extra_style_parser(take_run_together)
                    .style((style::unix_style | style::allow_long_disguise) & ~style::allow_guessing)
                    .allow_unregistered()
                    .run();
  return with_tails(std::move(parsed.options), tails);
}

Switch* find(std::span<Switch> switches, std::string_view name) {
  const auto found =
      std::ranges::find_if(switches, [name](const Switch& option) { return is_called(option, name); });
  return found == switches.end() ? nullptr : &*found;
}

/// The one that a word of the command line stands for; null if there is none.
Switch* find(std::span<Switch> switches, const po::option& word) {
  const std::string& text = word.original_tokens.front();
  const auto takes = [&text](const Switch& option) {
    return option.plain > 0 && !(option.name.empty() && text.starts_with('-'));
  };
  const bool is_option = !word.string_key.empty();
  if (is_option && !word.unregistered) return find(switches, word.string_key);
  const auto plain = is_option ? switches.end() : std::ranges::find_if(switches, takes);
  if (plain != switches.end()) return &*plain;
  return asks_for_help(text) ? find(switches, "help") : nullptr;
}

Error incorrect_use(std::string_view word, std::span<Switch> switches) {
  std::string what = "Incorrect use of option: " + in_quotes(word);
  if (!word.starts_with('-'))
    return Error{what + (find(switches, "fen") != nullptr ? "; a FEN must stand between quotes" : "")};
  std::vector<std::string_view> names;
  for (const Switch& option : switches)
    if (!option.name.empty()) names.push_back(long_name(option));
  const auto nearest = nearest_name(without_dashes(word), names);
  return Error{what + (nearest ? did_you_mean(documented_form(*find(switches, *nearest))) : "")};
}

/// Program_options writes its messages for "--name"; ours name the option as documented.
Error usage_error(const po::error_with_option_name& error, std::span<Switch> switches) {
  const Switch* const option = find(switches, without_dashes(error.get_option_name()));
  if (option == nullptr) return Error{error.what()};
  return Error{documented_form(*option) +
               (option->argument.empty() ? " takes no value" : " needs a value: " + option->argument)};
}

Error missing(const Switch& option, std::span<Switch> switches) {
  const bool could_be_taken =
      std::ranges::any_of(switches, [](const Switch& other) { return other.action.arity > Arity::one; });
  return Error{option.argument + " is missing" +
               (could_be_taken ? "; it goes first, before options of several words" : "")};
}

}  // namespace

void Syntax::add(std::vector<Switch> switches, const std::string& section) {
  for (Switch& option : switches) {
    option.section = section;
    switches_.push_back(std::move(option));
  }
}

Result<void> Syntax::parse(std::span<const std::string> arguments) {
  try {
    for (const po::option& word : split(arguments, switches_)) {
      Switch* const option = find(switches_, word);
      const bool is_plain = word.string_key.empty();
      if (option == nullptr && is_plain && word.value.front().empty()) continue;
      if (option == nullptr) return incorrect_use(word.original_tokens.front(), switches_);
      if (is_plain && option->plain > 0) --option->plain;
      given_.emplace(long_name(*option));
      const auto taken = option->action.take(word.value);
      if (!taken) return Error{documented_form(*option) + ": " + taken.error().to_string()};
    }
  } catch (const po::error_with_option_name& error) {
    return usage_error(error, switches_);
  } catch (const po::error& error) {
    return Error{error.what()};
  }
  for (const Switch& option : switches_)
    if (option.required && !has(long_name(option)) && !has("help")) return missing(option, switches_);
  return {};
}

std::string Syntax::help() const {
  std::ostringstream text;
  text << describe(switches_);
  return text.str();
}

}  // namespace polyglot::config
