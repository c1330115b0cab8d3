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

/// Turns an engine's reports about its search into lines of thinking output, for a GUI that wants SAN and
/// complete lines. Moves of variants are written in XBoard's coordinates, because SAN of other pieces is
/// ambiguous. A field that a report omits keeps its last value.
///
/// Lines with less depth than the deepest so far are not shown, and neither are repetitions. The engine's
/// main line is the last shown line of its first variation. Not thread-safe.
class ThinkingOutput {
 public:
  /// `options` must outlive the object; each line uses their present values.
  explicit ThinkingOutput(const config::Options& options) noexcept : options_(options) {}

  /// Begins a search in the last position of `game`. With `expected` its last move is only expected
  /// (pondering), so each variation begins with it in parentheses.
  void begin(const game::Game& game, bool expected);
  /// Call this when the expected move has been played.
  void ponder_hit();

  /// Adds a report. Returns the line if it should be shown; it is valid until the next call. Cost: SAN is
  /// made only for moves that differ from those of the last variation.
  [[nodiscard]] const protocol::Thinking* add(const protocol::Info& info);

  /// Returns the engine's main line, to be shown again; null if this search has none.
  [[nodiscard]] const protocol::Thinking* main_line();
  /// Returns the score of the main line from the mover's point of view, whatever ScoreWhite is. It remains
  /// after the search.
  [[nodiscard]] const std::optional<protocol::Score>& score() const noexcept { return score_; }
  /// Returns the depth to show with a remark of the engine: that of the deepest line so far. At least 1; 2
  /// with WbWorkArounds2.
  [[nodiscard]] int remark_depth() const noexcept;
  /// Returns the last reported time and nodes, and the move being searched. Its SAN is valid until the next
  /// call.
  [[nodiscard]] protocol::Progress progress();

 private:
  /// One variation, as the engine's text and as SAN. The next variation with the same beginning costs only
  /// its new moves.
  class Variation {
   public:
    /// Clears the variation. The SAN text begins with `prefix`.
    void begin(const game::Game& root, std::string_view prefix);
    void update(std::string_view text, bool add_queen);
    [[nodiscard]] std::string_view san() const noexcept { return san_; }

   private:
    struct Step {
      std::size_t text_end;
      std::size_t san_end;
      game::Position position;  ///< after the move, if the rules are known
    };

    [[nodiscard]] std::size_t steps_shared_with(std::string_view text) const noexcept;
    [[nodiscard]] bool append(std::string_view word, std::size_t text_end, bool add_queen);
    [[nodiscard]] bool play(std::string_view word, bool add_queen, game::Position& after);

    std::size_t prefix_size_ = 0;
    game::Game root_;
    std::string text_;
    std::string san_;
    std::vector<Step> steps_;  ///< steps beyond size_ are kept to reuse their memory
    std::size_t size_ = 0;
  };

  /// The values by which repeated lines are recognised.
  struct Shown {
    std::uint64_t first_move = 0;  ///< its characters as a number
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
  /// Applies the options to a line, also to one that is shown again.
  void set_style(protocol::Thinking& line) const;

  /// Whether a queen is added to a promotion without a piece.
  [[nodiscard]] bool adds_queen() const noexcept {
    return options_.check(config::OptionId::promote_work_around);
  }

  const config::Options& options_;
  game::Game root_;             ///< begins in the searched position
  std::string expected_;        ///< the expected move as shown, "(a5) "; empty if none
  bool show_expected_ = false;  ///< the expected move has not been played yet

  protocol::Thinking line_;            ///< the last numbers of any line
  int deepest_ = 0;                    ///< depth of the deepest line so far, 0 if there is none
  std::array<Shown, 512> shown_{};     ///< by hash; a later line may replace an earlier one
  std::vector<Variation> variations_;  ///< by rank, from 1
  std::size_t begun_ = 0;              ///< number of variations_ begun in this search

  bool has_main_line_ = false;
  protocol::Thinking main_line_;
  std::optional<protocol::Score> score_;

  std::optional<int> current_move_number_;
  std::string current_move_;
  std::string current_move_san_;
};

}  // namespace polyglot::session
