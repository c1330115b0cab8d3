// SPDX-License-Identifier: MIT
/// Lines of GUIs and engines, FENs and moves of arbitrary bytes. An input is text: every line is read as UCI
/// and as a FEN, and the words after a FEN as moves.
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/protocol/uci.hpp>

#include "check.hpp"

namespace polyglot::fuzz {
namespace {

using chess::CastlingNotation;
using chess::Move;
using chess::Position;

/// Moves followed in one input: enough to reach every kind of move, few enough to be fast.
constexpr int kMostMoves = 12;

// ---- UCI ------------------------------------------------------------------------------------------------

std::string_view first_word(std::string_view line) {
  return take_word(line);
}

void check_parts(std::string_view line, const protocol::GuiMessage& message) {
  if (const auto* option = std::get_if<protocol::SetOption>(&message)) {
    check(lies_in(line, option->name) && lies_in(line, option->value.value_or("")),
          "an option is in its line");
  } else if (const auto* position = std::get_if<protocol::SetPosition>(&message)) {
    check(lies_in(line, position->fen) && lies_in(line, position->moves), "a position is in its line");
  } else if (const auto* go = std::get_if<protocol::Go>(&message)) {
    const auto& moves = go->limits.search_moves;
    check(go->limits.restricted || moves.empty(), "search moves restrict");
    check(std::ranges::all_of(
              moves, [line](const auto& move) { return !move.empty() && line.find(move) != line.npos; }),
          "search moves are words of the line");
  }
}

void check_gui_line(std::string_view line) {
  const protocol::GuiMessage message = protocol::UciFront().parse(line);
  check(std::holds_alternative<protocol::Go>(message) == (first_word(line) == "go"), "go is the first word");
  check_parts(line, message);
}

/// What the back writes is what the front of another Polyglot reads.
void check_option_relay(std::string_view line) {
  const protocol::GuiMessage message = protocol::UciFront().parse(line);
  const auto* const option = std::get_if<protocol::SetOption>(&message);
  if (option == nullptr) return;
  std::string text;
  protocol::UciBack::print_option(option->name, option->value, text);
  check(text.ends_with('\n'), "an option is a line");
  text.pop_back();
  const protocol::GuiMessage again_message = protocol::UciFront().parse(text);
  const auto& again = std::get<protocol::SetOption>(again_message);
  check(again.name == option->name && again.value == option->value, "an option survives being passed on");
}

/// Whether an option has no value. UCI knows only buttons; `save` and `reset` of the XBoard protocol are
/// shown as buttons.
bool is_button(const protocol::EngineOption& option) {
  return option.type == "button" || option.type == "save" || option.type == "reset";
}

/// Whether the line of an option has all that is known of it. The default of a string takes the whole rest of
/// its line, and a button has no default.
bool is_plain(const protocol::EngineOption& option) {
  const bool text = option.type == "string" || option.type == "file" || option.type == "path";
  const bool more = option.min || option.max || !option.choices.empty();
  return !option.type.empty() && !(text && more) && !(is_button(option) && !option.default_value.empty());
}

void check_option_declaration(const protocol::EngineOption& option) {
  if (!is_plain(option)) return;
  std::string text;
  protocol::Identity identity;
  identity.options = {option};
  protocol::UciFront().print(identity, text);
  const std::size_t begin = text.find("\noption") + 1;
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  const protocol::EngineMessage message = protocol::UciBack::parse_handshake(line);
  const auto& again = std::get<protocol::OptionDeclared>(message).option;
  check(again.name == option.name, "an option keeps its name");
  check(again.min == option.min && again.max == option.max && again.choices == option.choices,
        "an option keeps its range");
  const bool shown_empty = option.default_value.empty() && !is_button(option);
  check(again.default_value == (shown_empty ? "<empty>" : option.default_value),
        "an option keeps its default");
}

void check_engine_line(std::string_view line) {
  const std::string_view word = first_word(line);
  const protocol::EngineMessage message = protocol::UciBack::parse(line);
  check(std::holds_alternative<protocol::BestMove>(message) == (word == "bestmove"),
        "bestmove is the first word");
  check(std::holds_alternative<protocol::Ready>(message) == (word == "readyok"), "readyok is the first word");
  const protocol::EngineMessage greeting = protocol::UciBack::parse_handshake(line);
  check(std::holds_alternative<protocol::HandshakeDone>(greeting) == (word == "uciok"),
        "uciok is the first word");
  if (const auto* name = std::get_if<protocol::IdName>(&greeting)) check(lies_in(line, name->text), "a name");
  check_option_declaration(protocol::parse_uci_option(line));
}

// ---- Positions and moves --------------------------------------------------------------------------------

/// The largest number a FEN is read with; a game that starts there exceeds it.
constexpr int kMostCounted = 99'999;

void check_fen(const Position& position) {
  const bool counted = std::max(position.halfmove_clock(), position.fullmove_number()) <= kMostCounted;
  for (const chess::FenStyle style : {chess::FenStyle::x_fen, chess::FenStyle::shredder}) {
    const std::string fen = position.to_fen(style);
    const auto again = Position::from_fen(fen);
    check(again.has_value(), "our own FEN can be read");
    check(again->key() == position.key(), "the key kept up to date is the key of the FEN");
    check(!counted || again->to_fen(style) == fen, "a FEN read and written stays the same");
  }
}

void check_notation(const Position& position, Move move) {
  using chess::move_from_uci;
  check(chess::move_from_san(position, chess::to_san(position, move)) == move, "SAN reads back");
  check(move_from_uci(position, chess::to_uci(move, CastlingNotation::king_takes_rook)) == move,
        "coordinates read back");
  if (!position.needs_chess960()) {
    check(move_from_uci(position, chess::to_uci(move, CastlingNotation::king_to_destination)) == move,
          "coordinates of orthodox castling read back");
  }
  check(book::decode_move(position, book::encode_move(move)) == move, "the book's code reads back");
}

void check_moves(const Position& position) {
  const chess::MoveList moves = position.legal_moves();
  check(position.has_legal_move() == !moves.empty(), "has_legal_move() knows");
  for (const Move move : moves) {
    check(position.is_legal(move), "legal_moves() and is_legal() agree");
    check(std::ranges::count(moves, move) == 1, "a move is listed once");
    check_notation(position, move);
  }
}

/// Moves of any bits, which no move generator has made.
void check_any_move(const Position& position, std::string_view word) {
  std::uint16_t bits = 0;
  for (const char c : word) bits = static_cast<std::uint16_t>(bits * 31 + static_cast<unsigned char>(c));
  const Move move(chess::Square(bits & 63), chess::Square(bits >> 6 & 63),
                  static_cast<chess::MoveKind>(bits >> 14),
                  static_cast<chess::PieceType>((bits >> 12 & 3) + 1));
  check(position.is_legal(move) == position.legal_moves().contains(move), "is_legal() takes any bits");
}

std::optional<Move> read_move(const Position& position, std::string_view word) {
  const auto move = chess::move_from_uci(position, word);
  const auto san = chess::move_from_san(position, word);
  check(!move || position.is_legal(*move), "only legal moves come out of coordinates");
  check(!san || position.is_legal(*san), "only legal moves come out of SAN");
  return move ? move : san;
}

/// Plays all words that are moves.
class Walk {
 public:
  void start(const Position& position) {
    position_ = position;
    check_fen(position_);
    check_moves(position_);
  }

  void play(std::string_view words) {
    for (std::string_view word = take_word(words); !word.empty() && moves_ < kMostMoves;
         word = take_word(words)) {
      const auto move = read_move(position_, word);
      if (!move) continue;
      check_any_move(position_, word);
      position_.make(*move);
      check_fen(position_);
      ++moves_;
    }
  }

  void check_end() const {
    if (moves_ > 0) check_moves(position_);
  }

 private:
  Position position_;
  int moves_ = 0;
};

void check_chess(std::string_view line, Walk& walk) {
  const protocol::GuiMessage message = protocol::UciFront().parse(line);
  const auto* const sent = std::get_if<protocol::SetPosition>(&message);
  const auto position = Position::from_fen(sent != nullptr ? sent->fen : line);
  if (position) walk.start(*position);
  if (!position) check(!position.error().where.empty(), "a FEN's error names its place");
  if (sent != nullptr || !position) walk.play(sent != nullptr ? sent->moves : line);
}

}  // namespace
}  // namespace polyglot::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polyglot::fuzz;
  std::string_view text = as_text(data, size);
  Walk walk;
  while (!text.empty()) {
    const std::string_view line = polyglot::take_line(text);
    check_gui_line(line);
    check_option_relay(line);
    check_engine_line(line);
    check_chess(line, walk);
  }
  walk.check_end();
  return 0;
}
