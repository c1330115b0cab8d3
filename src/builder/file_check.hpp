#pragma once

#include <polyglot/builder/build.hpp>
#include <polyglot/result.hpp>

namespace polyglot::builder {

/// Error: a file that is to be written is an input, or two of them are one; no temporary file can be made
/// where the settings want it.
[[nodiscard]] Result<void> check_files(const Settings& settings);

}  // namespace polyglot::builder
