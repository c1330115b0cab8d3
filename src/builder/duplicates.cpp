// SPDX-License-Identifier: MIT
#include "builder/duplicates.hpp"
#include <bit>

#include <polyglot/ascii.hpp>

namespace polyglot::builder {
namespace {

/// A group of the set has fifteen slots in 136 bytes. It grows when thirteen are used.
constexpr std::size_t kGroupBytes = 136;
constexpr std::size_t kGamesOfGroup = 13;
constexpr std::size_t kLeastGroups = 256;

using pgn::KnownTag;

/// FNV-1a with separators between words and a final mix.
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

/// Adds the family name: the same for "Kasparov, Garry", "Kasparov,G" and "KASPAROV".
void add_name(Hash& hash, std::string_view name) noexcept {
  for (const char c : name.substr(0, name.find_first_of(", "))) hash.add(to_lower(c));
  hash.add('\n');
}

/// Adds a move without its optional parts: signs of captures, checks and promotions, and remarks.
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
  hash.add_number(static_cast<std::uint64_t>(game.result()));
  for (const KnownTag tag : {KnownTag::white, KnownTag::black}) add_name(hash, game.tag(tag).value_or(""));
  for (const std::string_view move : game.moves().subspan(played)) add_move(hash, move);
  return hash.value();
}

/// Two thirds of the memory are for the slots, one third for the old slots while they are moved.
Duplicates::Duplicates(std::size_t bytes)
    : most_games_(std::bit_floor(std::max(bytes * 2 / 3 / kGroupBytes, kLeastGroups)) * kGamesOfGroup) {}

std::vector<bool> Duplicates::are_new(std::uint64_t number, std::span<const std::uint64_t> hashes) {
  std::vector<bool> news;
  if (!turns_.await(number)) return std::vector<bool>(hashes.size());
  for (const std::uint64_t hash : hashes) {
    const bool has_room = known_.size() < most_games_;
    news.push_back(has_room ? known_.insert(hash).second : !known_.contains(hash));
  }
  turns_.end();
  return news;
}

}  // namespace polyglot::builder
