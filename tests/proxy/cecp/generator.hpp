// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <polyglot/chess/game.hpp>

#include "proxy/cecp/dice.hpp"
#include "proxy/cecp/session.hpp"

namespace polyglot::proxy::testing {

/// Makes up a session while it is played: what a GUI, and an engine's clock, may do next. The same seed gives
/// the same session as long as Polyglot answers the same.
///
/// It leaves out what 2.0.4 is known to get wrong without anything to compare with: `bk` with a book, a move
/// for the engine while it thinks or when the game is over, `level` after `st`, FENs that are none, analysis
/// of a finished game, options that change nothing, exclusions outside analysis, bare and wrong moves in it,
/// bare moves and `setboard` in games to learn from, lists of moves that are those of another position,
/// options while a ponder search is over before its time, pondering where the book has moves but plays none,
/// positions of Chess960 in another variant, a second result of a game that was learned.
class Generator {
 public:
  explicit Generator(std::uint64_t seed);

  [[nodiscard]] const SessionSetup& setup() const noexcept { return setup_; }
  [[nodiscard]] Step next(const EngineModel& engine);
  /// What came of the last step.
  void observe(const StepRecord& record);

 private:
  void choose_engine();
  void choose_arguments();
  void set(const std::string& name, const std::string& value);

  [[nodiscard]] std::string opening();
  [[nodiscard]] std::string command(EngineModel::Search search);
  [[nodiscard]] std::string analysis_command();
  [[nodiscard]] std::string rare_command();
  [[nodiscard]] std::string clock_command();
  void set_clocks();
  [[nodiscard]] std::string option_command();
  [[nodiscard]] std::string option_of_searching_engine();
  [[nodiscard]] std::string next_game();
  [[nodiscard]] std::string result_command(const std::string& score) const;
  [[nodiscard]] std::string pondering_command(int chance);
  [[nodiscard]] std::string user_move();
  [[nodiscard]] std::string wrong_move();
  [[nodiscard]] std::string any_move();
  [[nodiscard]] std::string position_command();
  [[nodiscard]] std::string written(chess::Move move);

  void follow_own(const std::string& line, bool refused);
  void follow_list(const std::string& line, bool refused, bool moved);
  void follow_move(const std::string& text);

  Dice dice_;
  SessionSetup setup_;
  chess::Game game_;
  std::vector<std::string> due_;  ///< what the GUI says next, last first
  bool book_ = false;
  bool learns_ = false;
  bool analysing_ = false;
  bool chess960_ = false;
  bool has_chess960_ = false;  ///< the engine knows it
  bool ponders_ = false;
  bool given_up_ = false;     ///< decided by a result, an illegal move or a claim
  bool result_told_ = false;  ///< of this game
  bool timed_ = false;        ///< `level` has been said
  bool fixed_time_ = false;   ///< `st` has been said
  bool listed_ = false;       ///< 2.0.4 has listed the moves for `bk` or an exclusion
  bool list_is_old_ = false;  ///< … and they are those of another position
  int pings_ = 0;
  int changes_ = 0;  ///< of options, so that no value comes twice
};

/// Writes the book of the sessions, the same each time.
void write_session_book(const std::string& path);

}  // namespace polyglot::proxy::testing
