#include <utility>

#include <polyglot/process/command_line.hpp>

#include "process/expansion.hpp"

namespace polyglot::process {
namespace {

constexpr std::string_view kBlanks = " \t\n\r";
constexpr std::string_view kOperators = "|&;<>()";

bool is_blank(char c) noexcept {
  return kBlanks.find(c) != std::string_view::npos;
}

/// One pass over the command; each parse_… function starts at `at_` and moves it behind what it took.
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
      return fail("the operator '" + std::string(1, c) +
                  "' needs a shell: quote it, or write sh -c '...' around the whole command");
    switch (c) {
      case '\'':
        return parse_single_quoted();
      case '"':
        return parse_double_quoted();
      case '\\':
        return parse_backslash();
      case '$':
        return parse_dollar(false);
      case '`':
        return command_substitution();
      case '~':
        parse_tilde();
        return {};
      default:
        take(1);
        return {};
    }
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
    if (c == '\\' && std::string_view("$`\"\\").find(next) != std::string_view::npos) ++at_;
    take(1);
    return {};
  }

  Result<void> parse_backslash() {
    if (at_ + 1 == text_.size()) return fail("there is nothing behind the last backslash");
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

  /// The value of an unquoted variable: blanks in it separate words, nothing else in it is special.
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
    const std::size_t end = text_.find_first_of(" \t\n\r'\"\\$`", at_);
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
  bool in_word_ = false;  ///< distinguishes an empty word ('') from no word
  std::vector<std::string> words_;
};

}  // namespace

Result<std::vector<std::string>> split_command_line(std::string_view command,
                                                    const Environment& environment) {
  return Splitter(command, environment).split();
}

}  // namespace polyglot::process
