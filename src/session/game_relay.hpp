#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/cecp_engine.hpp>

#include "session/conversation.hpp"
#include "session/game_record.hpp"
#include "session/gui.hpp"
#include "session/ping_tracker.hpp"

namespace polyglot::session {

/// A GUI and an engine that both play move by move and speak the same protocol: lines pass as they are. We
/// only follow the game, and put a move of the book between where there is one.
///
/// The engine learns of such a move as of one that others have made: it is put into force mode, and told to
/// play again when the book has nothing more to say.
class GameRelay final : public Conversation {
 public:
  /// `engine` speaks XBoard's protocol.
  GameRelay(Gui& gui, Engine& engine, BookPlayer& book) noexcept
      : gui_(gui), engine_(engine), back_(*engine.cecp), book_(book) {}

  EngineFate gui_message(const protocol::GuiMessage& message, std::string_view line,
                         Effects& effects) override;
  EngineFate engine_line(std::string_view line, Effects& effects) override;
  [[nodiscard]] std::string_view take_output(std::string_view& block) override;
  void learning_failed() override { record_.set_learned(false); }
  [[nodiscard]] std::size_t held() const override { return unshown_move_.size(); }

 private:
  void set_variant(std::string_view name);
  void set_up(std::string_view fen, Effects& effects);
  void take_back(std::size_t plies);
  /// True if the engine is to be told of the GUI's move, or to play, as it was said.
  [[nodiscard]] bool take_move(std::string_view text, Effects& effects);
  [[nodiscard]] bool take_unknown_move(std::string_view text, Effects& effects);
  void lose_track(std::string_view move, Effects& effects);
  [[nodiscard]] bool play_side_to_move(Effects& effects);
  /// True if we have answered.
  [[nodiscard]] bool show_book(Effects& effects);
  [[nodiscard]] bool give_hint(Effects& effects);
  /// True if a line only answers the greeting, which the engine has had from us.
  [[nodiscard]] bool answers_greeting(std::string_view line);

  /// What we know of the game.
  enum class Knowledge : std::uint8_t {
    position,
    variant,  ///< its rules are not known
    nothing,  ///< until the GUI sets up another position
  };
  /// What the engine is told to do.
  enum class EngineMode : std::uint8_t {
    free,       ///< what the GUI tells it
    held,       ///< by us: it is in force mode, and the GUI does not know
    analyzing,  ///< as the GUI told it
  };
  /// The game as the engine had it when it was told to stop thinking. It may have moved just before.
  struct Interrupted {
    GameRecord record;
    std::size_t taken_back = 0;  ///< plies, since then
  };

  void new_game();
  void leave_game();
  /// From now on the engine plays one side, and as the GUI tells it.
  void play(chess::Color side);
  [[nodiscard]] bool follows() const noexcept { return knowledge_ == Knowledge::position; }
  [[nodiscard]] bool our_turn() const;
  /// What the book has to play for the engine now; nothing if it is not our turn.
  [[nodiscard]] std::optional<game::Move> book_move(Effects& effects);
  /// Keeps the engine from playing until the book has nothing more to say.
  void hold(Effects& effects);
  void let_go() noexcept;
  void play_book_move(const game::Move& move, Effects& effects);
  void show_book_move(Effects& effects);
  void stop_playing();
  void play_engine_move(std::string_view text, Effects& effects);
  void play_crossing_move(std::string_view text);

  Gui& gui_;
  Engine& engine_;
  protocol::CecpBack& back_;
  BookPlayer& book_;

  Knowledge knowledge_ = Knowledge::position;
  EngineMode state_ = EngineMode::free;
  GameRecord record_;
  std::optional<Interrupted> interrupted_;
  std::vector<std::string> late_features_;  ///< of the engine, that the GUI has yet to answer
  PingTracker pings_;
  std::string unshown_move_;  ///< of the book, until the engine has answered all pings
};

}  // namespace polyglot::session
