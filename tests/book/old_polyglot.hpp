// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace polyglot::book::test {

/// The distribution's Polyglot 2.0.4 with an engine. The test asks it for book moves over UCI, or plays games
/// with it as a GUI of the XBoard protocol.
class OldPolyglot {
 public:
  /// Whether it and an engine for it are installed.
  [[nodiscard]] static bool is_installed();

  enum class Protocol : std::uint8_t { uci, xboard };

  explicit OldPolyglot(const std::string& book, const std::vector<std::string>& options,
                       Protocol protocol = Protocol::uci);
  ~OldPolyglot();
  OldPolyglot(const OldPolyglot&) = delete;
  OldPolyglot& operator=(const OldPolyglot&) = delete;

  /// Its book move after a `position` command; nothing if it leaves the answer to the engine.
  [[nodiscard]] std::optional<std::string> book_move(const std::string& position_command);

  /// XBoard only: begins a new game. The first move() decides which side the engine plays.
  void new_game();
  /// Its move, from the book or the engine: its first as White after `go`, else after a `usermove`.
  [[nodiscard]] std::string move(const std::string& command);
  /// Tells it the result, `1-0` and so on, and returns when it has been dealt with.
  void end_game(const std::string& result);

 private:
  void send(const std::string& line) const;
  [[nodiscard]] std::string read_line();
  /// Reads up to a line that begins like this and returns the rest of it.
  std::string read_after(std::string_view beginning);

  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  std::string unread_;
};

}  // namespace polyglot::book::test
