// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/session.hpp>

#include "session/books/book_player.hpp"
#include "session/drivers/engine.hpp"

namespace polyglot::session {

/// The GUI's side: what is sent to it, in its protocol.
struct Gui {
  /// The option, without our prefix, by which a UCI GUI may tell how a game has ended.
  static constexpr std::string_view kResultOption = "Result";

  std::unique_ptr<protocol::Front> front;      ///< null until the GUI has sent a line
  const protocol::Dialect* dialect = nullptr;  ///< null until the GUI has sent a line
  bool is_served = false;                      ///< its first line has been handled

  Gui(const config::Options& options, SettingsPath settings_path)
      : options_(options), settings_path_(std::move(settings_path)) {}

  /// Sets its protocol.
  void speak(const protocol::Dialect& spoken);
  [[nodiscard]] bool gives_positions() const noexcept {
    return dialect->view == protocol::Dialect::View::positions;
  }
  /// True if it used another protocol before, and now changes to UCI.
  [[nodiscard]] bool turns_to_uci(std::string_view line) const;
  /// True after its first line, which shows its protocol. An empty line shows nothing.
  [[nodiscard]] bool meets(std::string_view line, bool uci_forced);
  /// The kind of message in a line that will be read again. Texts in the message are not valid.
  [[nodiscard]] protocol::GuiMessage peek(std::string_view line) const;

  void print(const protocol::GuiReply& reply, Effects& effects) const { front->print(reply, effects.to_gui); }
  /// Sends it a message as soon as possible.
  void notify(std::string text, Effects& effects);
  /// Reports the problems of the book that were found since the last call.
  void tell_trouble(BookPlayer& book, Effects& effects);

  /// Keeps a line of a UCI engine, for example its banner, until the GUI's first line has been handled. A UCI
  /// GUI gets it before all answers.
  void keep_early_line(std::string_view line);
  /// The engine does not speak UCI.
  void forget_early_lines() noexcept { early_output_.clear(); }
  /// begin_service(): a line will be handled. line_served(): it has been; after the first one, messages may
  /// be sent.
  void begin_service(Effects& effects);
  void line_served(Effects& effects);

  /// The names and options for the handshake: the engine's options, and those of ours that its protocol and
  /// OnlyWbOptions include.
  [[nodiscard]] protocol::Identity identity(const Engine& engine) const;

 private:
  const config::Options& options_;
  SettingsPath settings_path_;  ///< see Setup
  std::string early_output_;
  std::vector<std::string> notices_;
};

}  // namespace polyglot::session
