// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include <polyglot/book/raw_entry.hpp>
#include <polyglot/builder/build.hpp>

#include "support/temporary_folder.hpp"

namespace polyglot::builder::test {

using polyglot::test::read_text;
using polyglot::test::write_text;
using Folder = polyglot::test::TemporaryFolder;

struct MadeBook {
  Summary summary;
  std::string bytes;

  /// Weights of the moves of a position, as "e2e4 3" in the order of the book.
  [[nodiscard]] std::vector<std::string> moves(const std::string& fen = {}) const;
  /// All problems. Fails the test if the summary counts more of them than it has.
  [[nodiscard]] std::vector<std::string> problems() const;
};

/// Settings that take every move that scored.
[[nodiscard]] Settings all_moves();

/// Builds a book from texts, each in its own file. Throws if this fails.
[[nodiscard]] MadeBook make(const std::vector<std::string>& texts, Settings settings = all_moves());
/// The same, for those who expect an error.
[[nodiscard]] Result<MadeBook> try_to_make(const std::vector<std::string>& texts, Settings settings);

/// One game of so many equal ones.
[[nodiscard]] std::string game(const std::string& result, const std::string& moves,
                               const std::string& tags = {});
[[nodiscard]] std::string times(int count, const std::string& text);

}  // namespace polyglot::builder::test
