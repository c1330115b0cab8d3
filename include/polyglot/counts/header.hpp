// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include <polyglot/counts/totals.hpp>
#include <polyglot/result.hpp>

namespace polyglot::counts {

/// A file of games.
struct Input {
  std::string name;         ///< path as the user wrote it
  std::uint64_t bytes = 0;  ///< size of the file, compressed or not
  /// The hash of the content. Source: docs/counts-format.md, "Directory".
  std::array<std::uint64_t, 2> hash = {};
  std::uint64_t games = 0;  ///< number of counted games

  /// Returns true for an empty file. They all have the same content, and no game to count twice.
  [[nodiscard]] bool is_empty() const noexcept { return bytes == 0; }
  /// Returns the key by which a header sorts its inputs: name, bytes, content.
  [[nodiscard]] auto order() const noexcept { return std::tie(name, bytes, hash); }

  friend bool operator==(const Input&, const Input&) = default;
};

/// Error: two inputs that are not empty have the same content, whatever their names.
[[nodiscard]] Result<void> check_for_twins(const std::vector<Input>& inputs);

/// The properties of a file of counts.
struct Header {
  /// The settings of counting, one in each line: "max-ply 40". Only files with equal ones can be added.
  std::string settings;
  std::string variant = "normal";  ///< XBoard's name
  std::vector<Input> inputs;       ///< sorted by Input::order()
  std::vector<Group> groups;       ///< by code; at least one unless the file is empty
  std::uint64_t games = 0;         ///< number of games of all inputs
  std::uint64_t positions = 0;     ///< number of positions in the file
  std::uint64_t moves = 0;         ///< number of moves in the file; each group counts separately
};

}  // namespace polyglot::counts
