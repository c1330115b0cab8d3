// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/builder/build.hpp>

namespace polyglot::builder {

/// What decides which games and whose moves are counted, one setting a line, as options of count-games have
/// them; what is as always is left out. The same settings make the same text.
[[nodiscard]] std::string settings_text(const Settings& settings);

}  // namespace polyglot::builder
