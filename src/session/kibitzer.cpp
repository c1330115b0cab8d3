#include "session/kibitzer.hpp"

namespace polyglot::session {
namespace {

using config::OptionId;
using Seconds = std::chrono::seconds;
using Milliseconds = std::chrono::milliseconds;

}  // namespace

void Kibitzer::variation(const protocol::Thinking& line, Effects& effects) {
  if (!context_.options.check(OptionId::kibitz_pv)) return;
  if (Milliseconds(line.time) < Seconds(context_.options.spin(OptionId::kibitz_delay))) return;
  say(line, last_variation_, effects);
}

void Kibitzer::move(const protocol::Thinking& line, Effects& effects) {
  if (context_.options.check(OptionId::kibitz_move)) say(line, last_move_, effects);
}

void Kibitzer::say(const protocol::Thinking& line, LastTime& last, Effects& effects) {
  if (last && context_.now < *last + Seconds(context_.options.spin(OptionId::kibitz_interval))) return;
  last = context_.now;
  context_.print(protocol::Kibitz{.command = context_.options.text(OptionId::kibitz_command), .line = line},
                 effects);
}

}  // namespace polyglot::session
