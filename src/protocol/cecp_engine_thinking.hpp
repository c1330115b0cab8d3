#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// A line of thinking output, numbers as the engine wrote them.
/// Source: CECP, "Thinking Output".
struct CecpThinking {
  int depth = 0;
  std::int64_t score = 0;
  std::uint64_t time = 0;  ///< milliseconds
  std::uint64_t nodes = 0;
  std::optional<int> selective_depth;
  std::optional<std::uint64_t> nps;
  std::optional<std::uint64_t> tablebase_hits;
  std::string_view pv;  ///< all behind the numbers
};

/// Nothing if the line does not begin with the four numbers.
[[nodiscard]] std::optional<CecpThinking> read_cecp_thinking(std::string_view line);

/// Mate scores in all the ways engines write them.
[[nodiscard]] Score read_cecp_score(std::int64_t score) noexcept;

/// Takes the next move off the text of a variation, past move numbers and remarks in {} and <>. Empty at
/// the end, or at something else.
[[nodiscard]] std::string_view take_pv_move(std::string_view& pv) noexcept;

/// The whole line. `moves` holds the variation where the line itself does not hold it in one piece.
[[nodiscard]] Info to_info(const CecpThinking& thinking, std::string& moves);

}  // namespace polyglot::protocol
