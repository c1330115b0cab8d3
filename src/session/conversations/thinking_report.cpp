// SPDX-License-Identifier: MIT
#include "session/conversations/thinking_report.hpp"

#include <polyglot/ascii.hpp>

namespace polyglot::session {

using config::OptionId;
using Milliseconds = std::chrono::milliseconds;
using Seconds = std::chrono::seconds;

void ThinkingReport::begin(const game::Game& game, bool pondering) {
  pondering_ = pondering;
  output_.begin(game, pondering);
}

void ThinkingReport::ponder_hit(Effects& effects) {
  pondering_ = false;
  output_.ponder_hit();
  const auto* const line = output_.main_line();
  if (line == nullptr) return;
  if (posting_) gui_.print(*line, effects);
  kibitz_variation(*line, effects);
}

void ThinkingReport::add(const protocol::Info& info, Effects& effects) {
  if (!info.text.empty()) remark(info.text, effects);
  const protocol::Thinking* const line = output_.add(info);
  if (line == nullptr) return;
  const bool shown = !pondering_ || options_.check(OptionId::show_ponder);
  if (posting_ && shown) gui_.print(*line, effects);
  kibitz_variation(*line, effects);
}

void ThinkingReport::kibitz_variation(const protocol::Thinking& line, Effects& effects) {
  if (!options_.check(OptionId::kibitz_pv)) return;
  if (Milliseconds(line.time) < Seconds(options_.spin(OptionId::kibitz_delay))) return;
  kibitz(line, last_variation_, effects);
}

void ThinkingReport::kibitz(const protocol::Thinking& line, LastTime& last, Effects& effects) {
  if (last && now_ < *last + Seconds(options_.spin(OptionId::kibitz_interval))) return;
  last = now_;
  gui_.print(protocol::Kibitz{.command = options_.text(OptionId::kibitz_command), .line = line}, effects);
}

/// Passes on a remark. Engines also use remarks for messages that their protocol has no command for.
void ThinkingReport::remark(std::string_view text, Effects& effects) {
  const bool negotiates = engine_.options.find("UCI_DrawOffers") != nullptr;
  if (equal_ignoring_case(text, "DrawOffer")) {
    if (negotiates) gui_.print(protocol::OfferDraw{}, effects);
    return;
  }
  if (equal_ignoring_case(text, "Resign")) {
    if (negotiates) gui_.print(protocol::Resign{}, effects);
    return;
  }
  std::string_view rest = text;
  if (take_word(rest) == "xboard") {
    return gui_.print(protocol::Raw{trim(rest)}, effects);
  }
  gui_.print(protocol::Remark{.depth = output_.remark_depth(), .text = text}, effects);
}

void ThinkingReport::end_with_move(Effects& effects) {
  const auto* const line = output_.main_line();
  if (line == nullptr || !options_.check(OptionId::repeat_pv)) return;
  if (posting_) gui_.print(*line, effects);
  if (options_.check(OptionId::kibitz_move)) kibitz(*line, last_move_, effects);
}

void ThinkingReport::tell(const protocol::GuiReply& words, Effects& effects) const {
  if (posting_) gui_.print(words, effects);
}

std::optional<protocol::Score> ThinkingReport::score() {
  return output_.main_line() != nullptr ? output_.score() : std::nullopt;
}

}  // namespace polyglot::session
