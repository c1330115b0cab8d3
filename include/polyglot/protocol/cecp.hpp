// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/front.hpp>

/// The Chess Engine Communication Protocol of XBoard: what it shares with UCI, and the GUI's side. The
/// engine's side is in cecp_engine.hpp. Source: "Chess Engine Communication Protocol", T. Mann and H.G.
/// Muller, version 2.
namespace polyglot::protocol {

/// The names that UCI engines have for the number of threads, the most common first. This protocol calls it
/// `cores`.
[[nodiscard]] std::span<const std::string_view> thread_option_names() noexcept;

/// A kind of endgame tablebases by its name in this protocol, and the option of engines for its path.
struct TablebaseFormat {
  std::string_view name;
  std::string_view path_option;
};
/// All formats whose paths Polyglot passes on.
[[nodiscard]] std::span<const TablebaseFormat> tablebase_formats() noexcept;

/// Writes the answer to `protover`: our features, with those that this engine lacks, and all options.
void print_features(const Identity& identity, std::string& out);

class CecpEdit;

/// A position set up with `edit` (protocol 1) becomes one SetUp at the "." that ends it. Its FEN is valid
/// until the next `edit`.
class CecpFront final : public Front {
 public:
  CecpFront();
  ~CecpFront() override;

  [[nodiscard]] GuiMessage parse(std::string_view line) override;
  void print(const GuiReply& reply, std::string& out) const override;

 private:
  std::unique_ptr<CecpEdit> edit_;
  /// The last line was the move a2a3: before `edit`, xboard sends it to make Black the side to move.
  bool black_to_move_ = false;
};

inline constexpr Dialect kCecp{
    .name = "xboard",
    .option = "cecp",
    .title = "XBoard (CECP)",
    .view = Dialect::View::moves,
    .make_front = []() -> std::unique_ptr<Front> { return std::make_unique<CecpFront>(); }};

}  // namespace polyglot::protocol
