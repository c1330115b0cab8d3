// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/game/game.hpp>
#include <polyglot/game/notation.hpp>
#include <polyglot/variants/book_code.hpp>

namespace polyglot::book {
namespace {

constexpr std::string_view kPromotionLetters = "nbrq";
constexpr std::string_view kHexPrefix = "0x";
constexpr std::string_view kHexDigits = "0123456789abcdef";
/// Moves use fifteen bits. The upper three are the new piece of a promotion.
constexpr int kPromotionShift = 12;

std::string code_to_hex(std::uint16_t code) {
  std::string text(kHexPrefix);
  for (int shift = 12; shift >= 0; shift -= 4) text += kHexDigits[(code >> shift) & 15];
  return text;
}

/// The code of a promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen.
int promotion_code(chess::Move move) noexcept {
  return move.kind() == chess::MoveKind::promotion ? static_cast<int>(move.promotion()) : 0;
}

static_assert(static_cast<int>(chess::PieceType::knight) == 1 &&
                  static_cast<int>(chess::PieceType::queen) == 4,
              "promotion codes of the book are those of PieceType");

/// Reads a code that no legal move has as castling by the king's own move. Many programs write this.
std::optional<chess::Move> castling_of_code(const chess::Position& position, std::uint16_t code) {
  const chess::Square from((code >> 6) & 63);
  const chess::Square to(code & 63);
  const bool is_move_of_king =
      (code >> kPromotionShift) == 0 && from != to && from == position.king(position.side_to_move());
  return is_move_of_king ? chess::castling_to(position, to) : std::nullopt;
}

/// Decodes `code` by finding the legal move that has it. No two legal moves share a code. A code that does
/// not fit the position, such as a wrong promotion, has no move.
std::optional<chess::Move> find_encoded(const chess::Position& position, const chess::MoveList& legal,
                                        std::uint16_t code) {
  const auto found = std::ranges::find(legal, code, encode_move);
  return found != legal.end() ? std::optional(*found) : castling_of_code(position, code);
}

class Decoder {
 public:
  explicit Decoder(const game::Position& position)
      : variant_(position.variant()),
        chess_(position.chess()),
        legal_(chess_ != nullptr ? chess_->legal_moves() : chess::MoveList()) {}

  [[nodiscard]] std::optional<game::Move> decode(std::uint16_t code) const {
    if (variant_ == nullptr) {
      const auto move = find_encoded(*chess_, legal_, code);
      return move ? std::optional<game::Move>(*move) : std::nullopt;
    }
    const std::vector<variants::Move> moves = variants::moves_of_code(*variant_, code);
    return moves.empty() ? std::nullopt : std::optional<game::Move>(moves.front());
  }

 private:
  const variants::Position* variant_;
  const chess::Position* chess_;
  chess::MoveList legal_;  ///< empty in a variant
};

}  // namespace

std::uint16_t encode_move(chess::Move move) noexcept {
  return static_cast<std::uint16_t>(move.to().index() | (move.from().index() << 6) |
                                    (promotion_code(move) << kPromotionShift));
}

bool has_record_code(const game::Position& position, const game::Move& move) {
  return position.variant() == nullptr ||
         variants::has_book_code(*position.variant(), std::get<variants::Move>(move));
}

std::uint16_t record_code(const game::Position& position, const game::Move& move) {
  return position.variant() == nullptr
             ? encode_move(std::get<chess::Move>(move))
             : variants::book_code(*position.variant(), std::get<variants::Move>(move));
}

MoveCodes codes_of(const chess::Position& position, chess::Move move) {
  MoveCodes codes{.usual = encode_move(move)};
  if (move.kind() != chess::MoveKind::castling) return codes;
  const chess::Move step(move.from(), chess::castled_king_of(move));
  // The king's move must have a target other than its own square, and must not be a legal step.
  if (!step.is_null() && decode_move(position, encode_move(step)) == move) codes.other = encode_move(step);
  return codes;
}

MoveCodes codes_of(const game::Position& position, const game::Move& move) {
  if (position.chess() != nullptr) return codes_of(*position.chess(), std::get<chess::Move>(move));
  const auto& made = std::get<variants::Move>(move);
  return {.usual = variants::book_code(*position.variant(), made),
          .other = variants::other_castling_code(*position.variant(), made)};
}

std::uint16_t usual_code(const game::Position& position, std::uint16_t code) {
  const std::optional<game::Move> move = Decoder(position).decode(code);
  if (!move) return code;
  const MoveCodes codes = codes_of(position, *move);
  return codes.other == code ? codes.usual : code;
}

std::array<chess::Key, 2> keys_of(const game::Position& position) noexcept {
  return position.variant() == nullptr ? std::array<chess::Key, 2>{position.key(), 0}
                                       : keys_of(*position.variant());
}

std::array<chess::Key, 2> keys_of(const variants::Position& position) noexcept {
  if (!position.has_key()) return {0, 0};
  return {position.key(), position.key_of_fen_game().value_or(0)};
}

std::optional<chess::Move> decode_move(const chess::Position& position, std::uint16_t code) {
  return find_encoded(position, position.legal_moves(), code);
}

std::string code_to_text(std::uint16_t code) {
  const auto promotion = static_cast<std::size_t>(code >> kPromotionShift);
  if (promotion > kPromotionLetters.size()) return code_to_hex(code);
  std::string text = chess::Square((code >> 6) & 63).to_string() + chess::Square(code & 63).to_string();
  if (promotion != 0) text += kPromotionLetters[promotion - 1];
  return text;
}

std::optional<std::uint16_t> code_from_text(std::string_view text) noexcept {
  if (text.starts_with(kHexPrefix)) return parse_number<std::uint16_t>(text.substr(kHexPrefix.size()), 16);
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto from = chess::Square::from_string(text.substr(0, 2));
  const auto to = chess::Square::from_string(text.substr(2, 2));
  const std::size_t letter = text.size() == 4 ? 0 : kPromotionLetters.find(text[4]);
  if (!from || !to || letter == std::string_view::npos) return std::nullopt;
  const int promotion = text.size() == 4 ? 0 : static_cast<int>(letter) + 1;
  return static_cast<std::uint16_t>(to->index() | (from->index() << 6) | (promotion << kPromotionShift));
}

std::optional<std::uint16_t> code_from_text(const game::Rules& rules, std::string_view text) {
  if (rules.is_chess() || text.starts_with(kHexPrefix)) return code_from_text(text);
  return variants::book_code(*rules.variant(), text, variants::CodeStyle::editor, variants::Notation::uci);
}

MoveNames name_move(const RawEntry& entry, const chess::Position* position) {
  const auto move = position == nullptr ? std::nullopt : decode_move(*position, entry.move);
  if (!move) return {.uci = code_to_text(entry.move), .san = {}};
  return {.uci = chess::to_uci(*move, game::castling_notation(*position)),
          .san = chess::to_san(*position, *move)};
}

MoveNames name_move(const RawEntry& entry, const game::Rules& rules, const game::Position* position) {
  if (rules.is_chess()) return name_move(entry, position != nullptr ? position->chess() : nullptr);
  if (position != nullptr)
    if (const auto move = Decoder(*position).decode(entry.move))
      return {.uci = game::to_uci(*position, *move, chess::CastlingNotation::king_to_destination),
              .san = game::to_san(*position, *move)};
  const auto text = variants::text_of_code(*rules.variant(), entry.move, variants::Notation::uci);
  return {.uci = text.value_or(code_to_hex(entry.move)), .san = {}};
}

BookMoves decode_moves(const game::Position& position, std::span<const RawEntry> entries) {
  BookMoves result;
  if (entries.empty()) return result;
  const Decoder decoder(position);
  for (const RawEntry& entry : entries) {
    result.total_weight += entry.weight;
    if (const auto move = decoder.decode(entry.move))
      result.moves.push_back({.move = *move, .weight = entry.weight});
  }
  return result;
}

LearnedMoves decode_learned(const game::Position& position, std::span<const RawEntry> entries) {
  LearnedMoves learned;
  if (entries.empty()) return learned;
  const Decoder decoder(position);
  for (const RawEntry& entry : entries) {
    const LearnedResult result{.games = entry.learn_games(), .points = entry.learn_points()};
    learned.total_weight += learned_weight(entry.weight, result);
    if (decoder.decode(entry.move)) learned.results.push_back(result);
  }
  return learned;
}

}  // namespace polyglot::book
