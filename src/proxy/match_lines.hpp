// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/config/options.hpp>

namespace polyglot::proxy {

/// The lines of the match that this proxy plays in (BookPairs). The proxies of one match have the same parent
/// process, or the same POLYGLOT_MATCH in their environment.
class MatchLines {
 public:
  /// See PairedLines::choose(). The file is in SettingsDir; both are created if they are missing. Files of
  /// matches whose process has ended are removed.
  [[nodiscard]] Result<std::string> choose(const config::Options& options,
                                           const book::LineQuestion& question);

 private:
  std::optional<book::PairedLines> lines_;  ///< nothing until the first call of choose()
};

}  // namespace polyglot::proxy
