// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <boost/json/object.hpp>

#include <polyglot/builder/build.hpp>
#include <polyglot/counts/header.hpp>
#include <polyglot/result.hpp>

#include "tools/option_values.hpp"

/// What the tools of counts have in common.
namespace polyglot::tools {

/// The value of an option: "2/8". Error: the text is no such number, or none of so many.
[[nodiscard]] Action piece_number(std::optional<builder::Shard>& place);

/// The partitions of --range: the first of the files says how many there are. Nothing without --range.
[[nodiscard]] Result<std::optional<counts::Ranges>> ranges_of_piece(
    const std::string& part, const std::optional<builder::Shard>& piece);

/// A file of counts. Source: docs/json.md, "count-games".
[[nodiscard]] boost::json::object counts_json(const std::string& path, const counts::Header& header);

}  // namespace polyglot::tools
