#pragma once

#include <chrono>
#include <optional>

#include "session/context.hpp"

namespace polyglot::session {

/// Tells everybody who watches what the engine thinks: KibitzPV, KibitzMove, KibitzDelay, KibitzInterval.
class Kibitzer {
 public:
  explicit Kibitzer(Context& context) noexcept : context_(context) {}

  void variation(const protocol::Thinking& line, Effects& effects);
  void move(const protocol::Thinking& line, Effects& effects);

 private:
  using LastTime = std::optional<std::chrono::milliseconds>;

  void say(const protocol::Thinking& line, LastTime& last, Effects& effects);

  Context& context_;
  LastTime last_variation_;
  LastTime last_move_;
};

}  // namespace polyglot::session
