// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <polyglot/book/raw_entry.hpp>

#include "support/chess_game.hpp"

namespace polyglot::siege {

/// A game in which a proxy played one side and received the result.
struct ToldGame {
  chess::Game game;
  chess::Color side = chess::Color::white;
  unsigned points = 0;  ///< half points of that side
};

/// What a book should have learned from the results that its proxies received. Can be used from any thread.
/// Source: docs/book-format.md, "Learn".
class Ledger {
 public:
  /// The book at `path` must be as it was made. It learns in `learn_file`, or in itself if that is empty.
  Ledger(std::string path, std::string learn_file);

  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] const std::string& learn_file() const noexcept { return learn_file_; }
  /// True if the book has some move of it.
  [[nodiscard]] bool knows(const ToldGame& told) const;
  /// A game that must have been learned; or may have been, all or nothing of it: its proxy was killed.
  void add(const ToldGame& told, bool is_certain);

  struct Comparison {
    std::uint64_t games = 0;  ///< sum of their games
    std::vector<std::string> differences = {};
  };
  /// Compares with what has been learned by now. All else of the book must be as it was.
  [[nodiscard]] Comparison compare() const;

 private:
  struct Sums {
    std::uint64_t games = 0;
    std::uint64_t points = 0;

    friend bool operator==(const Sums&, const Sums&) = default;
  };
  struct Expected {
    Sums certain;
    Sums uncertain;
  };
  using Move = std::pair<chess::Key, std::uint16_t>;

  [[nodiscard]] static bool fits(const Sums& seen, const Expected& expected);
  [[nodiscard]] std::map<Move, Sums> learned(std::vector<std::string>& differences) const;

  std::string path_;
  std::string learn_file_;
  std::vector<book::RawEntry> entries_;
  mutable std::mutex mutex_;
  std::map<Move, Expected> expected_;  ///< of each entry
};

/// The entries of a book of random openings: two moves in each position of its first plies.
[[nodiscard]] std::vector<book::RawEntry> random_openings(std::uint64_t seed);

}  // namespace polyglot::siege
