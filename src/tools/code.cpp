// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/standard_streams.hpp>
#include <polyglot/variants/book_code.hpp>
#include <polyglot/variants/compact_code.hpp>
#include <polyglot/variants/notation.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/tool.hpp"
#include "tools/variant_options.hpp"

namespace polyglot::tools {
namespace code_tool {
namespace {

using variants::BoardPoint;
using variants::CompactCode;
using variants::CompactMove;
using variants::Notation;

struct Line {
  std::uint16_t code;
  std::string move;
  bool is_legal = true;  ///< in the known position
};

/// Reads a word as a move, or else as a code.
using Translate = std::function<Result<Line>(std::string_view word)>;

/// Reads four hexadecimal digits, with or without 0x.
std::optional<std::uint16_t> read_code(std::string_view word) {
  if (word.starts_with("0x") || word.starts_with("0X")) word.remove_prefix(2);
  return word.size() == 4 ? parse_number<std::uint16_t>(word, 16) : std::nullopt;
}

Error neither_move_nor_code(std::string_view word) {
  return {fmt::format("\"{}\" is neither a move nor a code of four hexadecimal digits", word)};
}

// ---- Chess ----------------------------------------------------------------------------------------------

Result<Line> translate_in(const chess::Position& position, std::string_view word) {
  const auto move = read_move(position, word);
  auto code = move ? book::encode_move(*move) : book::code_from_text(word);
  if (!code) code = read_code(word);
  if (!code) return move.error();
  const book::MoveNames names = book::name_move({.move = *code}, &position);
  return Line{*code, names.uci, !names.san.empty()};
}

/// Translates coordinates, even of illegal moves; SAN of the start position; and codes.
Result<Line> translate_chess(std::string_view word) {
  if (const auto code = book::code_from_text(word)) return Line{*code, book::code_to_text(*code)};
  const chess::Position start;
  if (read_move(start, word)) return translate_in(start, word);
  const auto code = read_code(word);
  if (!code) return neither_move_nor_code(word);
  return Line{*code, book::code_to_text(*code)};
}

// ---- Variants -------------------------------------------------------------------------------------------

class VariantCodes {
 public:
  VariantCodes(std::shared_ptr<const variants::Variant> variant, Notation notation)
      : variant_(std::move(variant)), notation_(notation) {}

  [[nodiscard]] const variants::Variant& variant() const noexcept { return *variant_; }

  [[nodiscard]] Result<Line> translate_in(const variants::Position& position, std::string_view word) const {
    const auto move = read_move(position, word, notation_);
    if (move && !variants::has_book_code(position, *move))
      return Error{fmt::format("\"{}\" has no code: it does not fit into 16 bits", word)};
    if (move) return Line{variants::book_code(position, *move), text_of(position, *move)};
    auto code = read_code(word);
    const auto moves = code ? variants::moves_of_code(position, *code) : std::vector<variants::Move>();
    if (!moves.empty()) return Line{*code, text_of(position, moves.front())};
    if (const auto other = code_of_coordinates(word)) return Line{*other, std::string(word), false};
    const auto text = code ? variants::text_of_code(*variant_, *code, notation_) : std::nullopt;
    if (!text) return move.error();
    return Line{*code, *text, false};
  }

  [[nodiscard]] Result<Line> translate(std::string_view word) const {
    if (const auto code = code_of_coordinates(word)) return Line{*code, std::string(word)};
    const variants::Position start(*variant_);
    if (read_move(start, word, notation_)) return translate_in(start, word);
    const auto code = read_code(word);
    if (!code) return neither_move_nor_code(word);
    const auto text = variants::text_of_code(*variant_, *code, notation_);
    if (!text) return Error{fmt::format("\"{}\" is the code of no move of {}", word, variant_->name())};
    return Line{*code, *text};
  }

 private:
  [[nodiscard]] std::optional<std::uint16_t> code_of_coordinates(std::string_view word) const {
    return variants::book_code(*variant_, word, variants::CodeStyle::game, notation_);
  }

  [[nodiscard]] std::string text_of(const variants::Position& position, const variants::Move& move) const {
    return notation_ == Notation::uci ? to_uci(position, move) : to_xboard(position, move);
  }

  std::shared_ptr<const variants::Variant> variant_;
  Notation notation_;
};

// ---- Very large boards ----------------------------------------------------------------------------------

/// The size of a board: "16x16".
struct BoardFormat {
  int files = 0;
  int ranks = 0;
};

Result<void> read_board(std::string_view text, BoardFormat& board) {
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto files = parse_number<int>(text.substr(0, cross));
  const auto ranks = cross < text.size() ? parse_number<int>(text.substr(cross + 1)) : std::nullopt;
  if (!files || !ranks) return wrong_value(text, "a size like 16x16");
  board = {*files, *ranks};
  return {};
}

/// Removes "c3" from the start of a text.
std::optional<BoardPoint> take_point(std::string_view& text) {
  if (text.empty() || text[0] < 'a' || text[0] >= 'a' + CompactCode::kLargestSide) return std::nullopt;
  const int file = text[0] - 'a';
  text.remove_prefix(1);
  const auto rank = take_clamped_number<int>(text);
  if (!rank || *rank < 1 || *rank > CompactCode::kLargestSide) return std::nullopt;
  return BoardPoint{file, *rank - 1};
}

/// Reads "c3c9", "c3-c9", "e11e12+".
std::optional<CompactMove> read_compact_move(std::string_view text) {
  const auto from = take_point(text);
  if (from && !text.empty() && (text[0] == '-' || text[0] == 'x')) text.remove_prefix(1);
  const auto to = from ? take_point(text) : std::nullopt;
  if (!to || (!text.empty() && text != "+")) return std::nullopt;
  return CompactMove{*from, *to, !text.empty()};
}

std::string name_of(BoardPoint point) {
  return fmt::format("{}{}", static_cast<char>('a' + point.file), point.rank + 1);
}

Result<Line> translate_compact(const CompactCode& codes, chess::Color mover, std::string_view word) {
  if (const auto move = read_compact_move(word)) {
    const auto code = codes.encode(*move, mover);
    if (!code) return Error{fmt::format("\"{}\": {}", word, code.error().what)};
    return Line{*code, std::string(word)};
  }
  const auto code = read_code(word);
  if (!code) return neither_move_nor_code(word);
  const auto move = codes.decode(*code, mover);
  if (!move) return Error{fmt::format("\"{}\" is the code of no move on this board", word)};
  return Line{*code, name_of(move->from) + name_of(move->to) + (move->promotes ? "+" : "")};
}

// ---- The command line -----------------------------------------------------------------------------------

struct Arguments {
  Strings words;
  std::string fen;
  BoardFormat board;
  std::optional<chess::Color> mover;  ///< White by default
  Notation notation = Notation::uci;
  VariantOptions variant;

  void add_to(Command& command) {
    command.add({{"moves", "MOVE|CODE...",
                  "moves in coordinates or SAN, or codes: four hexadecimal digits, with 0x if they could be "
                  "a move",
                  texts(words), config::kAllPlain}});
    variant.add_to(command);
    command.add({{"fen", "FEN",
                  "the position in which moves must be legal (default: any move in coordinates; SAN in the "
                  "start position)",
                  text(fen)},
                 {"xboard", "", "write moves as XBoard does: ranks of ten-rank boards count from 0",
                  constant(notation, Notation::xboard)}});
    const auto format = [this](const std::string& text) { return read_board(text, board); };
    command.add(
        {{"board", "SIZE", "the size of the board, for example 16x16", value(format)},
         {"side,color,colour", "SIDE", "the side to move: white or black", white_or_black(mover)}},
        "Compact codes of very large boards, up to 19x19; boards of more than 256 squares have no keys");
  }

  [[nodiscard]] Result<Translate> translator(const Command& command) const {
    if (command.has("board")) {
      for (const char* const other : {"variant", "variants", "fen", "xboard"})
        if (command.has(other)) return Error{fmt::format("--board cannot be combined with --{}", other)};
      auto codes = CompactCode::for_board(board.files, board.ranks);
      if (!codes) return codes.error();
      return Translate([codes = *codes, mover = mover.value_or(chess::Color::white)](auto word) {
        return translate_compact(codes, mover, word);
      });
    }
    if (mover) return Error{"--side: needs --board"};
    const auto rules = variant.variant();
    if (!rules) return rules.error();
    return *rules ? variant_translator(VariantCodes(*rules, notation)) : chess_translator();
  }

 private:
  [[nodiscard]] Result<Translate> chess_translator() const {
    if (fen.empty()) return Translate(&translate_chess);
    const auto position = read_position(fen);
    if (!position) return position.error();
    return Translate([position = *position](auto word) { return translate_in(position, word); });
  }

  [[nodiscard]] Result<Translate> variant_translator(const VariantCodes& codes) const {
    if (fen.empty()) return Translate([codes](auto word) { return codes.translate(word); });
    const auto position = read_position(codes.variant(), fen);
    if (!position) return position.error();
    return Translate([codes, position = *position](auto word) { return codes.translate_in(position, word); });
  }
};

Result<int> run(Command& command) {
  Arguments arguments;
  arguments.add_to(command);
  if (const auto exit_code = command.parse()) return *exit_code;
  const auto translate = arguments.translator(command);
  if (!translate) return command.wrong_usage(translate.error());
  if (arguments.words.empty()) return command.wrong_usage({"there are no moves"});
  int exit_code = kSuccess;
  std::string lines;
  for (const std::string& word : arguments.words) {
    const auto line = (*translate)(word);
    if (line) lines += fmt::format("{:04x} {}\n", line->code, line->move);
    if (line && line->is_legal) continue;
    command.tell(line ? fmt::format("\"{}\" is no legal move in {}", word, arguments.fen)
                      : line.error().to_string());
    exit_code = kFailure;
  }
  if (auto written = os::write_output(lines); !written) return written.error();
  return exit_code;
}

}  // namespace
}  // namespace code_tool

const Tool kCode{
    .name = "code",
    .summary = "Prints the codes of moves in books.",
    .examples =
        "polyglot code e2e4 Nf3 0c3b\n"
        "polyglot code --board 19x19 --side black c17c16\n",
    .run = code_tool::run,
    .group = "books",
};

}  // namespace polyglot::tools
