// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/counts/counts_file.hpp>

#include "counts/bits.hpp"
#include "counts/packing.hpp"

/// Blocks: some games with their tags, packed. Source: docs/counts-format.md, "Games".
namespace polyglot::counts {

/// The number of games in a block, which then has about 4 KB.
inline constexpr std::size_t kGamesOfBlock = 64;
/// The number of texts of a game: two players, event and site.
inline constexpr std::size_t kTextsOfGame = 4;

/// Appends the block of `games`, at least one, which stand in the order of their places.
void put_games(std::span<const ShownGame> games, Packer& packer, std::string& out);

/// The games of a block, unpacked.
class GameBlock {
 public:
  /// False: the bytes are no block.
  [[nodiscard]] bool open(std::string_view bytes);
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }
  [[nodiscard]] const GamePlace& place(std::size_t game) const noexcept { return entries_[game].place; }
  /// The number of the game at a place; nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> find(const GamePlace& place) const noexcept;
  [[nodiscard]] ShownGame game(std::size_t number) const;

 private:
  /// What is known of a game without its texts.
  struct Entry {
    GamePlace place;
    std::uint16_t white_rating = 0;
    std::uint16_t black_rating = 0;
    std::uint16_t year = 0;
    std::uint8_t month = 0;
    std::uint8_t result = 0;
    std::array<std::uint8_t, kTextsOfGame> sizes = {};
    std::array<std::uint32_t, kTextsOfGame> begins = {};  ///< of the texts, in the columns
  };

  [[nodiscard]] bool take_numbers(Numbers& columns);
  [[nodiscard]] bool take_texts(Numbers& columns, std::size_t text);

  std::string columns_;
  std::vector<Entry> entries_;
};

}  // namespace polyglot::counts
