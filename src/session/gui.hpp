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

/// What is said to the GUI, in the protocol that it speaks.
struct Gui {
  /// The option, without our prefix, by which a UCI GUI may tell how a game has ended.
  static constexpr std::string_view kResultOption = "Result";

  std::unique_ptr<protocol::Front> front;      ///< null until it has spoken
  const protocol::Dialect* dialect = nullptr;  ///< the same
  bool is_served = false;                      ///< its first line has been dealt with

  Gui(const config::Options& options, SettingsPath settings_path)
      : options_(options), settings_path_(std::move(settings_path)) {}

  /// What it speaks from now on.
  void speak(const protocol::Dialect& spoken);
  [[nodiscard]] bool gives_positions() const noexcept {
    return dialect->view == protocol::Dialect::View::positions;
  }
  /// True if it has tried another protocol, and now tries UCI.
  [[nodiscard]] bool turns_to_uci(std::string_view line) const;
  /// True once it has said something: the first line tells what it speaks, an empty one tells nothing.
  [[nodiscard]] bool meets(std::string_view line, bool uci_forced);
  /// What kind of message a line is that is to be read again. Texts in it are of no meaning.
  [[nodiscard]] protocol::GuiMessage peek(std::string_view line) const;

  void print(const protocol::GuiReply& reply, Effects& effects) const { front->print(reply, effects.to_gui); }
  /// Tells it something, as soon as it can be told.
  void notify(std::string text, Effects& effects);
  /// Tells it what has come to light of the book since the last call.
  void tell_trouble(BookPlayer& book, Effects& effects);

  /// Keeps what a UCI engine says before the first line of its GUI has been dealt with, its banner for
  /// instance: it comes before all answers to a UCI GUI.
  void keep_early_line(std::string_view line);
  /// The engine does not speak UCI.
  void forget_early_lines() noexcept { early_output_.clear(); }
  /// A line is to be dealt with; or has been, and after the first, notices may be told.
  void begin_service(Effects& effects);
  void line_served(Effects& effects);

  /// Who plays, and what can be set: the engine's options, and ours as far as its protocol and OnlyWbOptions
  /// want them.
  [[nodiscard]] protocol::Identity identity(const Engine& engine) const;

 private:
  const config::Options& options_;
  SettingsPath settings_path_;  ///< see Setup
  std::string early_output_;
  std::vector<std::string> notices_;
};

}  // namespace polyglot::session
