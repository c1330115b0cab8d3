// SPDX-License-Identifier: MIT
#include "uci_position.hpp"

#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/uci.hpp>

namespace polyglot::fuzz {

std::optional<chess::Position> position_of(std::string_view line) {
  const protocol::GuiMessage parsed = protocol::UciFront().parse(line);
  const auto* const message = std::get_if<protocol::SetPosition>(&parsed);
  if (message == nullptr || !message->readable) return std::nullopt;
  const auto start = chess::Position::from_fen(message->fen.empty() ? chess::kStartFen : message->fen);
  if (!start) return std::nullopt;
  chess::Position position = *start;
  std::string_view words = message->moves;
  for (auto word = take_word(words); !word.empty(); word = take_word(words)) {
    const auto move = chess::move_from_uci(position, word);
    if (!move) return std::nullopt;
    position.make(*move);
  }
  return position;
}

}  // namespace polyglot::fuzz
