// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/builder/build.hpp>

#include "tools/game_options.hpp"
#include "tools/tool.hpp"

/// The options of make-book. For each group, one function adds them to the command, bound to the settings.
/// Another function completes the settings after reading. Error: the option and what is wrong with it.
namespace polyglot::tools {

/// Adds all options except those about messages.
void add_make_book(Command& command, VariantOptions& variant, OpeningOptions& names,
                   builder::Settings& settings);
void complete(const Command& command, const VariantOptions& variant, builder::Settings& settings);

/// The option for files of games.
[[nodiscard]] config::Switch games_switch(std::vector<std::string>& files, std::string_view standard = {});
/// Adds book.pgn if there are no files. Error: book.pgn is missing, too; or a file is a book that does not
/// exist, so that the user means it as the output.
void complete_inputs(std::vector<std::string>& files);
/// The options about a book as a whole: whether it may be empty, and the comment of its header. Without them
/// an empty book is refused.
[[nodiscard]] std::vector<config::Switch> book_switches(builder::Settings& settings);
/// The options about which moves become entries.
[[nodiscard]] std::vector<config::Switch> entry_switches(builder::EntryRule& rule);
/// The option --threads. Its default is the number of processors.
[[nodiscard]] config::Switch threads_switch(unsigned& threads);
/// Threads, memory and reports of a run over games.
void add_run(Command& command, builder::Settings& settings);

/// Adds the options about which games are used.
void add_game_filter(Command& command, OpeningOptions& names, builder::Settings& settings);
void complete_game_filter(const Command& command, builder::Settings& settings);
/// Reads the names of openings if the user selects openings. Error: there are no names, or none matches.
void read_opening_names(const Command& command, const OpeningOptions& options, builder::Settings& settings);

/// Gives names that were already read to the filter; null: there are none.
void take_opening_names(std::shared_ptr<const openings::OpeningNames> names, builder::GameFilter& filter);

/// Completes the variant. The options of `variant` must have been added to the
/// command before.
void complete_variant(const Command& command, const VariantOptions& variant, builder::Settings& settings);

/// Adds the options about the weights of moves and games.
void add_weights(Command& command, builder::Settings& settings);
void complete_weights(const Command& command, builder::Settings& settings);

}  // namespace polyglot::tools
