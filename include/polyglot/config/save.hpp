// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::config {

/// An option that the engine offers, as it is to be saved. Buttons have no value: leave them out.
struct EngineValue {
  std::string name;
  std::string value;        ///< in force
  bool is_default = false;  ///< it is what the engine declared
};

/// Whether the file holds an engine's option of this name: options that begin with `UCI_` say something
/// about a game or an opponent, not how the engine is to play, but for UCI_LimitStrength and UCI_Elo.
[[nodiscard]] bool is_saved_engine_option(std::string_view name) noexcept;

/// The configuration file `old_text` brought up to date: read again, it gives these values.
///
/// A line whose value has changed gets the new one; the line of an option that is back at its default goes,
/// but for its comment; what differs from its default and is not there yet is added at the end of its
/// section, [PolyGlot] or [Engine]. All else stays as it is: comments, order, blank lines, unknown names,
/// options that this engine does not offer, other sections, lines that say the same in other words (`Book =
/// yes`). SettingsFile says where to save, so it is not saved.
[[nodiscard]] std::string saved_ini(std::string_view old_text, const Options& options,
                                    std::span<const EngineValue> engine);

/// Brings the configuration file at `path` up to date, see saved_ini(), or writes a new one, with the
/// engine's command and folder whatever they are. Folders that are missing are created. The file is replaced
/// in one step, so that a failure leaves the old one; links are followed. Error: the path and what could not
/// be done.
[[nodiscard]] Result<void> save_settings(const std::string& path, const Options& options,
                                         std::span<const EngineValue> engine);

}  // namespace polyglot::config
