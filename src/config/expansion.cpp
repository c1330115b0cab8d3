// SPDX-License-Identifier: MIT
// Boost.Process's shell splits by wordexp(3), which expands wildcards, does not name the place of an error,
// and reads no variables but the real ones; on Windows it does not read variables.

#include <polyglot/ascii.hpp>
#include <polyglot/config/expansion.hpp>

namespace polyglot::config {
namespace {

using os::kBackslashSeparates;
constexpr std::string_view kSeparators = kBackslashSeparates ? "/\\" : "/";
constexpr std::string_view kWordBreaks = " \t\n\r";

bool is_one_of(char c, std::string_view characters) noexcept {
  return characters.find(c) != std::string_view::npos;
}

/// Returns the name of a variable at the start of a text; empty if there is none.
std::string_view leading_name(std::string_view text) noexcept {
  if (text.empty() || is_digit(text.front())) return {};
  const auto end =
      std::ranges::find_if_not(text, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// A variable as it is written at the start of a text.
struct VariableReference {
  std::string name;        ///< empty: the `$` is an ordinary character
  std::size_t length = 1;  ///< bytes of the text that it takes
};

/// Parses `$NAME` or `${NAME}` at the start of `text`, which begins with `$`.
/// Error: `${` that is not closed or holds anything but a name.
Result<VariableReference> parse_variable(std::string_view text) {
  const bool has_braces = text.substr(1).starts_with('{');
  const std::string_view name = leading_name(text.substr(has_braces ? 2 : 1));
  if (!has_braces) return VariableReference{std::string(name), 1 + name.size()};
  if (name.empty() || !text.substr(2 + name.size()).starts_with('}'))
    return Error{"only the plain forms $NAME and ${NAME} are understood"};
  return VariableReference{std::string(name), name.size() + 3};
}

/// Returns the home folder if `text` begins with `~` alone or before a separator. Returns nothing otherwise,
/// or if the user has no home folder.
std::optional<std::string> leading_home(std::string_view text, const os::Environment& environment) {
  const bool has_separator = text.size() > 1 && is_one_of(text[1], kSeparators);
  if (text != "~" && !(text.starts_with('~') && has_separator)) return std::nullopt;
  return os::home_folder(environment);
}

}  // namespace

Result<std::vector<std::string>> split_command_line(std::string_view command,
                                                    const os::Environment& environment) {
  std::vector<std::string> words;
  std::optional<std::string> word;  // the one that is read; an empty one ('') is not none
  const auto add = [&word](std::string_view text) {
    if (!word) word.emplace();
    word->append(text);
  };
  const auto end_word = [&words, &word] {
    if (word) words.push_back(*std::exchange(word, std::nullopt));
  };
  char quote = '\0';  // the open one
  std::size_t quote_at = 0;
  std::size_t at = 0;
  const auto fail = [](std::size_t place, const std::string& what) {
    return Error{what, "column " + std::to_string(place + 1)};
  };
  while (at < command.size()) {
    const char c = command[at];
    const std::string_view rest = command.substr(at);
    std::size_t length = 1;  // bytes of `rest` that are read
    if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote == '\'') {
      add(rest.substr(0, 1));
    } else if (c == '`' || rest.starts_with("$(")) {
      return fail(at, "command substitution is not executed: quote the '" + std::string(1, c) +
                          "', or write a script that starts the engine");
    } else if (c == '$') {
      const auto variable = parse_variable(rest);
      if (!variable) return fail(at, variable.error().what);
      const std::string value = variable->name.empty() ? "$" : environment(variable->name).value_or("");
      // Only blanks in the value of an unquoted variable are special: they separate words.
      for (const char& v : value) quote == '\0' && is_one_of(v, kWordBreaks) ? end_word() : add({&v, 1});
      length = variable->length;
    } else if (c == '\\' && !kBackslashSeparates &&
               (quote == '\0' || (rest.size() > 1 && is_one_of(rest[1], "$`\"\\")))) {
      if (rest.size() == 1) return fail(at, "a backslash at the end has no character after it");
      add(rest.substr(1, 1));
      length = 2;
    } else if (quote == '\0' && is_one_of(c, kWordBreaks)) {
      end_word();
    } else if (quote == '\0' && is_one_of(c, "'\"")) {
      add("");
      quote = c;
      quote_at = at;
    } else if (quote == '\0' && is_one_of(c, "|&;<>()")) {
      const std::string advice = kBackslashSeparates ? "write a batch file that starts the engine"
                                                     : "write sh -c '...' around the whole command";
      return fail(at, "the operator '" + std::string(1, c) + "' needs a shell: quote it, or " + advice);
    } else {
      const std::string_view plain =
          rest.substr(0, rest.find_first_of(kBackslashSeparates ? " \t\n\r'\"$`" : " \t\n\r'\"\\$`"));
      const auto home = quote == '\0' && !word ? leading_home(plain, environment) : std::nullopt;
      add(home.value_or(std::string(1, c)));
    }
    at += length;
  }
  if (quote != '\0')
    return fail(quote_at,
                std::string("the ") + (quote == '"' ? "double" : "single") + " quote is not closed");
  end_word();
  if (words.empty()) return Error{"the command is empty"};
  return words;
}

std::string shell_word(const std::string& word) {
  const std::string_view marks = kBackslashSeparates ? "_-./\\+:@" : "_-./+,:=@%";
  const auto is_plain = [&](char c) { return is_letter(c) || is_digit(c) || is_one_of(c, marks); };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  if (kBackslashSeparates) return '"' + word + '"';  // a path on Windows cannot contain a quote
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string expand_home(std::string_view name, const os::Environment& environment) {
  const auto home = leading_home(name, environment);
  return home ? *home + std::string(name.substr(1)) : std::string(name);
}

Result<std::string> expand_file_name(std::string_view name, const os::Environment& environment) {
  const auto home = leading_home(name, environment);
  std::string expanded = home.value_or("");
  for (std::size_t at = home ? 1 : 0; at < name.size();) {
    const auto variable = name[at] == '$' ? parse_variable(name.substr(at)) : VariableReference();
    if (!variable) return Error{variable.error().what, std::string(name)};
    const auto value = variable->name.empty() ? std::string(1, name[at]) : environment(variable->name);
    if (!value) return Error{"the environment variable " + variable->name + " is not set", std::string(name)};
    expanded += *value;
    at += variable->length;
  }
  return {boost::system::in_place_value, std::move(expanded)};
}

Result<std::filesystem::path> find_file(std::string_view name, const std::filesystem::path& ini_folder,
                                        const os::Environment& environment) {
  const Result<std::string> expanded = expand_file_name(name, environment);
  if (!expanded) return expanded.error();
  const std::filesystem::path path = *expanded;
  std::error_code ignored;
  const std::filesystem::path first = path.is_absolute() ? path : ini_folder / path;
  if (std::filesystem::exists(first, ignored)) return {boost::system::in_place_value, first};
  if (path.is_absolute() || first == path) return Error{"there is no file " + first.string()};
  if (std::filesystem::exists(path, ignored)) return {boost::system::in_place_value, path};
  const std::filesystem::path second = std::filesystem::absolute(path, ignored);
  return Error{"there is neither a file " + first.string() + " nor " + second.string()};
}

}  // namespace polyglot::config
