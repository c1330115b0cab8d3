// SPDX-License-Identifier: MIT
#include "support/match/player.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/process/event.hpp>

namespace polyglot::match {
namespace {

namespace asio = boost::asio;
using asio::awaitable;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kQuitLimit = 2s;
constexpr auto kLook = 10ms;

/// A player whose stderr nobody reads hangs when it complains much.
awaitable<void> discard(process::LineReader& reader) {
  for (;;) {
    const auto block = co_await reader.read_lines();
    if (!block || block->empty()) co_return;
  }
}

struct Answer {
  explicit Answer(const asio::any_io_executor& executor) : changed(executor) {}

  process::Event changed;
  bool has_come = false;
  bool late = false;
};

/// Closes the output of a player whose answer does not come in time.
awaitable<void> await(std::shared_ptr<Answer> answer, std::chrono::milliseconds limit,
                      process::LineReader& output) {
  const auto has_come = [&answer = *answer] { return answer.has_come; };
  const bool in_time = co_await answer->changed.wait_for(has_come, limit);
  if (in_time) co_return;
  answer->late = true;
  output.close();
}

}  // namespace

Player::Player(std::shared_ptr<process::EngineConnection> process) : process_(std::move(process)) {}

awaitable<Result<std::unique_ptr<Player>>> Player::start(asio::any_io_executor executor, PlayerSetup setup) {
  auto argv = config::split_command_line(setup.command);
  if (!argv) co_return argv.error();
  auto process = process::EngineConnection::start(executor, {.argv = std::move(*argv)});
  if (!process) co_return process.error();
  const auto make = setup.language == Language::uci ? make_uci_player : make_cecp_player;
  std::unique_ptr<Player> player = make(std::move(*process));
  asio::co_spawn(executor, discard(player->process_->errors()), asio::detached);
  const auto ready = co_await player->shake_hands(std::move(setup));
  if (!ready) co_return ready.error();
  co_return player;
}

awaitable<Result<void>> Player::shake_hands(PlayerSetup setup) {
  const auto greeted =
      co_await ask(greeting(), kReadyLimit, [this](std::string_view line) { return take_greeting(line); });
  if (!greeted) co_return greeted.error();
  std::string options;
  for (const auto& [option, value] : setup.options) options += option_line(option, value);
  co_return co_await wait_ready(std::move(options));
}

awaitable<void> Player::quit() {
  const auto executor = co_await asio::this_coro::executor;
  const auto sent = co_await send("quit\n");
  if (sent) asio::co_spawn(executor, discard(process_->output()), asio::detached);
  process_->input().close();
  process::Event never(executor);
  for (auto waited = 0ms; process_->running() && waited < kQuitLimit; waited += kLook)
    co_await never.wait(kLook);
  co_await process_->shutdown();
}

awaitable<Result<void>> Player::send(std::string lines) {
  co_return co_await process_->input().write(lines);
}

awaitable<Result<void>> Player::ask(std::string lines, Milliseconds limit, See see) {
  if (const auto sent = co_await send(std::move(lines)); !sent) co_return sent;

  const auto answer = std::make_shared<Answer>(co_await asio::this_coro::executor);
  asio::co_spawn(co_await asio::this_coro::executor, await(answer, limit, process_->output()),
                 asio::detached);
  const auto has_come = [&answer] {
    answer->has_come = true;
    answer->changed.happen();
  };
  for (;;) {
    const auto block = co_await process_->output().read_lines();
    if (!block || block->empty()) {
      has_come();
      co_return Error{answer->late ? "did not answer in time" : "closed its output", name_};
    }
    for (std::string_view rest = *block; !rest.empty();) {
      std::string_view line = take_line(rest);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!see(line)) continue;
      has_come();
      co_return Result<void>();
    }
  }
}

awaitable<Result<Thought>> Player::ask_move(std::string lines, Milliseconds limit,
                                            bool (*take_in)(std::string_view line, Thought& thought)) {
  Thought thought;
  const auto start = Clock::now();
  const auto answered = co_await ask(
      std::move(lines), limit, [&thought, take_in](std::string_view line) { return take_in(line, thought); });
  if (!answered) co_return answered.error();
  thought.elapsed = std::chrono::ceil<Milliseconds>(Clock::now() - start);
  co_return thought;
}

}  // namespace polyglot::match
