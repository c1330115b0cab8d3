#pragma once

#include <polyglot/protocol/back.hpp>
#include <polyglot/protocol/front.hpp>

/// The Universal Chess Interface, both sides.
/// Source: "Description of the universal chess interface", S. Meyer-Kahlen, April 2006.
namespace polyglot::protocol {

/// True if a GUI that begins with this line speaks UCI.
[[nodiscard]] bool begins_uci(std::string_view line);

class UciFront final : public Front {
 public:
  [[nodiscard]] GuiMessage parse(std::string_view line) override;
  void print(const GuiReply& reply, std::string& out) const override;
};

class UciBack final : public Back {
 public:
  void print_handshake(std::string& out) override;
  [[nodiscard]] EngineMessage parse_handshake(std::string_view line, std::string& to_engine) override;
  [[nodiscard]] EngineMessage parse(std::string_view line, std::string& to_engine) override;
  [[nodiscard]] Info read_info(std::string_view line) const override;
  void print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) override;
  void print_new_game(std::string& out) override;
  void print_search(const Search& search, std::string& out) override;
  void print_ponder_hit(std::string& out) override;
  void print_stop(std::string& out) override;
  void print_ready_query(std::string& out) override;
  void print_quit(std::string& out) override;
};

/// Reads an `option` line, the word `option` taken off. Exposed for tests and for tools.
[[nodiscard]] EngineOption parse_uci_option(std::string_view text);

/// Reads how a variant begins, which Fairy-Stockfish tells in an `info string` once the variant has been set.
/// Nothing for any other text.
[[nodiscard]] std::optional<VariantSetUp> parse_uci_variant(std::string_view info_text);

/// Reads an `info` line. What it does not know is its text.
[[nodiscard]] Info parse_uci_info(std::string_view line);

}  // namespace polyglot::protocol
