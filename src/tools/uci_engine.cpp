// SPDX-License-Identifier: MIT
#include "tools/uci_engine.hpp"
#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/text.hpp>

namespace polyglot::tools {
namespace {

using namespace std::chrono_literals;
using process::Direction;

/// How much longer than allowed an engine may search before it is told to stop.
constexpr auto kOvertime = 1000ms;

std::string_view without_end(std::string_view line) noexcept {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

UciEngine::UciEngine(Setup setup) : changed_(loop_.get_executor()), setup_(std::move(setup)) {}

Result<std::unique_ptr<UciEngine>> UciEngine::start(Setup setup) {
  std::unique_ptr<UciEngine> engine(new UciEngine(std::move(setup)));
  auto started = proxy::EngineClient::start(engine->loop_.get_executor(), engine->changed_,
                                            engine->setup_.launch, *engine);
  if (!started) return started.error();
  engine->engine_ = std::move(*started);
  if (auto greeted = engine->greet(); !greeted) return greeted.error();
  return engine;
}

Result<void> UciEngine::greet() {
  std::string text;
  text += protocol::UciBack::kHandshake;
  send(text);
  const auto deadline = Clock::now() + setup_.patience;
  for (;;) {
    const auto line = next_line(deadline);
    if (!line) return line.error();
    if (!*line) return silent("uci");
    const auto message = protocol::UciBack::parse_handshake(**line);
    if (const auto* id = std::get_if<protocol::IdName>(&message)) name_ = id->text;
    if (const auto* declared = std::get_if<protocol::OptionDeclared>(&message))
      options_.push_back(declared->option);
    if (std::holds_alternative<protocol::HandshakeDone>(message)) return {};
    if (std::holds_alternative<protocol::HandshakeRefused>(message))
      return Error{fmt::format("the engine does not speak UCI, it says \"{}\"", **line)};
  }
}

const protocol::EngineOption* UciEngine::find_option(std::string_view name) const noexcept {
  const auto found = std::ranges::find_if(options_, [name](const protocol::EngineOption& option) {
    return equal_ignoring_case(option.name, name);
  });
  return found == options_.end() ? nullptr : &*found;
}

void UciEngine::set_option(const protocol::EngineOption& option, std::string_view value) {
  std::string text;
  const bool is_button = option.type == "button";
  protocol::UciBack::print_option(option.name, is_button ? std::nullopt : std::optional(value), text);
  send(text);
}

void UciEngine::set_chess960(bool on) {
  const protocol::EngineOption* const option = find_option("UCI_Chess960");
  if (option != nullptr && on != chess960_) set_option(*option, on ? "true" : "false");
  chess960_ = on;
}

Result<void> UciEngine::new_game() {
  std::string text;
  text += protocol::UciBack::kNewGame;
  text += protocol::UciBack::kReadyQuery;
  send(text);
  const auto deadline = Clock::now() + setup_.patience;
  for (;;) {
    const auto line = next_line(deadline);
    if (!line) return line.error();
    if (!*line) return silent("isready");
    if (std::holds_alternative<protocol::Ready>(protocol::UciBack::parse(**line))) return {};
  }
}

Result<std::string> UciEngine::search(const protocol::Search& search, const Listener& listener) {
  std::string text;
  protocol::UciBack::print_search(search, text);
  send(text);
  bool stopped = false;
  const auto stop = [&] {
    std::string command;
    command += protocol::UciBack::kStop;
    if (!stopped) send(command);
    stopped = true;
    return Clock::now() + setup_.patience;
  };
  auto deadline = Clock::now() + Milliseconds(search.limits.move_time.value_or(0)) + kOvertime;
  for (;;) {
    const auto line = next_line(deadline);
    if (!line) return line.error();
    if (!*line && stopped) return silent("stop");
    if (!*line) {
      deadline = stop();
      continue;
    }
    const auto message = protocol::UciBack::parse(**line);
    if (const auto* best = std::get_if<protocol::BestMove>(&message))
      return {boost::system::in_place_value, std::string(best->move)};
    if (!std::holds_alternative<protocol::SearchOutput>(message)) continue;
    if (listener(protocol::parse_uci_info(**line)) && !stopped) deadline = stop();
  }
}

void UciEngine::quit() {
  std::string text;
  text += protocol::UciBack::kQuit;
  send(text);
  engine_->dismiss(setup_.grace);
  while (!engine_->gone() && loop_.run_one_until(process::Loop::kNever)) {
  }
}

// ---- Streams --------------------------------------------------------------------------------------------

void UciEngine::engine_said(std::string_view lines) {
  setup_.log.traffic(Direction::from_engine, lines);
  while (!lines.empty()) lines_.emplace_back(without_end(take_line(lines)));
}

void UciEngine::engine_complained(std::string_view lines) {
  setup_.log.traffic(Direction::engine_error, lines);
}

void UciEngine::send(std::string text) {
  setup_.log.traffic(Direction::to_engine, text);
  engine_->send(text);
}

Result<std::optional<std::string>> UciEngine::next_line(Clock::time_point deadline) {
  while (lines_.empty()) {
    if (!end_.empty()) return lost();
    if (!loop_.run_one_until(deadline)) return {boost::system::in_place_value, std::nullopt};
  }
  std::optional<std::string> line = std::move(lines_.front());
  lines_.pop_front();
  return {boost::system::in_place_value, std::move(line)};
}

Error UciEngine::lost() const {
  std::string text = end_;
  for (const std::string& line : engine_->last_words())
    text += fmt::format(", saying \"{}\"", without_end(line));
  return Error{text};
}

Error UciEngine::silent(std::string_view question) const {
  return Error{fmt::format("the engine does not answer \"{}\" within {} s", question,
                           std::chrono::duration<double>(setup_.patience).count())};
}

}  // namespace polyglot::tools
