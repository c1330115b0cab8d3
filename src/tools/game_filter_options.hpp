#pragma once

#include <polyglot/builder/game_filter.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// The options that say which games are wanted.
void declare_game_filter(boost::program_options::options_description& options);

/// Error: the option and what is wrong with it.
[[nodiscard]] Result<builder::GameFilter> game_filter_of(const Arguments& arguments);

}  // namespace polyglot::tools
