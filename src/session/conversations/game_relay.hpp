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

#include "session/books/book_verification.hpp"
#include "session/conversations/conversation.hpp"
#include "session/conversations/game_record.hpp"
#include "session/conversations/pings.hpp"
#include "session/gui.hpp"
#include "session/recovery/last_resort.hpp"
#include "session/recovery/relayed_state.hpp"

namespace polyglot::session {

/// The conversation between a GUI and an engine that both play move by move and speak the same protocol.
/// Lines pass unchanged. We only follow the game, and insert the moves of the book.
///
/// The engine gets a book move like a move of another player: we put it into force mode, and let it play
/// again when the book has no more moves.
class GameRelay final : public Conversation {
 public:
  /// `engine` speaks XBoard's protocol.
  /// `now`: the time of the present event.
  GameRelay(const config::Options& options, const std::chrono::milliseconds& now, Gui& gui, Engine& engine,
            BookPlayer& book) noexcept
      : options_(options),
        now_(now),
        gui_(gui),
        engine_(engine),
        book_(book),
        last_resort_(options, gui, book),
        verification_(book, BookVerification::Search::position_after) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  [[nodiscard]] Awaited awaited() const override;
  [[nodiscard]] bool in_game() const override;
  [[nodiscard]] const game::Game* game() const override { return follows() ? &record_.game() : nullptr; }
  EngineFate engine_replaced(Effects& effects) override;
  void book_verdict_due(Effects& effects) override {
    if (verification_.give_up(now_, effects)) play_unverified(effects);
  }
  void hurry_engine(Effects& effects) override;
  void move_for_engine(Effects& effects) override;
  void answer_unverified(Effects& effects) override {
    if (verifies()) play_unverified(effects);
  }
  [[nodiscard]] bool finish_without_engine(Effects& effects) override;
  void leave_game(Effects& effects) override { record_.report_end(book_.file(), effects); }
  void learning_failed() override { record_.learning_failed(); }
  void book_search_over(Effects& effects) override;
  void before_quit(Effects& effects) override {
    end_pondering(effects);
    stop_book_search(effects);
  }
  [[nodiscard]] std::size_t held() const override { return unshown_move_.size(); }
  [[nodiscard]] std::size_t owed() const override { return pings_.bytes(); }

 private:
  void set_variant(std::string_view name, Effects& effects);
  void set_up(std::string_view fen, Effects& effects);
  void take_back(std::size_t plies);
  /// True if the GUI's move, or its command to play, goes to the engine unchanged.
  [[nodiscard]] bool take_move(std::string_view text, Effects& effects);
  [[nodiscard]] bool take_unknown_move(std::string_view text, Effects& effects);
  void lose_track(std::string_view move, Effects& effects);
  [[nodiscard]] bool play_side_to_move(Effects& effects);
  /// True if we have answered the command.
  [[nodiscard]] bool show_book(Effects& effects);
  [[nodiscard]] bool give_hint(Effects& effects);
  /// True if a line only answers the greeting, which we have sent to the engine.
  [[nodiscard]] bool answers_greeting(std::string_view line);

  /// Our knowledge of the game.
  enum class Knowledge : std::uint8_t {
    position,
    variant,  ///< a variant whose rules are not known
    nothing,  ///< until the GUI sets up another position
  };
  /// What the engine is doing.
  enum class Stage : std::uint8_t {
    free,       ///< what the GUI has told it
    analyzing,  ///< by a command of the GUI
    // In these stages we have put it into force mode without the GUI:
    held,
    pondering,  ///< it analyses the position that the book expects
    verifying,  ///< it analyses for the verdict on a book's move
    closing,    ///< it has been told to end its hidden analysis
  };
  /// The turn of our side.
  struct Turn {
    std::chrono::milliseconds since{0};
    bool hurried = false;                                                  ///< it was told to move at once
    std::optional<std::chrono::milliseconds> told_to_move = std::nullopt;  ///< by the GUI
  };
  /// The engine's game when it was told to stop thinking. It may have moved just before.
  struct Interrupted {
    GameRecord record;
    std::size_t taken_back = 0;  ///< plies taken back since then
  };

  void new_game(Effects& effects);
  void forget_game();
  /// From now on the engine plays this side, directed by the GUI.
  void play(chess::Color side);
  [[nodiscard]] bool follows() const noexcept { return knowledge_ == Knowledge::position; }
  [[nodiscard]] bool our_turn() const;
  /// The book's move for the engine; nothing if there is none, or if it is not our turn.
  [[nodiscard]] std::optional<game::Move> book_move(Effects& effects);
  /// Keeps the engine from playing while the book has moves.
  void hold(Effects& effects);
  void let_go() noexcept {
    if (is_held()) stage_ = Stage::free;
  }
  [[nodiscard]] bool is_held() const noexcept { return stage_ >= Stage::held; }
  [[nodiscard]] bool verifies() const noexcept { return stage_ >= Stage::verifying; }
  void play_book_move(const game::Move& move, Effects& effects);
  void print_move(const game::Move& move, Effects& effects) const;

  /// Answers with the book's move, which the held engine may verify first.
  void answer_from_book(const game::Move& move, Effects& effects);
  void verify_or_play(const game::Move& move, Effects& effects);
  void search_for_book(Effects& effects);
  /// Ends a verification, so that the engine is in force mode again for the book's move.
  void stop_book_search(Effects& effects) {
    if (stage_ == Stage::verifying) end_hidden_search(Stage::closing, effects);
  }
  void book_search_ended(Effects& effects);
  void cancel_verification(Effects& effects);
  /// Plays the book's move at once.
  void play_unverified(Effects& effects) {
    cancel_verification(effects);
    play_book_move(verification_.move(), effects);
  }
  void let_engine_think(Effects& effects);
  void hear_verifying(std::string_view line);
  /// Whether a held engine can search by `analyze`; limits(): the limits of such a search.
  [[nodiscard]] bool may_analyze() const;
  [[nodiscard]] protocol::SearchLimits limits() const;

  /// Lets the held engine think about the reply that the book expects.
  void ponder(Effects& effects);
  void end_pondering(Effects& effects) {
    if (stage_ == Stage::pondering) end_hidden_search(Stage::held, effects);
  }
  /// Starts an analysis of the engine's present position, hidden from the GUI.
  void begin_hidden_search(Stage stage, Effects& effects);
  /// Ends the hidden analysis and puts the engine back into force mode.
  void end_hidden_search(Stage next, Effects& effects);
  [[nodiscard]] bool hides(std::string_view line) const;
  void show_book_move(Effects& effects);
  /// Answers the pings that the engine got before it began to think.
  void answer_pings_before_move(Effects& effects);
  void stop_playing();
  void play_engine_move(std::string_view text, Effects& effects);
  void play_crossing_move(std::string_view text);
  /// Records a line of the thinking engine for LastResort.
  void note_thinking(std::string_view line);

  void obey(const protocol::GuiMessage& message, std::string_view line, Effects& effects);
  /// Whether the engine is to move, as far as we know.
  [[nodiscard]] bool engine_thinks() const { return our_turn() && stage_ == Stage::free && !has_result_; }

  /// Passes on a line of the GUI, with MoveOverhead subtracted from its clock and its time for each move.
  void pass_on(std::string_view line, Effects& effects) const;
  [[nodiscard]] std::chrono::milliseconds overhead() const {
    return std::chrono::milliseconds(options_.spin(config::OptionId::move_overhead));
  }
  /// The line that sets a fixed time for each move, as the engine gets it; empty if there is none.
  [[nodiscard]] std::string fixed_time() const {
    std::string line;
    told_.print_fixed_time(overhead(), line);
    return line;
  }

  const config::Options& options_;
  const std::chrono::milliseconds& now_;
  Gui& gui_;
  Engine& engine_;
  BookPlayer& book_;
  LastResort last_resort_;

  Knowledge knowledge_ = Knowledge::position;
  Stage stage_ = Stage::free;
  GameRecord record_;
  std::optional<Interrupted> interrupted_;
  std::vector<std::string> late_features_;  ///< features of the engine that the GUI has not answered yet
  Pings pings_;                             ///< our own pings mark the ends of hidden analyses
  bool may_ponder_ = false;                 ///< the GUI allows pondering
  BookVerification verification_;
  std::optional<game::Move> best_known_;  ///< the best known move of the search for verification
  RelayedState told_;
  bool has_result_ = false;  ///< the GUI has sent the result of the game
  Turn turn_;
  std::string restored_;      ///< commands for the new engine after its move
  std::string unshown_move_;  ///< the book's move until the engine has answered all pings
};

}  // namespace polyglot::session
