// SPDX-License-Identifier: MIT
#pragma once

#include <polyglot/protocol/messages.hpp>

/// Messages to and from an engine of XBoard's protocol, version 2 or 1. Source: "Chess Engine Communication
/// Protocol", T. Mann and H.G. Muller, version 2.
namespace polyglot::protocol {

/// The features of an engine. Those that it has not declared have the defaults of the specification. Source:
/// CECP, "feature".
struct CecpFeatures {
  enum class Done : std::uint8_t { undeclared, more_to_come, complete };

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
  /// The specification's default is true. Here it is false, because SIGINT would kill an engine that does not
  /// handle it.
  bool sigint = false;
  std::string name;
  std::string variants = "normal";
  std::string egt;  ///< the formats of endgame tables that the engine reads, separated by commas
  Done done = Done::undeclared;
  std::vector<EngineOption> options;
  std::vector<std::string> declared;  ///< each as NAME=VALUE, as the engine wrote it, with quotes

  /// Reads the rest of a `feature` line, and answers each feature with `accepted` or `rejected`. Rejects
  /// features after kMostDeclared bytes.
  void read(std::string_view text, std::string& to_engine);

  /// Returns true for version 1 of the protocol, which has no features.
  [[nodiscard]] bool is_version_1() const noexcept { return declared.empty(); }
  /// Returns true for GNU Chess 6, which differs from the specification in several places.
  [[nodiscard]] bool is_gnuchess() const noexcept { return name.starts_with("GNU Chess"); }
  [[nodiscard]] bool plays(std::string_view variant) const;
  [[nodiscard]] std::vector<std::string_view> variant_names() const;
  [[nodiscard]] bool reads_tables(std::string_view format) const;

 private:
  [[nodiscard]] bool take(std::string_view feature, std::string_view value);

  std::size_t declared_bytes_ = 0;
};

/// Writes commands for an engine and reads its lines. Remembers what the engine has declared, but nothing
/// about games or searches. It takes lines without their line end, and ends each line that it writes.
class CecpBack {
 public:
  static constexpr std::string_view kHandshake = "xboard\nprotover 2\n";
  /// Returns HandshakeDone, HandshakeRefused (the engine may speak version 1), or Output. Appends the answers
  /// to features to `to_engine`.
  [[nodiscard]] EngineMessage parse_handshake(std::string_view line, std::string& to_engine);
  /// Call this when the engine's two seconds to declare features are over. Returns true if the handshake ends
  /// with the features declared so far, and false if the engine has asked for more time.
  [[nodiscard]] bool may_end_handshake() const noexcept;
  /// Reads a line after the handshake. Appends the answers to features to `to_engine`.
  [[nodiscard]] EngineMessage parse(std::string_view line, std::string& to_engine);

  [[nodiscard]] const CecpFeatures& features() const noexcept { return features_; }
  /// Returns the declared options, and the options that correspond to features: Hash (memory), Threads (smp),
  /// the paths of tablebases (egt), UCI_Variant (variants) and Ponder.
  [[nodiscard]] std::vector<EngineOption> options() const;
  /// Adds the features that a line declares after the handshake, and returns their names. The GUI answers
  /// these features. Returns no names for any other line.
  [[nodiscard]] std::vector<std::string> read_late_features(std::string_view line);

  /// Writes the command that sets an option. A button has no value.
  void print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) const;
  /// Writes the `memory` command with the default of the option Hash.
  void print_usual_memory(std::string& out) const;
  /// Returns the text of a move in the last position of a game, in the notation that the engine has asked
  /// for. `chess960`: the engine plays fischerandom.
  [[nodiscard]] std::string text_of(const game::Game& game, const game::Move& move, bool chess960) const;
  /// Writes a move as a command.
  void print_move(std::string_view text, std::string& out) const;

  /// Returns the move that the engine reports to have made, as it writes it; nothing for any other line.
  [[nodiscard]] static std::optional<std::string_view> read_move(std::string_view line);

 private:
  CecpFeatures features_;
};

/// A line of thinking output, with the numbers as the engine wrote them. Source: CECP, "Thinking Output".
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

/// Reads a line of thinking output. Returns nothing if the line does not begin with the four numbers.
[[nodiscard]] std::optional<CecpThinking> read_cecp_thinking(std::string_view line);

/// Reads a score, with mate scores in all the forms that engines write.
[[nodiscard]] Score read_cecp_score(std::int64_t score) noexcept;

/// Translates a line of thinking output. The result has views into the line, or into `moves` if the moves had
/// to be collected there.
[[nodiscard]] Info to_info(const CecpThinking& thinking, std::string& moves);

/// Removes the next move from the text of a variation and returns it. Skips move numbers and remarks in {}
/// and <>. Returns an empty text if no move follows.
[[nodiscard]] std::string_view take_pv_move(std::string_view& pv);

/// Reads a move in the last position of a game, in any of the notations that engines use. Returns nothing if
/// it is not a legal move.
[[nodiscard]] std::optional<game::Move> read_engine_move(const game::Game& game, std::string_view text);

}  // namespace polyglot::protocol
