// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <polyglot/protocol/front.hpp>

/// The Chess Engine Communication Protocol (CECP) of XBoard: the part that reads a GUI and answers it. The
/// engine's part is in cecp_engine.hpp. Source: "Chess Engine Communication Protocol", T. Mann and H.G.
/// Muller, version 2.
namespace polyglot::protocol {

/// Returns the names of the option with which UCI engines set the number of threads, the most common first.
/// XBoard's protocol calls it `cores`.
[[nodiscard]] std::span<const std::string_view> thread_option_names() noexcept;

/// A format of endgame tablebases: its name in this protocol, and the engine's option for the path.
struct TablebaseFormat {
  std::string_view name;
  std::string_view path_option;
};
/// Returns all formats whose paths Polyglot passes on.
[[nodiscard]] std::span<const TablebaseFormat> tablebase_formats() noexcept;

/// Writes the answer to `protover`: the features of Polyglot with this engine, and all options.
void print_features(const Identity& identity, std::string& out);

class CecpEdit;

/// Reads and answers an XBoard GUI. The lines of `edit` (protocol 1) become one SetUp at the "." that ends
/// them. The FEN of this SetUp is valid until the next `edit`.
class CecpFront final : public Front {
 public:
  CecpFront();
  ~CecpFront() override;

  [[nodiscard]] GuiMessage parse(std::string_view line) override;
  void print(const GuiReply& reply, std::string& out) const override;

 private:
  std::unique_ptr<CecpEdit> edit_;
  /// True if the last line was the move a2a3. xboard sends it before `edit` to make Black the side to move.
  bool black_to_move_ = false;
};

inline constexpr Dialect kCecp{
    .name = "xboard",
    .option = "cecp",
    .title = "XBoard (CECP)",
    .view = Dialect::View::moves,
    .make_front = []() -> std::unique_ptr<Front> { return std::make_unique<CecpFront>(); }};

}  // namespace polyglot::protocol
