#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/cecp_engine.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/book_player.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/engine_options.hpp>
#include <polyglot/session/session.hpp>

#include "session/engine_driver.hpp"
#include "session/game_record.hpp"

namespace polyglot::session {

/// What all parts of a session share.
struct Context {
  /// Takes what it needs out of `setup`.
  explicit Context(Setup& setup);

  config::Options options;
  EngineOptions engine_options;
  std::string engine_name;
  std::string engine_author;
  std::optional<std::vector<std::string>> engine_features;  ///< see protocol::Identity
  BookPlayer book;
  SettingsPath settings_path;
  std::unique_ptr<protocol::Front> front;    ///< null until the GUI has spoken
  std::unique_ptr<protocol::CecpBack> cecp;  ///< null if the engine speaks UCI
  std::unique_ptr<EngineDriver> driver;      ///< null until the engine is ready for the first time
  std::chrono::milliseconds now{0};          ///< time of the present event
  bool gui_has_spoken = false;               ///< the GUI's first line has been dealt with

  void print(const protocol::GuiReply& reply, Effects& effects) const { front->print(reply, effects.to_gui); }
  /// Tells the GUI something, as soon as it can be told.
  void notify(std::string text, Effects& effects);
  void tell_notices(Effects& effects);

  /// Another engine is ready, and has said this in XBoard's protocol; null: it speaks UCI.
  void take_engine(std::unique_ptr<protocol::CecpBack> said_in_cecp);
  /// Tells the GUI what has come to light of the book since the last call.
  void tell_book_trouble(Effects& effects);
  /// Has the book told how a game of chess went for the player of its side that we were throughout, if it
  /// learns and has not been told of this game.
  void learn(GameRecord& record, protocol::GameResult::Score result, Effects& effects);
  /// Who plays, and what can be set; our own options as far as `where` says.
  [[nodiscard]] protocol::Identity identity(std::uint8_t where) const;
  /// The same for a GUI that plays move by move: OnlyWbOptions.
  [[nodiscard]] protocol::Identity identity_for_players() const;

 private:
  std::vector<std::string> notices_;  ///< until the GUI has spoken
};

}  // namespace polyglot::session
