#pragma once

#include <cstdint>
#include <string>

namespace polyglot::process {

/// How an engine ended.
struct ExitReport {
  enum class Kind : std::uint8_t {
    exited,     ///< by itself; `code` is its exit status
    killed,     ///< by a signal; `code` is the signal's number
    unguarded,  ///< by us, since its guardian was killed or hung; `code` processes of it withstood
  };

  Kind kind = Kind::unguarded;
  int code = 0;

  /// From what waitpid(2) stored.
  [[nodiscard]] static ExitReport from_wait_status(int status) noexcept;

  [[nodiscard]] bool successful() const noexcept { return kind == Kind::exited && code == 0; }

  /// "exited with status 3", "killed by signal 11 (Segmentation fault)", "ended by force: its guardian was
  /// killed or hangs".
  [[nodiscard]] std::string text() const;

  friend bool operator==(const ExitReport&, const ExitReport&) = default;
};

}  // namespace polyglot::process
