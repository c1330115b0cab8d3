// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// A score as one number, to compare and to subtract: centipawns, or more than any for a mate, the nearer the
/// more. Being mated is as much below zero.
[[nodiscard]] std::int64_t worth_of(const protocol::Score& score) noexcept;

/// For people: "+0.35", "mates in 3", "mated in 0".
[[nodiscard]] std::string worth_in_words(std::int64_t worth);

}  // namespace polyglot::session
