#pragma once

#include <polyglot/protocol/back.hpp>
#include <polyglot/protocol/front.hpp>

/// The Universal Chess Interface, both sides.
/// Source: "Description of the universal chess interface", S. Meyer-Kahlen, April 2006.
namespace polyglot::protocol {

class UciFront final : public Front {
 public:
  /// `only`: the user fixed the protocol, so that words of the XBoard protocol are just unknown words.
  explicit UciFront(bool only = false) noexcept : only_(only) {}

  [[nodiscard]] GuiMessage parse(std::string_view line) const override;
  void print(const Identity& identity, std::string& out) const override;
  void print(const BookAnswer& answer, std::string& out) const override;
  void print(const Notice& notice, std::string& out) const override;
  void print_refusal(std::string& out) const override;

 private:
  bool only_;
};

class UciBack final : public Back {
 public:
  [[nodiscard]] EngineMessage parse_handshake(std::string_view line) const override;
  [[nodiscard]] EngineMessage parse(std::string_view line) const override;
  void print_handshake(std::string& out) const override;
  void print_option(std::string_view name, std::optional<std::string_view> value,
                    std::string& out) const override;
  void print_stop(std::string& out) const override;
  void print_quit(std::string& out) const override;
};

/// Reads an `option` line, the word `option` taken off. Exposed for tests and for tools.
[[nodiscard]] EngineOption parse_uci_option(std::string_view text);

}  // namespace polyglot::protocol
