// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "session/gui.hpp"

namespace polyglot::session {

/// Pings of a GUI that have not been answered. The first of them wait for the engine, the others for the end
/// of what it thinks about.
class PingQueue {
 public:
  PingQueue(const Gui& gui, const Engine& engine) noexcept : gui_(gui), engine_(engine) {}

  void add(std::string_view tag, bool engine_thinks, Effects& effects) {
    tags_.emplace_back(tag);
    if (!engine_thinks) pass_on(effects);
  }
  /// The engine does not think any more.
  void release(Effects& effects) {
    while (passed_on_ < tags_.size()) engine_.driver->busy() ? pass_on(effects) : answer(effects);
  }
  void engine_ready(Effects& effects) {
    --passed_on_;
    answer(effects);
  }
  /// Another engine is to answer.
  void engine_replaced(Effects& effects) {
    for (std::size_t owed = std::exchange(passed_on_, 0); owed > 0; --owed) pass_on(effects);
  }
  /// None will.
  void engine_lost(Effects& effects) {
    passed_on_ = 0;
    while (!tags_.empty()) answer(effects);
  }
  [[nodiscard]] bool engine_owes() const noexcept { return passed_on_ > 0; }
  /// Bytes of what waits.
  [[nodiscard]] std::size_t held() const noexcept {
    std::size_t bytes = 0;
    for (const std::string& tag : tags_) bytes += sizeof(std::string) + tag.size();
    return bytes;
  }

 private:
  void pass_on(Effects& effects) {
    ++passed_on_;
    engine_.driver->ready_query(effects);
  }
  void answer(Effects& effects) {
    gui_.print(protocol::ReadyAnswer{tags_.front()}, effects);
    tags_.pop_front();
  }

  const Gui& gui_;
  const Engine& engine_;
  std::deque<std::string> tags_;
  std::size_t passed_on_ = 0;
};

}  // namespace polyglot::session
