#pragma once

#include <string>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// The answer to `protover`: what we can do, what of it is not so for this engine, and what can be set.
void print_features(const Identity& identity, std::string& out);

}  // namespace polyglot::protocol
