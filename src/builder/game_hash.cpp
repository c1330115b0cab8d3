#include "builder/game_hash.hpp"
#include <string_view>

#include <polyglot/ascii.hpp>

#include "builder/tag_values.hpp"

namespace polyglot::builder {
namespace {

using pgn::KnownTag;

/// FNV-1a, with words kept apart and mixed at the end.
class Hash {
 public:
  void add(char c) noexcept { value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3; }
  void add_word(std::string_view word) noexcept {
    for (const char c : word) add(c);
    add('\n');
  }
  void add_number(std::uint64_t number) noexcept {
    for (int shift = 0; shift < 64; shift += 8) add(static_cast<char>(number >> shift));
  }
  [[nodiscard]] std::uint64_t value() const noexcept {
    const std::uint64_t mixed = (value_ ^ (value_ >> 32)) * 0xd6e8feb86659fd93;
    return mixed ^ (mixed >> 32);
  }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

/// "Kasparov, Garry", "Kasparov,G" and "KASPAROV" are one.
void add_name(Hash& hash, std::string_view name) noexcept {
  for (const char c : name.substr(0, name.find_first_of(", "))) hash.add(to_lower(c));
  hash.add('\n');
}

/// Without what may or may not be written: signs of captures, checks and promotions, remarks.
void add_move(Hash& hash, std::string_view move) noexcept {
  for (const char c : move) {
    if (std::string_view("x+#!?=-:").find(c) != std::string_view::npos) continue;
    hash.add(c == '0' ? 'O' : c);
  }
  hash.add('\n');
}

}  // namespace

std::uint64_t hash_of(const pgn::GameText& game, std::uint64_t moves, std::size_t played) noexcept {
  Hash hash;
  hash.add_number(moves);
  hash.add_word(result_tag_of(game));
  for (const KnownTag tag : {KnownTag::white, KnownTag::black}) add_name(hash, game.tag(tag).value_or(""));
  for (const std::string_view move : game.moves().subspan(played)) add_move(hash, move);
  return hash.value();
}

}  // namespace polyglot::builder
