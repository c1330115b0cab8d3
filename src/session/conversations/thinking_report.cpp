// SPDX-License-Identifier: MIT
#include "session/conversations/thinking_report.hpp"

#include <polyglot/ascii.hpp>

#include "session/gui.hpp"

namespace polyglot::session {

using config::OptionId;
using Milliseconds = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;

void ThinkingReport::begin(const game::Game& game, bool pondering) {
  pondering_ = pondering;
  output_.begin(game, pondering);
}

void ThinkingReport::ponder_hit() {
  pondering_ = false;
  output_.ponder_hit();
  const auto* const line = output_.main_line();
  if (line == nullptr) return;
  if (posting_) context_.gui->print(*line);
  kibitz_variation(*line);
}

void ThinkingReport::add(const protocol::Info& info) {
  if (!info.text.empty()) remark(info.text);
  const protocol::Thinking* const line = output_.add(info);
  if (line == nullptr) return;
  const bool shown = !pondering_ || context_.options.check(OptionId::show_ponder);
  if (posting_ && shown) context_.gui->print(*line);
  kibitz_variation(*line);
}

void ThinkingReport::kibitz_variation(const protocol::Thinking& line) {
  if (!context_.options.check(OptionId::kibitz_pv)) return;
  if (Milliseconds(line.time) < Seconds(context_.options.spin(OptionId::kibitz_delay))) return;
  kibitz(line, last_variation_);
}

void ThinkingReport::kibitz(const protocol::Thinking& line, LastTime& last) {
  if (last && context_.now < *last + Seconds(context_.options.spin(OptionId::kibitz_interval))) return;
  last = context_.now;
  context_.gui->print(
      protocol::Kibitz{.command = context_.options.text(OptionId::kibitz_command), .line = line});
}

/// Passes on a remark. Engines also use remarks for messages that their protocol has no command for.
void ThinkingReport::remark(std::string_view text) {
  const bool negotiates = context_.engine->options.find("UCI_DrawOffers") != nullptr;
  if (equal_ignoring_case(text, "DrawOffer")) {
    if (negotiates) context_.gui->print(protocol::OfferDraw{});
    return;
  }
  if (equal_ignoring_case(text, "Resign")) {
    if (negotiates) context_.gui->print(protocol::Resign{});
    return;
  }
  std::string_view rest = text;
  if (take_word(rest) == "xboard") {
    return context_.gui->print(protocol::Raw{trim(rest)});
  }
  context_.gui->print(protocol::Remark{.depth = output_.remark_depth(), .text = text});
}

void ThinkingReport::end_with_move() {
  const auto* const line = output_.main_line();
  if (line == nullptr || !context_.options.check(OptionId::repeat_pv)) return;
  if (posting_) context_.gui->print(*line);
  if (context_.options.check(OptionId::kibitz_move)) kibitz(*line, last_move_);
}

void ThinkingReport::tell(const protocol::GuiReply& words) const {
  if (posting_) context_.gui->print(words);
}

std::optional<protocol::Score> ThinkingReport::score() {
  return output_.main_line() != nullptr ? output_.score() : std::nullopt;
}

}  // namespace polyglot::session
