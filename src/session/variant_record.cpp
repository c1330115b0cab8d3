#include "session/variant_record.hpp"
#include <algorithm>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/cecp_variants.hpp>
#include <polyglot/protocol/text.hpp>

namespace polyglot::session {
namespace {

using chess::Color;

/// Half a million moves are more than any game has, and a FEN may claim anything.
constexpr int kLastMoveNumber = 500'000;

/// Pieces, empty squares, holdings, promoted pieces, walls.
bool may_be_board(std::string_view word) {
  return word.find('/') != std::string_view::npos && std::ranges::all_of(word, [](char c) {
           return is_digit(c) || is_letter(c) ||
                  std::string_view("/+~*[]-.").find(c) != std::string_view::npos;
         });
}

/// The last word of a FEN, if it is a number.
int move_number(std::string_view fen) {
  const std::string_view word = fen.substr(fen.find_last_of(" \t") + 1);
  return std::clamp(parse_number<int>(word).value_or(1), 1, kLastMoveNumber);
}

}  // namespace

VariantRecord::VariantRecord(std::string_view name, bool gui_knows_setup)
    : name_(name), ranks_(protocol::ranks_of_variant(name)), gui_knows_setup_(gui_knows_setup) {}

bool VariantRecord::set_up(std::string_view fen) {
  std::string_view rest = fen;
  if (!may_be_board(protocol::take_word(rest))) return false;
  const std::string_view side = protocol::take_word(rest);
  if (side != "w" && side != "b") return false;
  (void)protocol::take_until(rest, "moves");  // which ends a FEN in UCI
  if (!rest.empty()) return false;
  game_ = {.start = protocol::uci_fen(fen, name_), .moves = {}};
  ranks_ = protocol::ranks_of_fen(fen);
  first_ = {.side = side == "w" ? Color::white : Color::black, .number = move_number(fen)};
  return true;
}

std::optional<VariantMove> VariantRecord::read(std::string_view xboard_text) const {
  auto text = protocol::uci_move(xboard_text, ranks_);
  if (!text) return std::nullopt;
  return VariantMove{std::move(*text)};
}

/// What XBoard cannot be told is no move, and an engine means none by UCI's null move.
std::optional<VariantMove> VariantRecord::read_uci(std::string_view text) const {
  if (text == protocol::kNullMove || !protocol::xboard_move(text, ranks_)) return std::nullopt;
  return VariantMove{std::string(text)};
}

std::string VariantRecord::text_of(const VariantMove& move) const {
  return protocol::xboard_move(move.text, ranks_).value_or(move.text);
}

MoveNumber VariantRecord::next() const noexcept {
  const bool white_first = first_.side == Color::white;
  const auto plies = static_cast<int>(ply());
  return {.side = plies % 2 == 0 ? first_.side : ~first_.side,
          .number = first_.number + (plies + (white_first ? 0 : 1)) / 2};
}

}  // namespace polyglot::session
