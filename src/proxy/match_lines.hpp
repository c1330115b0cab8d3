// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/config/options.hpp>

namespace polyglot::proxy {

/// The lines of the match that this proxy plays in (BookPairs): a match is what one process has started, or
/// those who have the same POLYGLOT_MATCH in their environment.
class MatchLines {
 public:
  /// See PairedLines::choose(). The file is in SettingsDir, both of which are made if they are not there.
  /// Files of matches whose process has ended are removed.
  [[nodiscard]] Result<std::string> choose(const config::Options& options,
                                           const book::LineQuestion& question);

 private:
  std::optional<book::PairedLines> lines_;  ///< nothing: nobody has asked yet
};

}  // namespace polyglot::proxy
