// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/result.hpp>

namespace polyglot::config {

using Words = std::vector<std::string>;

/// How many words belong to an option. Those of some and any go on until the next option.
enum class Arity : std::uint8_t { none, one, some, any };

/// What an option does.
struct Action {
  /// Called each time that the option is met, in the order of the command line.
  /// Error: what is wrong with the words, as in `"two" is not a number`.
  std::function<Result<void>(const Words& words)> take;
  Arity arity = Arity::one;
  std::string standard = {};  ///< the value without it, for help; empty: none that should be shown
  Words choices = {};         ///< the only values there are, for completions; empty: others are possible
};

/// An option of a command line: declared once, it is parsed, documented and carried out by this.
struct Switch {
  /// Without dashes: `out,o` if a letter stands for it as well, `book,bin,in` if it is understood by other
  /// names, which are not documented; the first is its own. Empty: plain words only.
  std::string name;
  std::string argument;  ///< what its value is called; empty if it has none
  std::string doc;       ///< a phrase without a period; empty: help and manuals are silent about it
  Action action;
  std::size_t plain = 0;     ///< so many words without an option before them are values of this one
  bool required = false;     ///< must be given, unless "help" is
  std::string section = {};  ///< of help: options of one stand together below it; empty: before all others
  bool is_command = false;   ///< its first plain word ends the options: what follows is for another program

  [[nodiscard]] std::vector<std::string_view> names() const;
  [[nodiscard]] bool is_called(std::string_view wanted) const;
  /// `out`, not `out,o`.
  [[nodiscard]] std::string_view own_name() const noexcept {
    return std::string_view(name).substr(0, name.find(','));
  }
  /// The letter that stands for it; 0: none.
  [[nodiscard]] char letter() const;
};

/// For Switch::plain: all such words.
inline constexpr std::size_t kAllPlain = static_cast<std::size_t>(-1);

/// The syntax of a command line, of the proxy and the tools alike.
///
/// Options have two dashes or one and are not abbreviated; their values follow, or stand behind "=". `--`
/// ends the options; `-` is a plain word, and so is `-:2`. Plain words beyond what is expected are wrong use,
/// but for empty ones: scripts may pass an unset variable in quotes. The words -h, -help and --help, in any
/// letter case, mean the option "help".
class Syntax {
 public:
  /// `section`: that of all these, see Switch::section.
  void add(std::vector<Switch> switches, const std::string& section = {});

  /// Has all actions carried out. Error: the first thing that is wrong, one line without the program's name.
  [[nodiscard]] Result<void> parse(std::span<const std::string> arguments);
  /// Whether the option was given, by any of its names.
  [[nodiscard]] bool has(std::string_view name) const;
  /// The own names of all options that were given.
  [[nodiscard]] const std::set<std::string, std::less<>>& given() const noexcept { return given_; }

  [[nodiscard]] const std::vector<Switch>& switches() const noexcept { return switches_; }
  /// By any of its names; null if there is none.
  [[nodiscard]] Switch* find(std::string_view name);
  [[nodiscard]] const Switch* find(std::string_view name) const;

 private:
  [[nodiscard]] Result<void> take_plain(const std::string& word);
  /// Takes values off the words that follow.
  [[nodiscard]] Result<void> take_option(const std::string& word, std::span<const std::string>& others);
  [[nodiscard]] const Switch* find_option(std::string_view word) const;
  [[nodiscard]] Error incorrect_use(std::string_view word) const;
  [[nodiscard]] Error missing(const Switch& option) const;

  std::vector<Switch> switches_;
  std::set<std::string, std::less<>> given_;
};

}  // namespace polyglot::config
