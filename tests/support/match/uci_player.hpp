#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <polyglot/process/engine_process.hpp>
#include <polyglot/result.hpp>

namespace polyglot::match {

using Milliseconds = std::chrono::milliseconds;

/// How a player is started.
struct PlayerSetup {
  std::string command;                                            ///< as in EngineCommand
  std::vector<std::pair<std::string, std::string>> options = {};  ///< sent as setoption, in this order
};

/// What a player answers to `go`.
struct Thought {
  std::string move;             ///< as written
  std::optional<int> score_cp;  ///< of the last info line, mover's view; a mate counts as kMateScore
  int book_lines = 0;           ///< info lines that announce a book move
  Milliseconds elapsed{0};
};

inline constexpr int kMateScore = 30000;

/// One program that speaks UCI, with its process.
class UciPlayer {
 public:
  /// Starts it and shakes hands. Error: what the player did wrong.
  [[nodiscard]] static boost::asio::awaitable<Result<std::unique_ptr<UciPlayer>>> start(
      boost::asio::any_io_executor executor, PlayerSetup setup);

  [[nodiscard]] boost::asio::awaitable<Result<void>> new_game();
  /// Error: the player closed its output, or gave no move before `limit`. It is of no more use then.
  [[nodiscard]] boost::asio::awaitable<Result<Thought>> think(std::string position, std::string go,
                                                              Milliseconds limit);
  [[nodiscard]] boost::asio::awaitable<void> quit();

  /// The name it gave itself.
  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  explicit UciPlayer(std::unique_ptr<process::EngineProcess> process);

  boost::asio::awaitable<Result<void>> send(std::string lines);
  /// Sends `lines` and hands each line of the answer to `see` until it returns true.
  template <class See>
  boost::asio::awaitable<Result<void>> ask(std::string lines, Milliseconds limit, See see);
  boost::asio::awaitable<Result<void>> wait_ready(std::string lines);

  std::unique_ptr<process::EngineProcess> process_;
  std::string name_;
};

}  // namespace polyglot::match
