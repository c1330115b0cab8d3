// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::proxy::testing {

/// A Polyglot between a GUI and an engine that are both the test: it holds the far ends of all four pipes.
///
/// So it is known, not guessed, when Polyglot has done all there is to do: it has taken every byte and
/// sleeps. A session needs no delays, goes as fast as Polyglot works, and is the same every time.
class Rig {
 public:
  /// Starts `program` in `folder`, which is its home too, with the puppet for an engine.
  Rig(const std::string& program, const std::vector<std::string>& arguments, const std::string& folder);
  ~Rig();
  Rig(const Rig&) = delete;
  Rig& operator=(const Rig&) = delete;

  void send_from_gui(std::string_view line);
  void send_from_engine(std::string_view line);

  /// Waits until Polyglot has done everything or has ended. Throws if this takes too long.
  void settle();
  /// Complete lines that Polyglot has written to the GUI, or to the engine, since the last call.
  [[nodiscard]] std::vector<std::string> lines_to_gui();
  [[nodiscard]] std::vector<std::string> lines_to_engine();
  [[nodiscard]] bool ended() const;

 private:
  struct Source {
    os::Descriptor fd;
    std::string pending;

    std::vector<std::string> take_lines();
  };

  void start(const std::string& program, const std::vector<std::string>& arguments,
             const std::string& folder);
  void accept_engine(int listener);
  void await_greeting() const;
  [[nodiscard]] bool asleep() const;

  std::string program_;
  pid_t pid_ = -1;
  os::Descriptor gui_input_;
  os::Descriptor engine_output_;
  os::Descriptor puppet_;  ///< the puppet stays as long as this is open
  os::Descriptor status_;  ///< /proc/PID/stat
  Source to_gui_;
  Source to_engine_;
};

}  // namespace polyglot::proxy::testing
