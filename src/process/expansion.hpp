#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <polyglot/process/environment.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// A variable as it is written at the start of a text.
struct VariableReference {
  std::string name;        ///< empty: the `$` is an ordinary character
  std::size_t length = 1;  ///< bytes of the text that it takes
};

/// Parses `$NAME` or `${NAME}` at the start of `text`, which begins with `$`.
/// Error: `${` that is not closed or holds anything but a name.
[[nodiscard]] Result<VariableReference> parse_variable(std::string_view text);

/// The home folder if `text` begins with `~` alone or `~/`; otherwise, or without HOME, nothing.
[[nodiscard]] std::optional<std::string> leading_home(std::string_view text, const Environment& environment);

}  // namespace polyglot::process
