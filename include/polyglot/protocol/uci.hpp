// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <polyglot/ascii.hpp>
#include <polyglot/protocol/front.hpp>

/// The Universal Chess Interface, for GUIs and engines.
/// Source: "Description of the universal chess interface", S. Meyer-Kahlen, April 2006.
namespace polyglot::protocol {

/// Returns true if a GUI that sends this first line speaks UCI.
[[nodiscard]] bool begins_uci(std::string_view line);

class UciFront final : public Front {
 public:
  [[nodiscard]] GuiMessage parse(std::string_view line) override;
  void print(const GuiReply& reply, std::string& out) const override;
};

inline constexpr Dialect kUci{
    .name = "uci",
    .option = "uci",
    .title = "UCI",
    .view = Dialect::View::positions,
    .make_front = []() -> std::unique_ptr<Front> { return std::make_unique<UciFront>(); }};

/// Writes commands for an engine and reads its lines. It takes lines without their line end, and ends each
/// line that it writes. It has no state.
struct UciBack {
  /// Reads a line before the end of the handshake.
  [[nodiscard]] static EngineMessage parse_handshake(std::string_view line);
  /// Reads a line after the handshake. It examines only the characters it needs, because engines print up to
  /// a million lines in a game.
  [[nodiscard]] static EngineMessage parse(std::string_view line);

  static constexpr std::string_view kHandshake = "uci\n";
  static constexpr std::string_view kNewGame = "ucinewgame\n";
  static constexpr std::string_view kPonderHit = "ponderhit\n";
  static constexpr std::string_view kStop = "stop\n";
  static constexpr std::string_view kReadyQuery = "isready\n";
  static constexpr std::string_view kQuit = "quit\n";
  /// Writes the command that sets an option. A button has no value.
  static void print_option(std::string_view name, std::optional<std::string_view> value, std::string& out);
  /// print_position() and print_go() write the two lines of a search.
  static void print_position(const game::Game& game, chess::CastlingNotation castling, std::string& out);
  static void print_go(const SearchLimits& limits, std::string& out);
  static void print_search(const Search& search, std::string& out) {
    print_position(*search.game, search.castling, out);
    print_go(search.limits, out);
  }
};

/// Removes the text before the next word that equals one of `keywords`, and returns it trimmed. Afterwards
/// `text` begins with that keyword, or is empty if there is none.
template <class... Keyword>
[[nodiscard]] std::string_view take_until(std::string_view& text, Keyword... keywords) noexcept {
  const char* const begin = text.data();
  std::string_view rest = text;
  while (true) {
    const std::string_view before = rest;
    const std::string_view word = take_word(rest);
    if (word.empty() || ((word == keywords) || ...)) {
      text = word.empty() ? std::string_view() : before;
      const char* const end = word.empty() ? before.data() + before.size() : word.data();
      return trim(std::string_view(begin, static_cast<std::size_t>(end - begin)));
    }
  }
}

/// Reads the text after `option`. Public for tests and tools.
[[nodiscard]] EngineOption parse_uci_option(std::string_view text);

/// Reads the start position of a variant from an `info string`. Fairy-Stockfish sends it after a variant is
/// set. Returns nothing for any other text.
[[nodiscard]] std::optional<VariantSetUp> parse_uci_variant(std::string_view info_text);

/// Reads an `info` line. Unknown words become Info::text.
[[nodiscard]] Info parse_uci_info(std::string_view line);

}  // namespace polyglot::protocol
