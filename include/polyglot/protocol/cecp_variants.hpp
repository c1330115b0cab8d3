#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/messages.hpp>

/// Variants of chess whose rules we do not know, between a GUI of XBoard and an engine of UCI: both know the
/// rules, and call some things by different names.
/// Source: CECP, "variant" and "usermove"; the option UCI_Variant as Fairy-Stockfish has it.
namespace polyglot::protocol {

/// The option of UCI engines that chooses the variant.
inline constexpr std::string_view kVariantOption = "UCI_Variant";
/// The variants of which we know the rules, by their XBoard names.
inline constexpr std::string_view kNormalChess = "normal";
inline constexpr std::string_view kChess960 = "fischerandom";

/// What XBoard calls a variant of the engine that has this option.
[[nodiscard]] std::string_view xboard_variant(std::string_view uci_name, const EngineOption& option);
/// What that engine calls XBoard's variant; nothing if it does not play it.
[[nodiscard]] std::optional<std::string_view> uci_variant(std::string_view xboard_name,
                                                          const EngineOption& option);
/// All that it plays besides chess and Chess960, by their XBoard names, each once.
[[nodiscard]] std::vector<std::string_view> other_variants(const EngineOption& option);
/// False if XBoard has to be told how a variant begins. Source: CECP, "setup".
[[nodiscard]] bool is_known_to_xboard(std::string_view xboard_name) noexcept;

}  // namespace polyglot::protocol
