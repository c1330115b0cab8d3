#pragma once

#include <polyglot/builder/weights.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The options that say what moves and games weigh.
void declare_weights(boost::program_options::options_description& options);

/// Error: the option and what is wrong with it.
[[nodiscard]] Result<builder::GameWeights> game_weights_of(const Arguments& arguments);
[[nodiscard]] Result<builder::EntryRule> entry_rule_of(const Arguments& arguments);

}  // namespace polyglot::tools
