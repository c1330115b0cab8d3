// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/uci.hpp>
#include <polyglot/proxy/headless_session.hpp>

namespace polyglot::proxy {

using config::OptionId;

Result<void> HeadlessSession::start() {
  launch();
  while (!session_.engine_ready() && why_over_.empty() &&
         process::run_one_until(loop_, Clock::time_point::max())) {
  }
  return why_over_.empty() ? Result<void>() : Error{why_over_};
}

void HeadlessSession::say(std::string_view lines) {
  handle([&] { session_.gui_lines(lines); });
}

void HeadlessSession::say_new_game(bool chess960) {
  std::string text;
  if (engine_options().check("UCI_Chess960") != chess960)
    protocol::UciBack::print_option("UCI_Chess960", chess960 ? "true" : "false", text);
  say(text.append(protocol::UciBack::kNewGame).append(protocol::UciBack::kReadyQuery));
}

void HeadlessSession::say_search(const protocol::Search& search) {
  std::string text;
  protocol::UciBack::print_search(search, text);
  say(text);
}

Result<bool> HeadlessSession::await_ready(Clock::time_point deadline) {
  for (;;) {
    const auto line = next_line(deadline);
    if (!line) return line.error();
    if (!*line) return false;
    if (std::holds_alternative<protocol::Ready>(protocol::UciBack::parse(**line))) return true;
  }
}

std::chrono::milliseconds HeadlessSession::answer_timeout() const {
  constexpr std::chrono::hours kForEver{24 * 365};
  const auto limit = options().spin(OptionId::engine_start_timeout);
  return limit > 0 ? std::chrono::milliseconds(limit) : kForEver;
}

Result<void> HeadlessSession::set_variant(const game::Rules& rules) {
  const auto* const option = engine_options().find("UCI_Variant");
  const auto is_wanted = [&rules](const std::string& choice) {
    return rules.is_chess() ? choice == "chess" || choice == "normal" : rules.is_called(choice);
  };
  const std::vector<std::string> none;
  const auto& choices = option != nullptr ? option->option.choices : none;
  const auto wanted = std::ranges::find_if(choices, is_wanted);
  if (wanted == choices.end())
    return rules.is_chess() ? Result<void>()
                            : Error{fmt::format("{} does not play {}", engine_name(), rules.name())};
  if (option->value == *wanted) return {};
  std::string text;
  protocol::UciBack::print_option("UCI_Variant", *wanted, text);
  say(text);
  return {};
}

Result<std::optional<std::string>> HeadlessSession::next_line(Clock::time_point deadline) {
  while (lines_.empty() && why_over_.empty() && process::run_one_until(loop_, deadline)) {
  }
  return take_line();
}

Result<std::optional<std::string>> HeadlessSession::take_line() {
  if (lines_.empty() && !why_over_.empty()) return Error{why_over_};
  if (lines_.empty()) return {boost::system::in_place_value, std::nullopt};
  std::optional<std::string> line = std::move(lines_.front());
  lines_.pop_front();
  return {boost::system::in_place_value, std::move(line)};
}

void HeadlessSession::quit() {
  handle([this] { session_.gui_closed(); });
  const auto goes_on = [this] { return (engine_ && !engine_->gone()) || is_learning(); };
  while (goes_on() && process::run_one_until(loop_, Clock::time_point::max())) {
  }
}

void HeadlessSession::note(const session::LogNote& note) {
  if (note.level == session::LogNote::Level::error) why_over_ = note.text;
  if (note.level == session::LogNote::Level::warning) warnings_.push_back(note.text);
}

void HeadlessSession::to_gui(std::string& lines) {
  for (std::string_view rest = lines; !rest.empty();) lines_.emplace_back(polyglot::take_line(rest));
}

}  // namespace polyglot::proxy
