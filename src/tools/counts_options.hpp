// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <boost/json/object.hpp>

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

#include "tools/option_values.hpp"

/// Common parts of the tools for counts.
namespace polyglot::tools {

/// Reads the number of a part, "2/8". Error: the text is something else, or the number is too large.
[[nodiscard]] Action piece_number(std::optional<builder::Shard>& place);

/// Returns the partitions of --range. The first file determines their number. Nothing without --range.
[[nodiscard]] Result<std::optional<counts::PartitionRange>> range_of_piece(
    const std::string& part, const std::optional<builder::Shard>& piece);

/// Describes a file of counts. Source: docs/json.md, "count-games".
[[nodiscard]] boost::json::object counts_json(const std::string& path, const counts::Header& header);

}  // namespace polyglot::tools
