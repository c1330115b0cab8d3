// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <polyglot/builder/build.hpp>

#include "tools/opening_options.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

/// The options of make-book. Each group has a function that adds them to the command, bound to the settings,
/// and one that completes these once they have been read. Error: the option and what is wrong with it.
namespace polyglot::tools {

/// All but those that say how to talk to the user.
void add_make_book(Command& command, VariantOptions& variant, OpeningOptions& names,
                   builder::Settings& settings);
[[nodiscard]] Result<void> complete(const Command& command, const VariantOptions& variant,
                                    builder::Settings& settings);

/// Which games are wanted.
void add_game_filter(Command& command, OpeningOptions& names, builder::Settings& settings);
[[nodiscard]] Result<void> complete_game_filter(const Command& command, builder::Settings& settings);
/// Reads the names of the openings that are wanted, if any are. Error: there are none, or none of such a
/// name.
[[nodiscard]] Result<void> read_opening_names(const Command& command, const OpeningOptions& options,
                                              builder::Settings& settings);

/// The same for names that have been read, or null: they become those of the filter.
[[nodiscard]] Result<void> take_opening_names(std::shared_ptr<const openings::OpeningNames> names,
                                              builder::GameFilter& filter);

/// Which game they are of, and what `--xboard` wants. The options are those of `variant`, and they are added
/// to the command before.
[[nodiscard]] Result<void> complete_variant(const Command& command, const VariantOptions& variant,
                                            builder::Settings& settings);

/// What moves and games weigh.
void add_weights(Command& command, builder::Settings& settings);
[[nodiscard]] Result<void> complete_weights(const Command& command, builder::Settings& settings);

}  // namespace polyglot::tools
