// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "proxy/cecp/engine_model.hpp"
#include "proxy/cecp/rig.hpp"

namespace polyglot::proxy::testing {

/// What a session is started with.
struct SessionSetup {
  std::vector<std::string> arguments;  ///< of Polyglot, after -noini -ec
  EngineCharacter engine;
};

/// Something that happens from outside.
struct Step {
  enum class Kind : std::uint8_t {
    gui,     ///< the GUI sends `text`
    finish,  ///< the engine ends its search
    deepen,  ///< the engine says more
  };
  Kind kind = Kind::gui;
  std::string text = {};
};

/// A step and all that comes of it.
struct StepRecord {
  using Lines = std::vector<std::string>;

  Step step;
  Lines to_gui = {};
  Lines to_engine = {};
  Lines transcript = {};  ///< both with "gui<" and "eng>", and "eng<" for what the engine says
  std::string book = {};  ///< after a result: what the book file holds then
};

/// A session that goes on step by step.
class Session {
 public:
  Session(const std::string& program, const SessionSetup& setup, const std::string& folder);

  /// What happens before the GUI says anything.
  [[nodiscard]] StepRecord open();
  [[nodiscard]] StepRecord take(const Step& step);
  /// True if Polyglot has ended.
  [[nodiscard]] bool over() const noexcept { return over_; }
  [[nodiscard]] const EngineModel& engine() const noexcept { return engine_; }

 private:
  void await_answer(StepRecord& record);
  void say(const std::vector<std::string>& lines, StepRecord& record);
  void go_on_until_quiet(StepRecord& record);

  std::string folder_;
  Rig rig_;
  EngineModel engine_;
  bool over_ = false;
};

/// A session with given steps, to its end.
[[nodiscard]] std::vector<StepRecord> play(const std::string& program, const SessionSetup& setup,
                                           const std::vector<Step>& steps, const std::string& folder);

[[nodiscard]] std::string to_text(const SessionSetup& setup);
/// Its transcript without the many features.
[[nodiscard]] std::string to_text(const StepRecord& record);

}  // namespace polyglot::proxy::testing
