// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/ascii.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/session/thinking.hpp>

#include "session/context.hpp"
#include "session/gui.hpp"

namespace polyglot::session {

/// Sends the engine's reports about its search to the GUI, and through it to spectators.
class ThinkingReport {
 public:
  explicit ThinkingReport(Context& context) : context_(context), output_(context.options) {}

  /// Whether the GUI wants thinking output.
  void want(bool on) noexcept { is_wanted_ = on; }
  [[nodiscard]] bool is_wanted() const noexcept { return is_wanted_; }

  /// A search begins in the last position of a game. `pondering`: its last move is only expected.
  void begin(const game::Game& game, bool pondering) {
    pondering_ = pondering;
    output_.begin(game, pondering);
  }

  /// The expected move has been played, so the engine's thinking about it is shown.
  void ponder_hit() {
    pondering_ = false;
    output_.ponder_hit();
    const auto* const line = output_.main_line();
    if (line == nullptr) return;
    if (is_wanted_) context_.gui->print(*line);
    kibitz_variation(*line);
  }

  void add(const protocol::Info& info) {
    if (!info.text.empty()) remark(info.text);
    const protocol::Thinking* const line = output_.add(info);
    if (line == nullptr) return;
    const bool shown = !pondering_ || context_.options.check(OptionId::show_ponder);
    if (is_wanted_ && shown) context_.gui->print(*line);
    kibitz_variation(*line);
  }

  /// The engine moves: RepeatPV, KibitzMove.
  void end_with_move() {
    const auto* const line = output_.main_line();
    if (line == nullptr || !context_.options.check(OptionId::repeat_pv)) return;
    if (is_wanted_) context_.gui->print(*line);
    if (context_.options.check(OptionId::kibitz_move)) kibitz(*line, last_move_);
  }

  [[nodiscard]] protocol::Progress progress() { return output_.progress(); }
  /// The engine's evaluation in this search, or nothing; last_score(): its last one in any search.
  [[nodiscard]] std::optional<protocol::Score> score() {
    return output_.main_line() != nullptr ? output_.score() : std::nullopt;
  }

  [[nodiscard]] const std::optional<protocol::Score>& last_score() const noexcept { return output_.score(); }

 private:
  using OptionId = config::OptionId;
  using Milliseconds = std::chrono::milliseconds;
  using Seconds = std::chrono::seconds;

  using LastTime = std::optional<std::chrono::milliseconds>;

  /// Passes on a remark. Engines also use remarks for messages that their protocol has no command for.
  void remark(std::string_view text) {
    const bool offers_draw = equal_ignoring_case(text, "DrawOffer");
    if (offers_draw || equal_ignoring_case(text, "Resign")) {
      if (context_.engine->options.find("UCI_DrawOffers") == nullptr) return;
      return context_.gui->print(offers_draw ? protocol::GuiReply(protocol::OfferDraw{})
                                             : protocol::Resign{});
    }
    std::string_view rest = text;
    if (take_word(rest) == "xboard") return context_.gui->print(protocol::Raw{trim(rest)});
    context_.gui->print(protocol::Remark{.depth = output_.remark_depth(), .text = text});
  }

  /// Tells spectators: KibitzPV, KibitzMove, KibitzDelay, KibitzInterval.
  void kibitz_variation(const protocol::Thinking& line) {
    if (!context_.options.check(OptionId::kibitz_pv)) return;
    if (Milliseconds(line.time) < Seconds(context_.options.spin(OptionId::kibitz_delay))) return;
    kibitz(line, last_variation_);
  }

  void kibitz(const protocol::Thinking& line, LastTime& last) {
    if (last && context_.now < *last + Seconds(context_.options.spin(OptionId::kibitz_interval))) return;
    last = context_.now;
    context_.gui->print(
        protocol::Kibitz{.command = context_.options.text(OptionId::kibitz_command), .line = line});
  }

  Context& context_;
  ThinkingOutput output_;
  LastTime last_variation_;  ///< the last time when spectators got a variation
  LastTime last_move_;
  bool is_wanted_ = false;
  bool pondering_ = false;
};

}  // namespace polyglot::session
