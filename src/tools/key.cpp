// SPDX-License-Identifier: MIT
#include <boost/json/object.hpp>

#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/types.hpp>
#include <polyglot/game/position.hpp>
#include <polyglot/game/rules.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/variants/compact_code.hpp>

#include "tools/game_options.hpp"
#include "tools/option_values.hpp"
#include "tools/position_arguments.hpp"
#include "tools/text_input.hpp"
#include "tools/tool.hpp"

namespace polyglot::tools {
namespace key_tool {
namespace {

struct CodedMove {
  std::uint16_t code;
  std::string move;
  bool is_legal = true;
};

/// Reads a word as a move in coordinates or SAN, or else as a code of four hexadecimal digits.
using ReadCode = std::function<CodedMove(std::string_view word)>;

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

/// Reads compact codes of a very large board, such as "16x16". Moves are "c3c9", "c3-c9" or, with a
/// promotion, "e11e12+". Error: there is no such board.
ReadCode compact_codes(std::string_view board, chess::Color mover) {
  const std::size_t cross = std::min(board.find('x'), board.size());
  const auto files = parse_number<int>(board.substr(0, cross));
  const auto ranks = cross < board.size() ? parse_number<int>(board.substr(cross + 1)) : std::nullopt;
  if (!files || !ranks) throw Failure(wrong_value(board, "a size like 16x16").what(), "--board");
  const auto codes = CompactCode::for_board(*files, *ranks).value();
  return [codes, mover](std::string_view word) { return read_compact(codes, mover, word); };
}

std::string key_line(chess::Key key, std::string_view fen, bool as_json) {
  if (as_json)
    return json_text(boost::json::object{{"key", fmt::format("{:016x}", key)}, {"fen", fen}}) + '\n';
  std::string line = fmt::format("{:016x} ", key);
  return line.append(fen) + '\n';
}

/// Prints the keys of the FENs after the moves, and errors about texts that are not positions. Without FENs,
/// moves begin at the start position; without moves too, reads FENs from standard input.
int print_keys(const Command& command, const game::Rules& rules, Strings fens, const Strings& moves,
               bool as_json) {
  if (fens.empty()) fens.emplace_back(command.has("moves") || !moves.empty() ? kStartPosition : "-");
  int exit_code = kSuccess;
  std::string text;
  const auto flush = [&text] { os::write_output(std::exchange(text, {})).value(); };
  const auto add = [&](std::string_view fen, std::string_view place, std::size_t number) {
    const auto added = result_of([&] {
      auto position = read_position(rules, fen);
      play(position, moves);
      const bool as_given = moves.empty() && !names_start(fen) && !as_json;
      text += key_line(key_of(position), as_given ? std::string(fen) : position.to_fen(), as_json);
    });
    if (added) return;
    command.tell(fmt::format("{} {}: {}", place, number, added.error().to_string()));
    exit_code = kFailure;
  };
  if (fens == Strings{"-"})
    read_lines(
        "-", [&](std::string_view line, std::size_t number) { add(line, "line", number); }, flush);
  else
    for (std::size_t i = 0; i < fens.size(); ++i) add(fens[i], "argument", i + 1);
  flush();
  return exit_code;
}

/// Prints the codes of moves, as lines "CODE MOVE". `place`: where moves must be legal; empty: anywhere.
int print_codes(const Command& command, const ReadCode& read, const Strings& words,
                const std::string& place) {
  int exit_code = kSuccess;
  std::string lines;
  for (const std::string& word : words) {
    const auto move = result_of([&] { return read(word); });
    if (move) lines += fmt::format("{:04x} {}\n", move->code, move->move);
    if (move && (move->is_legal || place.empty())) continue;
    command.tell(move ? fmt::format("\"{}\" is no legal move in {}", word, place) : move.error().to_string());
    exit_code = kFailure;
  }
  os::write_output(lines).value();
  return exit_code;
}

/// Prints the codes of moves after the other moves.
int print_codes(const Command& command, const game::Rules& rules, const Strings& fens, const Strings& moves,
                const Strings& words) {
  if (fens.size() > 1) throw WrongUsage("--code needs one position");
  auto position =
      usage([&] { return read_position(rules, fens.empty() ? std::string(kStartPosition) : fens.front()); });
  play(position, moves);
  const bool is_given = !fens.empty() || !moves.empty();
  const auto read = [&](std::string_view word) { return read_in(rules, position, word); };
  return print_codes(command, read, words, is_given ? position.to_fen() : "");
}

int run(Command& command) {
  Strings fens;
  Strings moves;
  Strings codes;
  std::string board;
  std::optional<chess::Color> mover;
  bool as_json = false;
  VariantOptions options;
  command.add({moves_switch(moves),
               {"format", "FORMAT", "output format: text, or json with one object per line",
                choice(as_json, {{"text", false}, {"json", true}})}});
  options.add_to(command);
  command.add(
      {{"code", "MOVE|CODE...",
        "print the codes of these moves in books instead: moves in coordinates or SAN, or codes of four "
        "hexadecimal digits, with 0x if they could be a move",
        words(codes)},
       {"board", "SIZE",
        "with --code: compact codes of a very large board, up to 19x19; boards of more than 256 squares have "
        "no keys",
        text(board)},
       {"side,color,colour", "SIDE", "with --board: the side to move, white or black",
        white_or_black(mover)}},
      "Codes of moves");
  command.add(
      {{"fens", "FEN...",
        "the positions, and moves from each of them; only moves: from the start position; neither, or -: "
        "positions from standard input, one per line",
        texts(fens), config::kAllPlain}});
  if (const auto exit_code = command.parse()) return *exit_code;
  check_needs(command, "board", {"code"});
  check_needs(command, "side", {"board"});
  if (!board.empty()) {
    for (const std::string_view other : {"variant", "variants", "keys", "moves", "fens"})
      if (command.has(other)) throw WrongUsage(fmt::format("--board cannot be combined with --{}", other));
    const auto read = usage([&] { return compact_codes(board, mover.value_or(chess::Color::white)); });
    return print_codes(command, read, codes, "");
  }
  const auto rules = usage([&] { return options.rules(); });
  const auto plain_moves = std::stable_partition(
      fens.begin(), fens.end(), [](const std::string& word) { return word == "-" || names_position(word); });
  moves.insert(moves.begin(), plain_moves, fens.end());
  fens.erase(plain_moves, fens.end());
  if (command.has("code")) return print_codes(command, rules, fens, moves, codes);
  return print_keys(command, rules, std::move(fens), moves, as_json);
}

}  // namespace
}  // namespace key_tool

const Tool kKey{
    .name = "key",
    .summary = "Prints the book keys of positions, and codes of moves.",
    .examples =
        "polyglot key 1. e4 e5\n"
        "polyglot key e4 e5 --code Nf3 f1c4 0c3b\n"
        "polyglot key --board 19x19 --side black --code c17c16\n",
    .run = key_tool::run,
};

}  // namespace polyglot::tools
