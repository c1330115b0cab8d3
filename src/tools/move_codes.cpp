// SPDX-License-Identifier: MIT
#include "tools/move_codes.hpp"
#include <algorithm>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/variants/compact_code.hpp>

#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"

namespace polyglot::tools {
namespace {

using variants::BoardPoint;
using variants::CompactCode;
using variants::CompactMove;

/// Reads four hexadecimal digits, with or without 0x.
std::optional<std::uint16_t> read_code(std::string_view word) {
  if (word.starts_with("0x") || word.starts_with("0X")) word.remove_prefix(2);
  return word.size() == 4 ? parse_number<std::uint16_t>(word, 16) : std::nullopt;
}

Failure neither_move_nor_code(std::string_view word) {
  return Failure(fmt::format("\"{}\" is neither a move nor a code of four hexadecimal digits", word));
}

CodedMove read_in(const game::Rules& rules, const game::Position& position, std::string_view word) {
  std::optional<std::uint16_t> code;
  if (const auto move = result_of([&] { return read_move(position, word); })) {
    if (!book::has_record_code(position, *move))
      throw Failure(fmt::format("\"{}\" has no code: it does not fit into 16 bits", word));
    code = book::record_code(position, *move);
  }
  if (!code) code = book::code_from_text(rules, word);
  if (!code) code = read_code(word);
  if (!code) throw neither_move_nor_code(word);
  const book::MoveNames names = book::name_move({.move = *code}, rules, &position);
  return CodedMove{*code, names.uci, !names.san.empty()};
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

CodedMove read_compact(const CompactCode& codes, chess::Color mover, std::string_view word) {
  if (const auto move = read_compact_move(word)) {
    const auto code = codes.encode(*move, mover);
    if (!code) throw Failure(fmt::format("\"{}\": {}", word, code.error().what));
    return CodedMove{*code, std::string(word)};
  }
  const auto code = read_code(word);
  if (!code) throw neither_move_nor_code(word);
  const auto move = codes.decode(*code, mover);
  if (!move) throw Failure(fmt::format("\"{}\" is the code of no move on this board", word));
  return CodedMove{*code, name_of(move->from) + name_of(move->to) + (move->promotes ? "+" : "")};
}

}  // namespace

ReadCode codes_in(const game::Rules& rules, const game::Position& position) {
  return [rules, position](std::string_view word) { return read_in(rules, position, word); };
}

ReadCode compact_codes(std::string_view board, chess::Color mover) {
  const std::size_t cross = std::min(board.find('x'), board.size());
  const auto files = parse_number<int>(board.substr(0, cross));
  const auto ranks = cross < board.size() ? parse_number<int>(board.substr(cross + 1)) : std::nullopt;
  if (!files || !ranks) throw Failure(wrong_value(board, "a size like 16x16").what(), "--board");
  const auto codes = CompactCode::for_board(*files, *ranks).value();
  return ReadCode([codes = codes, mover](std::string_view word) { return read_compact(codes, mover, word); });
}

}  // namespace polyglot::tools
