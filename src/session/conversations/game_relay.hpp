// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/conversations/conversation.hpp"
#include "session/conversations/game_record.hpp"
#include "session/conversations/pings.hpp"
#include "session/drivers/cecp_driver.hpp"
#include "session/recovery/relayed_state.hpp"

namespace polyglot::session {

/// The conversation between a GUI and an engine that both play move by move and speak the same protocol.
/// Lines pass unchanged. We only follow the game, and insert the moves of the book.
///
/// The engine gets a book move like a move of another player: we put it into force mode, and let it play
/// again when the book has no more moves.
class GameRelay final : public Conversation {
 public:
  explicit GameRelay(Context& context) noexcept : Conversation(context) {}

  void gui_message(const protocol::GuiMessage& message, std::string_view line) override;
  void engine_line(std::string_view line) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  [[nodiscard]] Awaited awaited() const override;
  [[nodiscard]] bool in_game() const override;
  void engine_replaced() override;
  [[nodiscard]] bool finish_without_engine() override;
  void learning_failed() override { record_.learning_failed(); }
  void before_quit() override { stop_pondering(); }

 private:
  [[nodiscard]] std::size_t own_held() const override { return unshown_move_.size(); }
  void set_variant(std::string_view name);
  void set_up(std::string_view fen);
  void take_back(std::size_t plies);
  /// True if the GUI's move, or its command to play, goes to the engine unchanged.
  [[nodiscard]] bool take_move(std::string_view text);
  [[nodiscard]] bool take_unknown_move(std::string_view text);
  void lose_track(std::string_view move);
  [[nodiscard]] bool play_side_to_move();
  /// True if we have answered the command.
  [[nodiscard]] bool show_book();
  [[nodiscard]] bool give_hint();
  /// True if a line only answers the greeting, which we have sent to the engine.
  [[nodiscard]] bool answers_greeting(std::string_view line);

  /// Our knowledge of the game. It changes in every Stage: by a move that we do not understand, or a result.
  enum class Knowledge : std::uint8_t {
    position,
    result,   ///< the position, and the result that the GUI has sent
    variant,  ///< a variant whose rules are not known
    nothing,  ///< until the GUI sets up another position
  };
  /// What the engine is doing.
  enum class Stage : std::uint8_t {
    free,       ///< what the GUI has told it
    analyzing,  ///< by a command of the GUI
    held,       ///< it is in force mode by our command
    pondering,  ///< held, and pondering beside the book, in a search that the GUI does not see
  };
  /// The turn of our side.
  struct Turn {
    std::chrono::milliseconds since{0};
    bool told_to_move = false;  ///< the GUI has told it to move at once
  };
  /// The engine's game when it was told to stop thinking. It may have moved just before. The GUI may put it
  /// into another Stage before that move comes.
  struct Interrupted {
    GameRecord record;
    std::size_t taken_back = 0;  ///< plies taken back since then
  };

  void new_game();
  void forget_game();
  /// From now on the engine plays this side, directed by the GUI.
  void play(chess::Color side);
  [[nodiscard]] bool follows() const noexcept { return knowledge_ <= Knowledge::result; }
  [[nodiscard]] bool our_turn() const;
  /// The book's move for the engine; nothing if there is none, or if it is not our turn.
  [[nodiscard]] std::optional<game::Move> book_move();
  /// Keeps the engine from playing while the book has moves.
  void hold();
  void let_go() noexcept {
    if (is_held()) stage_ = Stage::free;
  }
  [[nodiscard]] bool is_held() const noexcept { return stage_ == Stage::held || stage_ == Stage::pondering; }
  void play_book_move(const game::Move& move);
  void print_move(const game::Move& move) const;

  /// Whether a held engine can search by `analyze`.
  [[nodiscard]] bool may_analyze() const;
  /// Lets the held engine think about the reply that the book expects.
  void ponder();
  void stop_pondering();
  [[nodiscard]] bool hides(std::string_view line) const;
  void show_book_move();
  void stop_playing();
  void play_engine_move(std::string_view text);
  void play_crossing_move(std::string_view text);

  void obey(const protocol::GuiMessage& message, std::string_view line);
  /// Whether it is our turn, and the GUI has sent no result.
  [[nodiscard]] bool move_is_due() const { return knowledge_ == Knowledge::position && our_turn(); }
  /// Whether the engine is to move, as far as we know.
  [[nodiscard]] bool engine_thinks() const { return move_is_due() && stage_ == Stage::free; }

  [[nodiscard]] protocol::CecpBack& back() const { return static_cast<CecpDriver&>(*engine_.driver).back(); }
  /// The line that sets a fixed time for each move, as the engine gets it; empty if there is none.
  [[nodiscard]] std::string fixed_time() const {
    std::string line;
    told_.print_fixed_time(std::chrono::milliseconds(0), line);
    return line;
  }

  Knowledge knowledge_ = Knowledge::position;
  Stage stage_ = Stage::free;
  GameRecord record_;
  std::optional<Interrupted> interrupted_;
  std::vector<std::string> late_features_;  ///< features of the engine that the GUI has not answered yet
  Pings pings_;                             ///< our own pings mark the ends of hidden analyses
  RelayedState told_;
  Turn turn_;
  std::string restored_;      ///< commands for the new engine after its move
  std::string unshown_move_;  ///< the book's move, until the engine has answered all pings
};

}  // namespace polyglot::session
