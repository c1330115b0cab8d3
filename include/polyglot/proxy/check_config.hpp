#pragma once

#include <iosfwd>

#include <polyglot/config/configuration.hpp>

namespace polyglot::proxy {

/// `--check-config`: says what would be run, which book with how many positions it would play from, and
/// which of the configured options the engine has not. Starts the engine for its handshake and ends it.
/// Returns the exit code: 0 if a session would work with this, else 1.
[[nodiscard]] int check_config(config::Configuration configuration, const config::CommandLine& command_line,
                               std::ostream& out);

}  // namespace polyglot::proxy
