// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/book/learner.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/pgn/game_text.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

class BothSides {
 public:
  static constexpr std::array kColors{chess::Color::white, chess::Color::black};

  [[nodiscard]] bool& operator[](chess::Color color) noexcept { return flags_.at(index(color)); }
  [[nodiscard]] bool operator[](chess::Color color) const noexcept { return flags_.at(index(color)); }

 private:
  static std::size_t index(chess::Color color) noexcept { return static_cast<std::size_t>(color); }

  std::array<bool, 2> flags_{};
};

/// What a book can learn from a finished game.
struct GameLesson {
  std::uint64_t fingerprint = 0;        ///< see docs/learning.md, "The games that were learned"
  BothSides sides = {};                 ///< the sides whose moves are learned
  std::vector<book::PlayedMove> moves;  ///< the moves of these sides that can be read
};

/// Reads the lessons of a PGN file, and counts the games without a lesson.
class LessonReader {
 public:
  /// `player`: whose moves are learned; empty: those of both players.
  LessonReader(game::Rules rules, std::string player, bool untagged)
      : rules_(std::move(rules)), player_(std::move(player)), untagged_(untagged) {}

  /// Reads all games. Failure: the file cannot be read completely or has no games, or that of `take`.
  void read(const std::string& path, const std::function<void(const GameLesson&)>& take);
  /// Reports which games were skipped, and which were used only in part.
  void tell_skipped(const Command& command) const;

 private:
  [[nodiscard]] std::optional<GameLesson> lesson_of(const pgn::GameText& text);
  [[nodiscard]] bool plays(const pgn::GameText& text, pgn::KnownTag side) const;
  /// Plays the moves of the game, with its fingerprint.
  void follow(const pgn::GameText& text, GameLesson& lesson);

  game::Rules rules_;
  std::string player_;
  bool untagged_;
  std::uint64_t undecided_ = 0;
  std::uint64_t of_others_ = 0;
  std::uint64_t of_other_rules_ = 0;
  std::uint64_t flawed_ = 0;
  std::string first_flaw_;
};

}  // namespace polyglot::tools
