// SPDX-License-Identifier: MIT
/// Games of known variants and of variants that the input defines. For all rules and FENs, a position must be
/// the same when it is written and read back, and every legal move must have texts and a code that mean it.
///
/// The first line names a variant, the second is a FEN, and the bytes after it choose moves. If the first
/// line is not the name of a variant, it begins a file of rules.
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/catalogue.hpp>
#include <polyglot/variants/notation.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

using variants::Catalogue;
using variants::Ending;
using variants::FenStyle;
using variants::Move;
using variants::Position;
using variants::Variant;

/// The number of moves of a position whose texts are checked. The number is small, because each text is
/// compared with all others.
constexpr std::size_t kMovesLookedAt = 4;
constexpr int kLongestGame = 40;

void check_message(const Error& error) {
  check(!error.what.empty() && is_one_line(error.to_string()), "a message is one line");
}

/// Tables take longer to make than a game to play.
const Variant* known_variant(std::string_view name) {
  static std::map<std::string, std::shared_ptr<const Variant>, std::less<>> made;
  const auto found = made.find(name);
  if (found != made.end()) return found->second.get();
  auto variant = Catalogue::builtin().find(name);
  return variant ? made.emplace(name, *std::move(variant)).first->second.get() : nullptr;
}

void check_fen(const Position& position) {
  for (const FenStyle style : {FenStyle::xboard, FenStyle::uci}) {
    const std::string fen = position.to_fen(style);
    const auto again = Position::from_fen(position.variant(), fen);
    check(again.has_value(), "a FEN of ours can be read");
    check(again->to_fen(style) == fen, "a FEN read is written the same");
    const bool is_exact = style == FenStyle::xboard;
    check(again->key() == (is_exact ? position : position.with_real_castling_rights()).key(),
          "a FEN has the key that moves have led to");
  }
}

void check_texts(const Position& position, const Move& move) {
  const auto means = [&](const std::optional<Move>& read, auto write) {
    return read && write(position, *read) == write(position, move);
  };
  check(means(variants::move_from_uci(position, to_uci(position, move)), variants::to_uci), "UCI reads back");
  check(means(variants::move_from_xboard(position, to_xboard(position, move)), variants::to_xboard),
        "XBoard's text reads back");
  const std::vector<Move> meant = moves_of_code(position, book_code(position, move));
  check(std::ranges::find(meant, move) != meant.end(), "a code means its move");
}

void check_game(Position position, std::string_view choices) {
  for (int ply = 0; ply < kLongestGame; ++ply) {
    check_fen(position);
    const std::vector<Move> moves = position.legal_moves();
    check(moves.empty() == (position.outcome().ending != Ending::none), "a game ends when there is no move");
    if (moves.empty()) return;
    for (std::size_t i = 0; i < std::min(moves.size(), kMovesLookedAt); ++i)
      check_texts(position, moves[moves.size() * i / kMovesLookedAt]);
    if (choices.empty()) return;
    const auto choice = static_cast<unsigned char>(choices.front());
    choices.remove_prefix(1);
    position.make(moves[choice % moves.size()]);
  }
}

void check_variant(const Variant& variant, std::string_view rest) {
  const std::string_view fen = take_line(rest);
  const auto position = Position::from_fen(variant, fen);
  if (position) {
    check_game(*position, rest);
  } else {
    check_message(position.error());
  }
}

void check_rules(std::string_view text) {
  Catalogue catalogue = Catalogue::builtin();
  const std::size_t known = catalogue.names().size();
  const auto added = catalogue.add(text, "fuzz.ini");
  if (!added) return check_message(added.error());
  for (std::size_t i = known; i < catalogue.names().size(); ++i) {
    const auto variant = catalogue.find(catalogue.names()[i]).value();
    check_game(Position(*variant), text.substr(0, 8));
  }
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot;
  const std::string_view text = fuzz::as_text(data, size);
  std::string_view rest = text;
  if (const variants::Variant* const variant = fuzz::known_variant(take_line(rest))) {
    fuzz::check_variant(*variant, rest);
  } else {
    fuzz::check_rules(text);
  }
  return 0;
}
