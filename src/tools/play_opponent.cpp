// SPDX-License-Identifier: MIT
#include "tools/play_opponent.hpp"
#include <variant>

#include <fmt/format.h>

#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/proxy.hpp>

namespace polyglot::tools {
namespace {

using config::OptionId;
using Clock = proxy::HeadlessSession::Clock;

}  // namespace

Opponent::Opponent(config::Configuration& configuration, const config::CommandLine& command_line,
                   std::chrono::milliseconds move_time)
    : session_(proxy::make_setup(configuration, command_line), proxy::HeadlessBooks::played),
      move_time_(move_time) {}

Result<void> Opponent::start() {
  if (auto opened = session_.open_log(); !opened) return opened;
  return session_.start();
}

Result<void> Opponent::begin(const game::Rules& rules, bool chess960) {
  chess960_ = chess960;
  session_.say(protocol::UciBack::kHandshake);
  if (auto set = session_.set_variant(rules); !set) return set;
  session_.say_new_game(chess960);
  const auto ready = session_.await_ready();
  if (!ready) return ready.error();
  return *ready ? Result<void>() : Error{"the engine does not answer \"isready\""};
}

Result<Opponent::Answer> Opponent::think(const game::Game& game) {
  protocol::Search order;
  order.game = &game;
  order.castling = castling(game);
  order.limits.move_time = move_time_.count();
  session_.say_search(order);
  std::optional<protocol::Score> score;
  auto deadline = Clock::now() + move_time_ + session_.patience();
  for (bool stopped = false;;) {
    const auto line = session_.next_line(deadline);
    if (!line) return line.error();
    if (!*line && stopped) return Error{name() + " makes no move, though it was told to stop"};
    if (!*line) {
      stopped = true;
      session_.say(protocol::UciBack::kStop);
      deadline = Clock::now() + session_.patience();
      continue;
    }
    const auto message = protocol::UciBack::parse(**line);
    if (const auto* const best = std::get_if<protocol::BestMove>(&message)) {
      const auto move = game.read_uci(best->move);
      if (!move) return Error{fmt::format("{} plays \"{}\", which is not legal", name(), best->move)};
      return Answer{.move = *move, .score = score};
    }
    if (!std::holds_alternative<protocol::SearchOutput>(message)) continue;
    const protocol::Info info = protocol::parse_uci_info(**line);
    if (info.score && info.multipv.value_or(1) == 1) score = info.score;
  }
}

void Opponent::finish(const game::Game& game, std::string_view result) {
  if (result != "*" && session_.options().check(OptionId::book_learn)) {
    // The session needs the position after the last move to count it.
    std::string text;
    protocol::UciBack::print_position(game, castling(game), text);
    protocol::UciBack::print_option("Polyglot Result", result, text);
    session_.say(text);
  }
  session_.quit();
}

}  // namespace polyglot::tools
