// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/builder/build.hpp>

namespace polyglot::builder {

/// The settings that choose games and moves, one in each line, written as options of count-games. Defaults
/// are left out. Equal settings have the same text.
[[nodiscard]] std::string settings_text(const Settings& settings);

}  // namespace polyglot::builder
