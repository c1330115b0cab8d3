#include "session/thinking_report.hpp"

#include <polyglot/protocol/text.hpp>

namespace polyglot::session {

using config::OptionId;

ThinkingReport::ThinkingReport(Context& context) : context_(context), kibitzer_(context) {
  set_style();
}

void ThinkingReport::begin(const GameRecord& record, const std::optional<GameMove>& expected) {
  pondering_ = expected.has_value();
  if (const ForeignRecord* const foreign = record.foreign()) {
    output_.begin_foreign(record.turn(), foreign->ranks(), expected ? record.text_of(*expected) : "");
  } else {
    output_.begin(record.game(), pondering_);
  }
}

void ThinkingReport::ponder_hit(Effects& effects) {
  pondering_ = false;
  output_.ponder_hit();
  const auto* const line = output_.opinion();
  if (line == nullptr) return;
  if (posting_) context_.print(*line, effects);
  kibitzer_.variation(*line, effects);
}

void ThinkingReport::add(const protocol::Info& info, Effects& effects) {
  if (!info.text.empty()) remark(info.text, effects);
  const protocol::Thinking* const line = output_.add(info);
  if (line == nullptr) return;
  const bool shown = !pondering_ || context_.options.check(OptionId::show_ponder);
  if (posting_ && shown) context_.print(*line, effects);
  kibitzer_.variation(*line, effects);
}

/// What an engine has no other words for comes as a remark.
void ThinkingReport::remark(std::string_view text, Effects& effects) {
  const bool negotiates = context_.engine_options.find("UCI_DrawOffers") != nullptr;
  if (protocol::equals_ignoring_case(text, "DrawOffer")) {
    if (negotiates) context_.print(protocol::OfferDraw{}, effects);
    return;
  }
  if (protocol::equals_ignoring_case(text, "Resign")) {
    if (negotiates) context_.print(protocol::Resign{}, effects);
    return;
  }
  std::string_view rest = text;
  if (protocol::take_word(rest) == "xboard") {
    return context_.print(protocol::Raw{protocol::trim(rest)}, effects);
  }
  context_.print(protocol::Remark{.depth = output_.remark_depth(), .text = text}, effects);
}

void ThinkingReport::end_with_move(Effects& effects) {
  const auto* const line = output_.opinion();
  if (line == nullptr || !context_.options.check(OptionId::repeat_pv)) return;
  if (posting_) context_.print(*line, effects);
  kibitzer_.move(*line, effects);
}

std::optional<protocol::Score> ThinkingReport::score() {
  return output_.opinion() != nullptr ? output_.score() : std::nullopt;
}

}  // namespace polyglot::session
