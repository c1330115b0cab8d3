// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/messages.hpp>

/// Messages to and from an engine of XBoard's protocol, version 2 or 1. Source: "Chess Engine Communication
/// Protocol", T. Mann and H.G. Muller, version 2.
namespace polyglot::protocol {

/// The features that an engine has declared, and the defaults of the specification for the others. Source:
/// CECP, "feature".
struct CecpFeatures {
  enum class Done : std::uint8_t { not_said, more_to_come, said };

  bool ping = false;
  bool setboard = false;
  bool san = false;
  bool usermove = false;
  bool time = true;
  bool reuse = true;
  bool analyze = true;
  bool memory = false;
  bool smp = false;
  bool exclude = false;
  bool nps = false;
  /// False unless the engine declares it. The specification's default is true, but a signal would kill
  /// engines that do not handle it.
  bool sigint = false;
  std::string name;
  std::string variants = "normal";
  std::string egt;  ///< the formats of endgame tables that the engine reads, separated by commas
  Done done = Done::not_said;
  std::vector<EngineOption> options;
  std::vector<std::string> declared;  ///< NAME=VALUE as the engine wrote them, quotes included

  /// Reads the rest of a `feature` line and answers each feature. Features beyond kMostDeclared bytes are
  /// rejected.
  void read(std::string_view text, std::string& to_engine);

  /// Version 1 of the protocol has no features.
  [[nodiscard]] bool is_version_1() const noexcept { return declared.empty(); }
  /// GNU Chess 6 differs from the specification in several places.
  [[nodiscard]] bool is_gnuchess() const noexcept { return name.starts_with("GNU Chess"); }
  [[nodiscard]] bool plays(std::string_view variant) const;
  [[nodiscard]] std::vector<std::string_view> variant_names() const;
  [[nodiscard]] bool reads_tables(std::string_view format) const;

 private:
  [[nodiscard]] bool take(std::string_view feature, std::string_view value);

  std::size_t declared_bytes_ = 0;
};

/// Writes commands for an engine and reads its lines. Remembers only what the engine has declared, and
/// nothing about games or searches. Lines come without their line end and are written with one.
class CecpBack {
 public:
  static constexpr std::string_view kHandshake = "xboard\nprotover 2\n";
  /// Returns HandshakeDone, HandshakeRefused (perhaps a version 1 engine), or Output. The answers to features
  /// go to `to_engine`.
  [[nodiscard]] EngineMessage parse_handshake(std::string_view line, std::string& to_engine);
  /// Call it when the engine's two seconds to declare features are over. True if the handshake ends with the
  /// features declared so far; false if the engine has asked for more time.
  [[nodiscard]] bool settle_handshake() const noexcept;
  /// Reads a line after the handshake.
  [[nodiscard]] EngineMessage parse(std::string_view line, std::string& to_engine);

  [[nodiscard]] const CecpFeatures& features() const noexcept { return features_; }
  /// The declared options, and the options that correspond to features: Hash (memory), Threads (smp), the
  /// paths of tablebases (egt), UCI_Variant (variants) and Ponder.
  [[nodiscard]] std::vector<EngineOption> options() const;
  /// Adds the features that a line declares after the handshake, and returns their names; the GUI answers
  /// them. Returns no names for any other line.
  [[nodiscard]] std::vector<std::string> read_late_features(std::string_view line);

  /// Writes the command that sets an option. No value: a button.
  void print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) const;
  /// Writes the `memory` command with the default of the option Hash.
  void print_usual_memory(std::string& out) const;
  /// A move in the last position of a game, in the notation that the engine has asked for. `chess960`: the
  /// engine plays fischerandom.
  [[nodiscard]] std::string text_of(const game::Game& game, const game::Move& move, bool chess960) const;
  /// Writes a move as a command.
  void print_move(std::string_view text, std::string& out) const;

  /// The move that the engine reports to have made, as it writes it; nothing for any other line.
  [[nodiscard]] static std::optional<std::string_view> read_move(std::string_view line);

 private:
  CecpFeatures features_;
};

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
  std::string_view pv;  ///< everything after the numbers
};

/// Reads a line of thinking output. Nothing if it does not begin with the four numbers.
[[nodiscard]] std::optional<CecpThinking> read_cecp_thinking(std::string_view line);

/// Reads a score, with mate scores in all the forms that engines write.
[[nodiscard]] Score read_cecp_score(std::int64_t score) noexcept;

/// Translates a whole line. If the moves of the variation are not one piece of the line, they are collected
/// in `moves`, which must live as long as the result.
[[nodiscard]] Info to_info(const CecpThinking& thinking, std::string& moves);

/// Removes the next move from the text of a variation, and skips move numbers and remarks in {} and <>. Empty
/// at the end, or if no move follows.
[[nodiscard]] std::string_view take_pv_move(std::string_view& pv);

/// Reads a move in the last position of a game, in any of the notations engines use.
[[nodiscard]] std::optional<game::Move> read_engine_move(const game::Game& game, std::string_view text);

}  // namespace polyglot::protocol
