#include "session/move_text.hpp"
#include <string>

#include <polyglot/chess/notation.hpp>

namespace polyglot::session {
namespace {

bool take_any(std::string_view& text, std::string_view of) noexcept {
  if (text.empty() || of.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

bool take_file(std::string_view& text) noexcept {
  return take_any(text, "abcdefgh");
}

bool take_rank(std::string_view& text) noexcept {
  return take_any(text, "12345678");
}

/// The promotion piece, at most.
bool is_tail(std::string_view text) noexcept {
  take_any(text, "=");
  take_any(text, "QRBNqrbn");
  return text.empty();
}

bool is_target(std::string_view text) noexcept {
  return take_file(text) && take_rank(text) && is_tail(text);
}

}  // namespace

bool looks_like_move(std::string_view text) noexcept {
  if (text == "O-O" || text == "O-O-O") return true;
  if (text.size() >= 4 && text.substr(0, 2) == text.substr(2, 2)) return false;
  take_any(text, "KQRBN");
  if (is_target(text)) return true;
  // The square, file or rank it comes from.
  take_file(text);
  take_rank(text);
  take_any(text, "x-");
  return is_target(text);
}

std::optional<chess::Move> read_uci_move(const chess::Position& position, std::string_view text,
                                         bool add_queen) {
  const auto move = chess::move_from_uci(position, text);
  if (move || !add_queen || text.size() != 4) return move;
  return chess::move_from_uci(position, std::string(text) + 'q');
}

}  // namespace polyglot::session
