// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include <polyglot/protocol/messages.hpp>

/// The names of variants in XBoard's protocol and in UCI. Source: CECP, "variant"; the option UCI_Variant of
/// Fairy-Stockfish.
namespace polyglot::protocol {

/// The option of UCI engines that chooses the variant.
inline constexpr std::string_view kVariantOption = "UCI_Variant";
/// Chess and Chess960, by their XBoard names.
inline constexpr std::string_view kNormalChess = "normal";
inline constexpr std::string_view kChess960 = "fischerandom";

/// Returns XBoard's name for a variant of the engine that has this option.
[[nodiscard]] std::string_view xboard_variant(std::string_view uci_name, const EngineOption& option);
/// Returns the engine's name for a variant of XBoard; nothing if this engine does not play it.
[[nodiscard]] std::optional<std::string_view> uci_variant(std::string_view xboard_name,
                                                          const EngineOption& option);
/// Returns all variants that a UCI engine plays, by their XBoard names, each once. `variants` is its option
/// UCI_Variant, or null. `chess960`: it has UCI_Chess960.
[[nodiscard]] std::vector<std::string_view> xboard_variants(const EngineOption* variants, bool chess960);
/// Returns the option with which a UCI GUI chooses a variant of an XBoard engine; nothing if the engine plays
/// only chess and Chess960.
[[nodiscard]] std::optional<EngineOption> variant_option(std::span<const std::string_view> xboard_names);
/// Returns false if XBoard does not know the variant and so needs its start position. Source: CECP, "setup".
[[nodiscard]] bool is_known_to_xboard(std::string_view xboard_name) noexcept;

}  // namespace polyglot::protocol
