// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/config/options.hpp>
#include <polyglot/protocol/front.hpp>
#include <polyglot/session/effects.hpp>
#include <polyglot/session/session.hpp>

#include "session/books/book_player.hpp"
#include "session/context.hpp"
#include "session/drivers/engine.hpp"

namespace polyglot::session {

/// The GUI's side: what is sent to it, in its protocol.
struct Gui {
  /// A UCI GUI may report the result of a game with this option. The name here has no prefix.
  static constexpr std::string_view kResultOption = "Result";
  /// An option of UCI: on while the GUI analyses. Programs (python-chess) set it only if it is offered.
  static constexpr std::string_view kAnalyseMode = "UCI_AnalyseMode";

  std::unique_ptr<protocol::Front> front;      ///< null until the GUI has sent a line
  const protocol::Dialect* dialect = nullptr;  ///< null until the GUI has sent a line
  bool is_served = false;                      ///< its first line has been handled
  bool in_analysis = false;                    ///< the value of an offers_analyse_mode()
  bool has_gone = false;                       ///< its earlier questions are still answered

  Gui(Context& context, SettingsPath settings_path)
      : options_(context.options), effects_(context.effects), settings_path_(std::move(settings_path)) {}

  void speak(const protocol::Dialect& spoken);
  [[nodiscard]] bool gives_positions() const noexcept {
    return dialect->view == protocol::Dialect::View::positions;
  }
  /// True if a UCI GUI is offered kAnalyseMode for the books, because the engine lacks it.
  [[nodiscard]] bool offers_analyse_mode(const Engine& engine) const {
    return gives_positions() && options_.check(config::OptionId::book) &&
           engine.options.find(kAnalyseMode) == nullptr;
  }
  /// True if it used another protocol before, and now changes to UCI.
  [[nodiscard]] bool turns_to_uci(std::string_view line) const;
  /// Chooses the protocol by the GUI's first line that is not empty. Returns true if it is known.
  [[nodiscard]] bool meets(std::string_view line, bool uci_forced);

  void print(const protocol::GuiReply& reply) const { front->print(reply, effects_.to_gui); }
  void notify(std::string text);
  /// Reports the problems of the book that were found since the last call.
  void report_trouble(BookPlayer& book);

  /// Keeps a line of a UCI engine, for example its banner, until the GUI sends its first line. A UCI GUI gets
  /// it before all answers.
  void keep_early_line(std::string_view line);
  /// Drops the lines kept by keep_early_line(), because the engine does not speak UCI.
  void forget_early_lines() noexcept { early_output_.clear(); }
  /// Call begin_service() before a line is handled and line_served() after it. Messages may be sent after
  /// the first line.
  void begin_service();
  void line_served();

  /// The names and options for the handshake: the engine's options, and those of ours that its protocol and
  /// OnlyWbOptions include.
  [[nodiscard]] protocol::Identity identity(const Engine& engine) const;

 private:
  const config::Options& options_;
  Effects& effects_;
  SettingsPath settings_path_;  ///< see SessionSetup
  std::string early_output_;
  std::vector<std::string> notices_;
};

}  // namespace polyglot::session
