// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// The value of an engine's option, to be saved. Leave out buttons, which have no value.
struct EngineValue {
  std::string name;
  std::string value;        ///< in force
  bool is_default = false;  ///< it is the default that the engine declared
};

/// Whether an engine's option of this name is saved. Options that begin with `UCI_` describe a game or an
/// opponent, so they are not saved, except UCI_LimitStrength and UCI_Elo.
[[nodiscard]] bool is_saved_engine_option(std::string_view name) noexcept;

/// The configuration file `old_text` brought up to date: read again, it gives these values.
///
/// A line whose value has changed gets the new value. The line of an option that has its default again is
/// removed, but its comment stays. An option that differs from its default and has no line yet is added at
/// the end of its section, [PolyGlot] or [Engine]. Everything else stays: comments, order, blank lines,
/// unknown names, options that this engine does not offer, other sections, lines with the same value in other
/// words (`Book = yes`). SettingsFile says where to save, so it is not saved.
[[nodiscard]] std::string saved_ini(std::string_view old_text, const Options& options,
                                    std::span<const EngineValue> engine);

/// Brings the configuration file at `path` up to date, see saved_ini(), or writes a new one. A new file
/// always has the engine's command and folder. Missing folders are created. The file is replaced in one step,
/// so that a failure leaves the old file; links are followed. Error: the path and what failed.
[[nodiscard]] Result<void> save_settings(const std::string& path, const Options& options,
                                         std::span<const EngineValue> engine);

}  // namespace polyglot::config
