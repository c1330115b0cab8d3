// SPDX-License-Identifier: MIT
#include <system_error>
#include <utility>

#include <polyglot/ascii.hpp>
#include <polyglot/os/expansion.hpp>

#include "os/path_syntax.hpp"

namespace polyglot::os {
namespace {

bool is_name_start(char c) noexcept {
  return is_letter(c) || c == '_';
}
bool is_name_char(char c) noexcept {
  return is_name_start(c) || is_digit(c);
}

std::string_view leading_name(std::string_view text) noexcept {
  if (text.empty() || !is_name_start(text.front())) return {};
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_char);
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
  const std::string_view rest = text.substr(1);
  if (!rest.starts_with('{')) {
    const std::string_view name = leading_name(rest);
    return VariableReference{std::string(name), 1 + name.size()};
  }
  const std::string_view name = leading_name(rest.substr(1));
  if (name.empty() || !rest.substr(1 + name.size()).starts_with('}'))
    return Error{"only the plain forms $NAME and ${NAME} are understood"};
  return VariableReference{std::string(name), name.size() + 3};
}

/// Returns the home folder if `text` begins with `~` alone or before a separator. Returns nothing otherwise,
/// or if the user has no home folder.
std::optional<std::string> leading_home(std::string_view text, const Environment& environment) {
  const bool has_separator = text.size() > 1 && kSeparators.find(text[1]) != std::string_view::npos;
  if (text != "~" && !(text.starts_with('~') && has_separator)) return std::nullopt;
  return environment(kHomeVariable);
}

constexpr std::string_view kBlanks = " \t\n\r";
constexpr std::string_view kOperators = "|&;<>()";

bool is_blank(char c) noexcept {
  return kBlanks.find(c) != std::string_view::npos;
}

/// Reads the command once. Each parse_… function starts at `at_`, and moves it past what it has read.
class Splitter {
 public:
  Splitter(std::string_view text, const Environment& environment) : text_(text), environment_(environment) {}

  Result<std::vector<std::string>> split() {
    while (at_ < text_.size()) {
      const Result<void> step = parse_unquoted();
      if (!step) return step.error();
    }
    end_word();
    if (words_.empty()) return Error{"the command is empty"};
    return std::move(words_);
  }

 private:
  Result<void> parse_unquoted() {
    const char c = text_[at_];
    if (is_blank(c)) {
      end_word();
      ++at_;
      return {};
    }
    if (kOperators.find(c) != std::string_view::npos)
      return fail("the operator '" + std::string(1, c) + "' needs a shell: quote it, or " + kShellAdvice);
    switch (c) {
      case '\'':
        return parse_single_quoted();
      case '"':
        return parse_double_quoted();
      case '\\':
        if (kBackslashSeparates) break;
        return parse_backslash();
      case '$':
        return parse_dollar(false);
      case '`':
        return command_substitution();
      case '~':
        parse_tilde();
        return {};
      default:
        break;
    }
    take(1);
    return {};
  }

  Result<void> parse_single_quoted() {
    const std::size_t end = text_.find('\'', at_ + 1);
    if (end == std::string_view::npos) return fail("the single quote is not closed");
    in_word_ = true;
    word_.append(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return {};
  }

  Result<void> parse_double_quoted() {
    const std::size_t start = at_++;
    in_word_ = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        ++at_;
        return {};
      }
      Result<void> step = parse_inside_double_quotes(c);
      if (!step) return step;
    }
    at_ = start;
    return fail("the double quote is not closed");
  }

  Result<void> parse_inside_double_quotes(char c) {
    if (c == '`') return command_substitution();
    if (c == '$') return parse_dollar(true);
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (c == '\\' && !kBackslashSeparates && std::string_view("$`\"\\").find(next) != std::string_view::npos)
      ++at_;
    take(1);
    return {};
  }

  Result<void> parse_backslash() {
    if (at_ + 1 == text_.size()) return fail("a backslash at the end has no character after it");
    ++at_;
    take(1);
    return {};
  }

  Result<void> parse_dollar(bool quoted) {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("$(")) return command_substitution();
    const Result<VariableReference> variable = parse_variable(rest);
    if (!variable) return fail(variable.error().what);
    if (variable->name.empty()) {
      take(1);
      return {};
    }
    at_ += variable->length;
    const std::string value = environment_(variable->name).value_or("");
    quoted ? void(word_.append(value)) : append_fields(value);
    return {};
  }

  /// Appends the value of an unquoted variable. Only blanks in it are special: they separate words.
  void append_fields(std::string_view value) {
    for (const char c : value) {
      if (is_blank(c)) {
        end_word();
      } else {
        in_word_ = true;
        word_ += c;
      }
    }
  }

  void parse_tilde() {
    const std::size_t end = text_.find_first_of(kBackslashSeparates ? " \t\n\r'\"$`" : " \t\n\r'\"\\$`", at_);
    const auto home = leading_home(text_.substr(at_, end - at_), environment_);
    if (in_word_ || !home) return take(1);
    in_word_ = true;
    word_ += *home;
    ++at_;
  }

  void take(std::size_t count) {
    in_word_ = true;
    word_.append(text_.substr(at_, count));
    at_ += count;
  }

  void end_word() {
    if (in_word_) words_.push_back(std::exchange(word_, {}));
    in_word_ = false;
  }

  [[nodiscard]] Result<void> command_substitution() const {
    return fail("command substitution is not executed: quote the '" + std::string(1, text_[at_]) +
                "', or write a script that starts the engine");
  }

  [[nodiscard]] Result<void> fail(std::string what) const {
    return Error{std::move(what), "column " + std::to_string(at_ + 1)};
  }

  std::string_view text_;
  const Environment& environment_;
  std::size_t at_ = 0;
  std::string word_;
  bool in_word_ = false;  ///< tells an empty word ('') from no word
  std::vector<std::string> words_;
};

/// Advice on a name that no file has, because its user wrote it as in a command or as for another shell.
std::string advice_for(std::string_view name) {
  if (name.size() > 1 && name.starts_with('"') && name.ends_with('"')) return "; write it without quotes";
  if (!kBackslashSeparates) return {};
  const std::size_t percent = name.find('%');
  if (percent == std::string_view::npos) return {};
  const std::string_view variable = leading_name(name.substr(percent + 1));
  const bool is_closed = !variable.empty() && name.substr(percent + 1 + variable.size()).starts_with('%');
  return is_closed ? "; write $" + std::string(variable) + ", not %" + std::string(variable) + "%" : "";
}

}  // namespace

Result<std::vector<std::string>> split_command_line(std::string_view command,
                                                    const Environment& environment) {
  return Splitter(command, environment).split();
}

std::string expand_home(std::string_view name, const Environment& environment) {
  const auto home = leading_home(name, environment);
  return home ? *home + std::string(name.substr(1)) : std::string(name);
}

Result<std::string> expand_file_name(std::string_view name, const Environment& environment) {
  std::string expanded;
  std::size_t at = 0;
  if (const auto home = leading_home(name, environment)) {
    expanded = *home;
    at = 1;
  }
  while (at < name.size()) {
    if (name[at] != '$') {
      expanded += name[at++];
      continue;
    }
    const Result<VariableReference> variable = parse_variable(name.substr(at));
    if (!variable) return Error{variable.error().what, std::string(name)};
    if (variable->name.empty()) {
      expanded += name[at++];
      continue;
    }
    const auto value = environment(variable->name);
    if (!value) return Error{"the environment variable " + variable->name + " is not set", std::string(name)};
    expanded += *value;
    at += variable->length;
  }
  return {boost::system::in_place_value, std::move(expanded)};
}

std::string with_process_id(std::string_view name) {
  std::string result(name);
  const std::string id = own_process_id();
  for (std::size_t at = 0; (at = result.find("%p", at)) != std::string::npos; at += id.size())
    result.replace(at, 2, id);
  return result;
}

Result<std::filesystem::path> find_file(std::string_view name, const std::filesystem::path& ini_folder,
                                        const Environment& environment) {
  const Result<std::string> expanded = expand_file_name(name, environment);
  if (!expanded) return expanded.error();
  const std::filesystem::path path = *expanded;
  std::error_code ignored;
  const std::filesystem::path first = path.is_absolute() ? path : ini_folder / path;
  if (std::filesystem::exists(first, ignored)) return {boost::system::in_place_value, first};
  const std::string advice = advice_for(name);
  if (path.is_absolute() || first == path) return Error{"there is no file " + first.string() + advice};
  if (std::filesystem::exists(path, ignored)) return {boost::system::in_place_value, path};
  const std::filesystem::path second = std::filesystem::absolute(path, ignored);
  return Error{"there is neither a file " + first.string() + " nor " + second.string() + advice};
}

}  // namespace polyglot::os
