#include "support/match/uci_player.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>

#include <polyglot/process/command_line.hpp>

namespace polyglot::match {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kReadyLimit = 30s;
constexpr auto kQuitLimit = 2s;

/// A player whose stderr nobody reads hangs when it complains much.
awaitable<void> discard(process::LineReader& reader) {
  for (;;) {
    const auto block = co_await reader.read_lines();
    if (!block || block->empty()) co_return;
  }
}

std::vector<std::string_view> words(std::string_view line) {
  std::vector<std::string_view> found;
  while (!line.empty()) {
    const auto end = line.find_first_of(" \t\r");
    if (end != 0) found.push_back(line.substr(0, end));
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return found;
}

/// The score of an info line; a bound is as good as a score for a match.
std::optional<int> score(const std::vector<std::string_view>& info) {
  for (std::size_t i = 0; i + 2 < info.size(); ++i) {
    if (info[i] == "string") break;
    if (info[i] != "score") continue;
    const int value = std::atoi(std::string(info[i + 2]).c_str());
    if (info[i + 1] == "cp") return value;
    if (info[i + 1] == "mate") return value > 0 ? kMateScore : -kMateScore;
  }
  return std::nullopt;
}

/// Takes in one line of the answer to `go`; true at its end.
bool take_in(std::string_view line, Thought& thought) {
  if (line.starts_with("info string book")) ++thought.book_lines;
  const auto parts = words(line);
  if (parts.empty()) return false;
  if (parts[0] == "info") {
    if (const auto found = score(parts)) thought.score_cp = found;
  }
  if (parts[0] != "bestmove") return false;
  thought.move = parts.size() > 1 ? parts[1] : std::string_view();
  return true;
}

}  // namespace

UciPlayer::UciPlayer(std::unique_ptr<process::EngineProcess> process) : process_(std::move(process)) {}

awaitable<Result<std::unique_ptr<UciPlayer>>> UciPlayer::start(asio::any_io_executor executor,
                                                               PlayerSetup setup) {
  auto argv = process::split_command_line(setup.command);
  if (!argv) co_return argv.error();
  auto process = process::EngineProcess::start(executor, {.argv = std::move(*argv)});
  if (!process) co_return process.error();
  std::unique_ptr<UciPlayer> player(new UciPlayer(std::move(*process)));
  asio::co_spawn(executor, discard(player->process_->errors()), asio::detached);

  std::string& name = player->name_;
  const auto greeted = co_await player->ask("uci\n", kReadyLimit, [&name](std::string_view line) {
    constexpr std::string_view kName = "id name ";
    if (line.starts_with(kName)) name = line.substr(kName.size());
    return line == "uciok";
  });
  if (!greeted) co_return greeted.error();
  std::string options;
  for (const auto& [option, value] : setup.options) {
    options += "setoption name " + option + (value.empty() ? "" : " value " + value) + "\n";
  }
  const auto ready = co_await player->wait_ready(std::move(options));
  if (!ready) co_return ready.error();
  co_return player;
}

awaitable<Result<void>> UciPlayer::new_game() {
  return wait_ready("ucinewgame\n");
}

awaitable<Result<Thought>> UciPlayer::think(std::string position, std::string go, Milliseconds limit) {
  Thought thought;
  const auto start = Clock::now();
  const auto answered = co_await ask(position + "\n" + go + "\n", limit,
                                     [&thought](std::string_view line) { return take_in(line, thought); });
  if (!answered) co_return answered.error();
  thought.elapsed = std::chrono::ceil<Milliseconds>(Clock::now() - start);
  co_return thought;
}

awaitable<void> UciPlayer::quit() {
  const auto sent = co_await send("quit\n");
  if (sent) asio::co_spawn(co_await asio::this_coro::executor, discard(process_->output()), asio::detached);
  co_await process_->shutdown(kQuitLimit);
}

awaitable<Result<void>> UciPlayer::send(std::string lines) {
  co_return co_await process_->input().write(lines);
}

template <class See>
awaitable<Result<void>> UciPlayer::ask(std::string lines, Milliseconds limit, See see) {
  if (const auto sent = co_await send(std::move(lines)); !sent) co_return sent;

  bool late = false;
  asio::steady_timer watchdog(co_await asio::this_coro::executor, limit);
  watchdog.async_wait([&, this](const boost::system::error_code& cancelled) {
    if (cancelled) return;
    late = true;
    process_->output().close();
  });
  for (;;) {
    const auto block = co_await process_->output().read_lines();
    if (!block || block->empty()) {
      co_return Error{late ? "did not answer in time" : "closed its output", name_};
    }
    for (std::string_view rest = *block; !rest.empty();) {
      std::string_view line = process::take_line(rest);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (see(line)) co_return Result<void>();
    }
  }
}

awaitable<Result<void>> UciPlayer::wait_ready(std::string lines) {
  return ask(std::move(lines) + "isready\n", kReadyLimit,
             [](std::string_view line) { return line == "readyok"; });
}

}  // namespace polyglot::match
