// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>

#include "tools/game_options.hpp"
#include "tools/tool.hpp"

/// The options of tools that read games, and those of make-book. A function adds the options of a group to
/// the command, bound to the settings, and a function completes the settings after reading. Failure: the
/// option and what is wrong with it.
namespace polyglot::tools {

/// Adds all options of make-book except those about messages.
void add_make_book(Command& command, VariantOptions& variant, OpeningOptions& names,
                   builder::Settings& settings);
void complete(const Command& command, const VariantOptions& variant, builder::Settings& settings);

[[nodiscard]] config::Switch games_switch(std::vector<std::string>& files, std::string_view standard = {});
/// The options about the moves to take from each game.
[[nodiscard]] std::vector<config::Switch> move_switches(builder::Settings& settings);
/// The option --threads. Its default is the number of processors.
[[nodiscard]] config::Switch threads_switch(unsigned& threads);
/// Threads, memory and reports of a run over games.
void add_run(Command& command, builder::Settings& settings);

void add_game_filter(Command& command, VariantOptions& variant, OpeningOptions& names,
                     builder::Settings& settings);
void complete_game_filter(const Command& command, builder::Settings& settings);
/// Completes files, filter and variant. Without files it takes book.pgn. Failure: also if book.pgn is
/// missing, or if a file is a book that does not exist, so that the user means it as the output.
void complete_games(const Command& command, const VariantOptions& variant, builder::Settings& settings);
/// Reads the names of openings if the user selects openings. Failure: there are no names, or none matches.
void read_opening_names(const Command& command, const OpeningOptions& options, builder::Settings& settings);
/// Gives names that were already read to the filter; null: there are none.
void take_opening_names(std::shared_ptr<const openings::OpeningNames> names, builder::GameFilter& filter);

void complete_weights(const Command& command, builder::Settings& settings);

}  // namespace polyglot::tools
