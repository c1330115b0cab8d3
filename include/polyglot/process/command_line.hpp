#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <polyglot/process/environment.hpp>
#include <polyglot/result.hpp>

namespace polyglot::process {

/// Splits an EngineCommand into words as a POSIX shell does: '…', "…", backslash, a leading `~`,
/// `$NAME` and `${NAME}`. The value of an unquoted variable is split at blanks; an unset one is empty.
///
/// Nothing is ever executed. `$(…)` and backticks are an error, and so are the operators `| & ; < > ( )`
/// outside quotes (the message tells to write sh -c '…'), unbalanced quotes, and a command without words.
/// Globs are ordinary text. Error.where is `column N` (1-based).
[[nodiscard]] Result<std::vector<std::string>> split_command_line(
    std::string_view command, const Environment& environment = own_environment());

}  // namespace polyglot::process
