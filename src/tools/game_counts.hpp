// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <polyglot/builder/build.hpp>

/// What became of the games of a run, for people and as JSON. Source: docs/json.md, "make-book".
namespace polyglot::tools {

/// Bytes of the input files together; 0 if a pipe is among them.
[[nodiscard]] std::uint64_t size_of_files(const std::vector<std::string>& files);

/// Lines for the counts and the first problems; each line with its end.
[[nodiscard]] std::string describe_games(const builder::Summary& summary);

[[nodiscard]] boost::json::object json_of(const builder::Counts& counts);
/// How many games did not pass, by reason.
[[nodiscard]] boost::json::object not_wanted_json(const builder::Counts& counts);
[[nodiscard]] boost::json::array problems_json(const builder::Summary& summary);

}  // namespace polyglot::tools
