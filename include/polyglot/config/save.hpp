// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The value of an engine's option, to be saved. Buttons have no value and are left out.
struct EngineValue {
  std::string name;
  std::string value;        ///< in force
  bool is_default = false;  ///< it is the default that the engine declared
};

/// Returns true if an engine's option of this name is saved. Options that begin with `UCI_` describe a game
/// or an opponent. They are not saved, except UCI_LimitStrength and UCI_Elo.
[[nodiscard]] bool is_saved_engine_option(std::string_view name) noexcept;

/// Returns the configuration file `old_text` with the new values.
///
/// A line whose value has changed gets the new value. The line of an option that has its default again is
/// removed, but its comment stays. An option that differs from its default and has no line is added at the
/// end of its section, [PolyGlot] or [Engine]. Everything else stays: comments, order, blank lines, unknown
/// names, options that this engine lacks, other sections, and lines that have the same value in other words
/// (`Book = yes`). SettingsFile is not saved, because it says where to save.
[[nodiscard]] std::string saved_ini(std::string_view old_text, const Options& options,
                                    std::span<const EngineValue> engine);

/// Saves the values in the configuration file at `path` as saved_ini() does, or writes a new file. A new file
/// always has the engine's command and folder. Missing folders are created. The file is replaced in one step,
/// so that a failure leaves the old file; links are followed. Error: the path and what failed.
[[nodiscard]] Result<void> save_settings(const std::string& path, const Options& options,
                                         std::span<const EngineValue> engine);

}  // namespace polyglot::config
