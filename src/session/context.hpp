// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/config/options.hpp>
#include <polyglot/session/effects.hpp>

namespace polyglot::session {

class BookPlayer;
struct Engine;
struct Gui;

/// What all parts of a session share. It must outlive them.
struct Context {
  Context();
  ~Context();

  config::Options options;
  std::chrono::milliseconds now{0};  ///< the time of the present event
  Effects effects;                   ///< what the session asks the shell to do
  std::unique_ptr<Gui> gui;
  std::unique_ptr<Engine> engine;
  std::unique_ptr<BookPlayer> book;
};

}  // namespace polyglot::session
