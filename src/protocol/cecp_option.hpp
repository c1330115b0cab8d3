#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// Reads what an engine declares as `feature option="…"`, the quotes taken off; nothing if it is no such
/// declaration. A check has the default true or false, as in UCI; types that UCI does not know stay.
/// Source: CECP, "option".
[[nodiscard]] std::optional<EngineOption> parse_cecp_option(std::string_view text);

/// Writes `option NAME=VALUE` for a declared option, a check as 0 or 1.
void print_cecp_option(const EngineOption& option, std::optional<std::string_view> value, std::string& out);

}  // namespace polyglot::protocol
