#pragma once

#include <string_view>

#include <polyglot/builder/game_filter.hpp>
#include <polyglot/result.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

/// Puts an option's number to its place, if it was given. Error: it is none within the limits.
[[nodiscard]] Result<void> take_number(const Arguments& arguments, const char* option,
                                       builder::Range<double> limits, std::string_view expected,
                                       double& place);

/// The same for whole numbers of things that are not below 0.
[[nodiscard]] Result<void> take_count(const Arguments& arguments, const char* option, int& place);

/// The days that an option names, all if it was not given. Error: it is no date.
[[nodiscard]] Result<builder::Range<int>> date_option(const Arguments& arguments, const char* option);

}  // namespace polyglot::tools
