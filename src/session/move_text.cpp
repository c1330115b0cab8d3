#include "session/move_text.hpp"

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

/// What may follow the target square.
bool is_tail(std::string_view text) noexcept {
  take_any(text, "=");
  take_any(text, "QRBNqrbn");
  while (take_any(text, "+#!?")) {
  }
  return text.empty();
}

bool is_target(std::string_view text) noexcept {
  return take_file(text) && take_rank(text) && is_tail(text);
}

}  // namespace

bool looks_like_move(std::string_view text) noexcept {
  for (const std::string_view castling : {"O-O-O", "O-O", "0-0-0", "0-0"}) {
    if (text.starts_with(castling)) return is_tail(text.substr(castling.size()));
  }
  take_any(text, "KQRBN");
  if (is_target(text)) return true;
  // The square, file or rank it comes from.
  take_file(text);
  take_rank(text);
  take_any(text, "x-");
  return is_target(text);
}

}  // namespace polyglot::session
