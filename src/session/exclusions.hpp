#pragma once

#include <optional>
#include <vector>

#include <polyglot/chess/position.hpp>

namespace polyglot::session {

/// The moves that the user has left out of the analysis of a position.
class Exclusions {
 public:
  void clear();

  /// One move, or all of them. True if the analysis is to begin anew.
  bool exclude(const chess::Position& position, std::optional<chess::Move> move);
  bool include(std::optional<chess::Move> move);

  [[nodiscard]] bool contains(chess::Move move) const;
  /// The moves left to search; nothing while the user has not chosen any.
  [[nodiscard]] std::optional<std::vector<chess::Move>> remaining(const chess::Position& position) const;

 private:
  bool chosen_ = false;
  std::vector<chess::Move> excluded_;
};

}  // namespace polyglot::session
