#include "tools/position_arguments.hpp"
#include <algorithm>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/protocol/text.hpp>

namespace polyglot::tools {
namespace {

namespace po = boost::program_options;

constexpr const char* kFen = "fen";
constexpr const char* kMoves = "moves";

/// "12.", "12...", and the number of "12.Nf3".
std::string_view without_number(std::string_view word) noexcept {
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  if (digits == 0 || digits == word.size() || word[digits] != '.') return word;
  word.remove_prefix(std::min(word.find_first_not_of('.', digits), word.size()));
  return word;
}

}  // namespace

void declare_moves(Syntax& syntax) {
  syntax.options.add_options()(
      kMoves,
      po::value<std::vector<std::string>>()->value_name("MOVE...")->multitoken()->zero_tokens()->composing(),
      "the moves played from there, as e2e4 or e4");
}

bool has_moves_argument(const Arguments& arguments) {
  return arguments.count(kMoves) != 0;
}

std::vector<std::string> moves_argument(const Arguments& arguments) {
  return has_moves_argument(arguments) ? arguments[kMoves].as<std::vector<std::string>>()
                                       : std::vector<std::string>();
}

void declare_position(Syntax& syntax) {
  syntax.options.add_options()(
      kFen, po::value<std::string>()->value_name("FEN")->default_value(std::string(kStartPosition)),
      "the position");
  declare_moves(syntax);
}

bool names_position(const Arguments& arguments) {
  return !arguments[kFen].defaulted() || has_moves_argument(arguments);
}

Result<chess::Position> position_argument(const Arguments& arguments) {
  auto position = read_position(arguments[kFen].as<std::string>());
  if (!position) return position;
  if (auto played = play(*position, moves_argument(arguments)); !played) return played.error();
  return position;
}

Result<chess::Position> read_position(std::string_view fen) {
  if (fen == kStartPosition) return chess::Position();
  return chess::Position::from_fen(fen);
}

Result<void> play(chess::Position& position, std::span<const std::string> words) {
  for (const std::string& word : words)
    if (auto played = play(position, word); !played) return played;
  return {};
}

Result<void> play(chess::Position& position, std::string_view words) {
  for (std::string_view word; !(word = protocol::take_word(words)).empty();) {
    word = without_number(word);
    if (word.empty()) continue;
    const auto move = read_move(position, word);
    if (!move) return move.error();
    position.make(*move);
  }
  return {};
}

Result<chess::Move> read_move(const chess::Position& position, std::string_view text) {
  if (const auto move = chess::move_from_text(position, text)) return *move;
  const bool several = chess::san_matches(position, text).size() > 1;
  return Error{fmt::format("\"{}\" {} in {}", text,
                           several ? "could be a move of several pieces" : "is no legal move",
                           position.to_fen())};
}

Result<chess::Key> read_key(std::string_view text) {
  std::string_view digits = text;
  if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
  if (const auto key = parse_number<chess::Key>(digits, 16)) return *key;
  return Error{fmt::format("\"{}\" is no key: up to 16 hexadecimal digits", text)};
}

}  // namespace polyglot::tools
