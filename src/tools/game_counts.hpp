// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/builder/build.hpp>

/// The counts of the games of a run, as text and as JSON. Source: docs/json.md, "make-book".
namespace polyglot::tools {

/// The total size of the input files in bytes; 0 if one is a pipe.
[[nodiscard]] std::uint64_t size_of_files(const std::vector<std::string>& files);

/// Lines about the counts and the first problems, with line ends.
[[nodiscard]] std::string describe_games(const builder::Summary& summary);

/// Returns a line for each rule that left out moves. The default of --min-game, as in Polyglot 2.0.4, drops
/// most moves of a small collection.
[[nodiscard]] std::string describe_left_out(const builder::LeftOut& left_out, const builder::EntryRule& rule);

[[nodiscard]] boost::json::object json_of(const builder::Counts& counts);
/// The numbers of games that were not used, by reason.
[[nodiscard]] boost::json::object not_wanted_json(const builder::Counts& counts);
[[nodiscard]] boost::json::array problems_json(const builder::Summary& summary);

}  // namespace polyglot::tools
