// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// Turns what an engine says of its search into lines of thinking output, for a GUI that wants SAN and whole
/// lines. Moves of variants are shown in XBoard's coordinates: SAN of other pieces can be read in two ways.
/// Fields that a line does not repeat keep their last value.
///
/// Shallower lines than the deepest so far are left out, and so are repetitions among several variations.
/// Only a shown line of the first variation counts as the engine's main line.
class ThinkingOutput {
 public:
  /// `options`: those that say how, as they are at the time of each line.
  explicit ThinkingOutput(const config::Options& options) noexcept : options_(options) {}

  /// A search begins in the last position of `game`. `expected`: its last move is only expected (pondering),
  /// and shown in parentheses before each variation.
  void begin(const game::Game& game, bool expected);
  /// The expected move has been played.
  void ponder_hit();

  /// Takes in what the engine said. Returns the line to show, if it is to be shown; it lives until the next
  /// call. Makes each move's SAN once: a variation that begins like the last one costs only what is new.
  [[nodiscard]] const protocol::Thinking* add(const protocol::Info& info);

  /// The engine's main line: the last line of its first variation, ready to be shown again. Null if there is
  /// none in this search.
  [[nodiscard]] const protocol::Thinking* main_line();
  /// Its score from the mover's point of view (ScoreWhite does not matter). Kept beyond the search.
  [[nodiscard]] const std::optional<protocol::Score>& score() const noexcept { return score_; }
  /// The depth to show with a remark of the engine: that of the deepest line so far, or 1, or 2 at least
  /// (WbWorkArounds2).
  [[nodiscard]] int remark_depth() const noexcept;
  /// Time and nodes as last said, the move being searched. Its SAN lives until the next call.
  [[nodiscard]] protocol::Progress progress() const;

 private:
  /// One variation: the text it came in and what was made of it, so that the next one that begins alike
  /// costs only what is new.
  class Variation {
   public:
    /// Forgets everything. `prefix` is what the SAN text begins with.
    void begin(const game::Game& root, std::string_view prefix);
    void update(std::string_view text, bool add_queen);
    [[nodiscard]] std::string_view san() const noexcept { return san_; }

   private:
    struct Step {
      std::size_t text_end;
      std::size_t san_end;
      game::Position position;  ///< after the move, where the rules are known
    };

    [[nodiscard]] std::size_t steps_shared_with(std::string_view text) const noexcept;
    [[nodiscard]] bool append(std::string_view word, std::size_t text_end, bool add_queen);
    [[nodiscard]] bool play(std::string_view word, bool add_queen, game::Position& after);

    std::size_t prefix_size_ = 0;
    game::Game root_;
    std::string text_;
    std::string san_;
    std::vector<Step> steps_;  ///< those beyond size_ are kept for their memory
    std::size_t size_ = 0;
  };

  /// What tells two lines apart.
  struct Shown {
    std::uint64_t first_move = 0;  ///< its characters
    std::int64_t score = 0;
    int depth = 0;
    bool is_mate = false;
    protocol::Score::Bound bound = protocol::Score::Bound::exact;

    friend bool operator==(const Shown&, const Shown&) = default;
  };

  void take_numbers(const protocol::Info& info);
  [[nodiscard]] bool is_repetition(const protocol::Info& info);
  [[nodiscard]] Variation& variation(std::size_t rank);
  [[nodiscard]] std::string_view visible(std::string_view san) const noexcept;
  /// What the options say of a line, also of one that is shown again.
  void set_style(protocol::Thinking& line) const;

  /// To a promotion that names no piece.
  [[nodiscard]] bool adds_queen() const noexcept {
    return options_.check(config::OptionId::promote_work_around);
  }

  const config::Options& options_;
  game::Game root_;             ///< begins where the engine searches
  std::string expected_;        ///< the expected move as it is shown, "(a5) "; empty if none
  bool show_expected_ = false;  ///< it has not been played yet

  protocol::Thinking line_;            ///< the last numbers, said in whatever line
  int deepest_ = 0;                    ///< depth of the deepest line so far, 0 if there is none
  std::array<Shown, 512> shown_{};     ///< by hash: a later line may displace an earlier one
  std::vector<Variation> variations_;  ///< by rank, from 1
  std::size_t begun_ = 0;              ///< of variations_, in this search

  bool has_main_line_ = false;
  protocol::Thinking main_line_;
  std::optional<protocol::Score> score_;

  std::optional<int> current_move_number_;
  std::string current_move_;
  mutable std::string current_move_san_;
};

}  // namespace polyglot::session
