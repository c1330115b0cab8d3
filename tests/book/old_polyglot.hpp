#pragma once

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace polyglot::book::test {

/// The distribution's Polyglot 2.0.4 with an engine behind it, asked for book moves over UCI.
class OldPolyglot {
 public:
  /// Whether it and an engine for it are installed.
  [[nodiscard]] static bool is_installed();

  explicit OldPolyglot(const std::string& book, const std::vector<std::string>& options);
  ~OldPolyglot();
  OldPolyglot(const OldPolyglot&) = delete;
  OldPolyglot& operator=(const OldPolyglot&) = delete;

  /// Its book move after a `position` command; nothing if it leaves the answer to the engine.
  [[nodiscard]] std::optional<std::string> book_move(const std::string& position_command);

 private:
  void send(const std::string& line) const;
  [[nodiscard]] std::string read_line();

  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  std::string unread_;
};

}  // namespace polyglot::book::test
