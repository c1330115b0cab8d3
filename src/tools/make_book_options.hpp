#pragma once

#include <polyglot/builder/build.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

void declare_make_book(Syntax& syntax);

/// What the options ask for, inputs and all. Error: the option and what is wrong with it.
[[nodiscard]] Result<builder::Settings> make_book_settings(const Arguments& arguments);

/// The options that say which games are wanted.
void declare_game_filter(boost::program_options::options_description& options);

/// Error: the option and what is wrong with it.
[[nodiscard]] Result<builder::GameFilter> game_filter_of(const Arguments& arguments);

/// The options that say what moves and games weigh.
void declare_weights(boost::program_options::options_description& options);

/// Error: the option and what is wrong with it.
[[nodiscard]] Result<builder::GameWeights> game_weights_of(const Arguments& arguments);
[[nodiscard]] Result<builder::EntryRule> entry_rule_of(const Arguments& arguments);

}  // namespace polyglot::tools
