#pragma once

#include <memory>
#include <string_view>

#include <polyglot/result.hpp>

#include "tools/tool.hpp"
#include "tools/uci_engine.hpp"

namespace polyglot::tools {

/// Declares a configuration file as the only argument without an option before it, and the options of the
/// program that say which engine, and how.
void declare_engine(Syntax& syntax);

/// Starts the engine and sets its options, both as the proxy would with these words. What is odd about the
/// configuration goes to stderr in the name of `tool`.
[[nodiscard]] Result<std::unique_ptr<UciEngine>> start_engine(const Arguments& arguments,
                                                              std::string_view tool);

}  // namespace polyglot::tools
