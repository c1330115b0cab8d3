// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

using Words = std::vector<std::string>;

/// The number of words that belong to an option. With `some` and `any` they continue until the next option.
enum class Arity : std::uint8_t { none, one, some, any };

/// What an option does.
struct Action {
  /// Is called for each occurrence of the option, in the order of the command line. Throws a Failure about
  /// wrong words, as in `"two" is not a number`.
  std::function<void(const Words& words)> take;
  Arity arity = Arity::one;
  std::string standard = {};  ///< the default, for help; empty: help shows none
  Words choices = {};         ///< all possible values; empty: any value is possible
};

/// An option of a command line. Parsing, documentation and execution all use this declaration.
struct Switch {
  /// The names without dashes, the main name first. `out,o` has a letter as well. `book,bin,in` has other
  /// names, which are not documented. If the name is empty, the option has only plain words.
  std::string name;
  std::string argument;  ///< the placeholder of its value; empty if it has none
  std::string doc;       ///< a phrase without a period; empty: help does not show the option
  Action action;
  std::size_t plain = 0;     ///< how many plain words (words that follow no option) are its values
  bool required = false;     ///< true: it must be given, unless "help" or "version" is
  std::string section = {};  ///< the section of help that lists it; empty: before all sections
  /// True: its first plain word ends the options; the other words are for another program.
  bool is_command = false;

  [[nodiscard]] std::vector<std::string_view> names() const;
  [[nodiscard]] bool is_called(std::string_view wanted) const;
  /// Returns the main name: `out` of `out,o`.
  [[nodiscard]] std::string_view own_name() const noexcept {
    return std::string_view(name).substr(0, name.find(','));
  }
  /// Returns the letter of the option; 0 if it has none.
  [[nodiscard]] char letter() const;
};

/// A value of Switch::plain: all plain words.
inline constexpr std::size_t kAllPlain = static_cast<std::size_t>(-1);

/// The syntax of a command line, for the proxy and for the tools.
///
/// Options have one dash or two and cannot be abbreviated. Their values come as the next words, or after "=".
/// Plain words belong to the options that were not given by name. `--` ends the options; `-` is a plain word,
/// and so is `-:2`. More plain words than expected are an error, except empty ones: scripts may pass an unset
/// variable in quotes. The words -h, -help and --help, in any letter case, mean the option "help".
class Syntax {
 public:
  /// Adds options. `section` is the section of all of them, see Switch::section.
  void add(std::vector<Switch> switches, const std::string& section = {});

  /// Parses the arguments and carries out all actions. Error: the first mistake, as one line without the
  /// program's name. Actions before it have been carried out.
  [[nodiscard]] Result<void> parse(std::span<const std::string> arguments);
  /// Returns true if the option was given, by any of its names.
  [[nodiscard]] bool has(std::string_view name) const;
  /// Returns the main names of all options that were given.
  [[nodiscard]] const std::set<std::string, std::less<>>& given() const noexcept { return given_; }

  [[nodiscard]] const std::vector<Switch>& switches() const noexcept { return switches_; }
  /// Finds an option by any of its names. Returns null if there is none.
  [[nodiscard]] const Switch* find(std::string_view name) const;
  [[nodiscard]] Switch* find(std::string_view name) {
    return const_cast<Switch*>(std::as_const(*this).find(name));
  }

 private:
  void take_all(std::span<const std::string> arguments);
  void take_plain(const Words& words);
  /// Removes the values of the option from `others`.
  void take_option(const std::string& word, std::span<const std::string>& others);
  [[nodiscard]] const Switch* find_option(std::string_view word) const;
  /// Returns what to type instead, if users may know an option, or a value of an option, by this name. Empty
  /// if there is none.
  [[nodiscard]] std::string named_otherwise(std::string_view name) const;
  /// Returns the option with a similar name, as `--name`; empty if there is none.
  [[nodiscard]] std::string named_alike(std::string_view name) const;
  [[nodiscard]] Error incorrect_use(std::string_view word) const;
  [[nodiscard]] Error missing(const Switch& option) const;

  std::vector<Switch> switches_;
  std::set<std::string, std::less<>> given_;
};

/// The declaration of a tool. Its help is generated from it.
struct Manual {
  std::string_view name;     ///< "make-book"
  std::string_view summary;  ///< one sentence, with its final period
  std::vector<Switch> switches;
  std::string_view examples;    ///< commands, one a line
  std::string_view exit_codes;  ///< "0 success, 1 failure"
};

/// Returns the text that `polyglot make-book --help` prints.
[[nodiscard]] std::string help_text(const Manual& tool);

}  // namespace polyglot::config
