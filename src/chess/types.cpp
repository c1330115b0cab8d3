#include <polyglot/chess/types.hpp>

namespace polyglot::chess {

std::string Square::to_string() const {
  return {static_cast<char>('a' + file()), static_cast<char>('1' + rank())};
}

std::optional<Square> Square::from_string(std::string_view text) noexcept {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
    return std::nullopt;
  return Square(text[0] - 'a', text[1] - '1');
}

}  // namespace polyglot::chess
