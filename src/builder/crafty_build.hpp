// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Makes a book of Crafty as `settings.crafty` says, see build_book(). The files have been checked.
[[nodiscard]] Result<Summary> build_crafty_book(const Settings& settings, Progress& progress);

}  // namespace polyglot::builder
