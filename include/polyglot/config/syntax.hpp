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
};

/// An option of a command line: declared once, it is parsed, documented and carried out by this.
struct Switch {
  std::string name;  ///< without dashes; "out,o" if a letter stands for it as well; empty: plain words only
  std::string argument;  ///< what its value is called; empty if it has none
  std::string doc;
  Action action;
  std::size_t plain = 0;     ///< so many words without an option before them are values of this one
  bool required = false;     ///< must be given, unless "help" is
  std::string dashes = "-";  ///< as they are documented: one or two will do
  std::string section = {};  ///< of help: options of one stand together below it; empty: before all others
};

/// For Switch::plain: all such words.
inline constexpr std::size_t kAllPlain = static_cast<std::size_t>(-1);

/// The syntax of a command line, of the proxy and the tools alike.
///
/// Options have one dash or two and are not abbreviated; their values follow, or stand behind "=". `--` ends
/// the options. Plain words beyond what is expected are wrong use, but for empty ones: scripts may pass an
/// unset variable in quotes. The words -h, -help and --help, in any letter case, mean the option "help".
class Syntax {
 public:
  /// `section`: that of all these, see Switch::section.
  void add(std::vector<Switch> switches, const std::string& section = {});

  /// Has all actions carried out. Error: the first thing that is wrong, one line without the program's name.
  [[nodiscard]] Result<void> parse(std::span<const std::string> arguments);
  /// Whether the option was given.
  [[nodiscard]] bool has(std::string_view name) const { return given_.contains(name); }
  /// The names of all options that were given.
  [[nodiscard]] const std::set<std::string, std::less<>>& given() const noexcept { return given_; }

  /// A line or more for each option.
  [[nodiscard]] std::string help() const;

 private:
  std::vector<Switch> switches_;
  std::set<std::string, std::less<>> given_;  ///< names
};

}  // namespace polyglot::config
