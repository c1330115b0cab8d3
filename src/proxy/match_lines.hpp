// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <polyglot/book/paired_lines.hpp>
#include <polyglot/config/options.hpp>

namespace polyglot::proxy {

/// The lines of the match in which this proxy plays (BookPairs). The proxies of one match have the same
/// parent process, or the same POLYGLOT_MATCH in their environment.
class MatchLines {
 public:
  /// Chooses a line, see PairedLines::choose(). Creates SettingsDir and the file in it if they are missing.
  /// Removes the files of matches whose process has ended.
  [[nodiscard]] Result<std::string> choose(const config::Options& options,
                                           const book::LineQuestion& question);

 private:
  std::optional<book::PairedLines> lines_;  ///< nothing until the first call of choose()
};

}  // namespace polyglot::proxy
