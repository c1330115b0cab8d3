// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/messages.hpp>

/// What is said to and by an engine of XBoard's protocol, version 2 or 1.
/// Source: "Chess Engine Communication Protocol", T. Mann and H.G. Muller, version 2.
namespace polyglot::protocol {

/// What an engine says it understands, with the document's defaults where it says nothing.
/// Source: CECP, "feature".
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
  /// Only if the engine says so: the document's default would kill engines that handle no signals.
  bool sigint = false;
  std::string name;
  std::string variants = "normal";
  std::string egt;  ///< the formats of endgame tables that it reads, separated by commas
  Done done = Done::not_said;
  std::vector<EngineOption> options;
  std::vector<std::string> declared;  ///< NAME=VALUE as the engine wrote them, quotes included

  /// Reads a `feature` line, that word taken off, and answers each of them. What goes beyond kMostDeclared is
  /// rejected.
  void read(std::string_view text, std::string& to_engine);

  /// Version 1 of the protocol knows no features.
  [[nodiscard]] bool is_version_1() const noexcept { return declared.empty(); }
  /// Version 6 is beside the document in several places.
  [[nodiscard]] bool is_gnuchess() const noexcept { return name.starts_with("GNU Chess"); }
  [[nodiscard]] bool plays(std::string_view variant) const;
  [[nodiscard]] std::vector<std::string_view> variant_names() const;
  [[nodiscard]] bool reads_tables(std::string_view format) const;

 private:
  [[nodiscard]] bool take(std::string_view feature, std::string_view value);

  std::size_t declared_bytes_ = 0;
};

/// The words for an engine and the meaning of its lines. Knows what the engine has declared, and nothing of
/// games or searches. Lines come without their line end and are written with one.
class CecpBack {
 public:
  static constexpr std::string_view kHandshake = "xboard\nprotover 2\n";
  /// HandshakeDone, HandshakeRefused (of version 1, perhaps), or Output. Features are answered in
  /// `to_engine`.
  [[nodiscard]] EngineMessage parse_handshake(std::string_view line, std::string& to_engine);
  /// The engine has had its two seconds to declare features. True if the handshake is over, with what was
  /// declared until now; false if it asked for more time.
  [[nodiscard]] bool settle_handshake() const noexcept;
  /// What a line means afterwards.
  [[nodiscard]] EngineMessage parse(std::string_view line, std::string& to_engine);

  [[nodiscard]] const CecpFeatures& features() const noexcept { return features_; }
  /// The options that were declared, and those that features stand for: Hash (memory), Threads (smp), the
  /// paths of tablebases (egt), UCI_Variant (variants) and Ponder.
  [[nodiscard]] std::vector<EngineOption> options() const;
  /// Takes in the features that a line declares after the handshake, and returns their names; the GUI will
  /// answer them. None for any other line.
  [[nodiscard]] std::vector<std::string> read_late_features(std::string_view line);

  /// No value: a button.
  void print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) const;
  /// The default of the option Hash that stands for `memory`.
  void print_usual_memory(std::string& out) const;
  /// A move in the last position of a game, as the engine wants it. `chess960`: it plays fischerandom.
  [[nodiscard]] std::string text_of(const game::Game& game, const game::Move& move, bool chess960) const;
  /// The same as a command.
  void print_move(std::string_view text, std::string& out) const;

  /// The move that the engine says it has made, as it writes it; nothing for any other line.
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
  std::string_view pv;  ///< all behind the numbers
};

/// Nothing if the line does not begin with the four numbers.
[[nodiscard]] std::optional<CecpThinking> read_cecp_thinking(std::string_view line);

/// Mate scores in all the ways engines write them.
[[nodiscard]] Score read_cecp_score(std::int64_t score) noexcept;

/// The whole line. `moves` holds the variation where the line itself does not hold it in one piece.
[[nodiscard]] Info to_info(const CecpThinking& thinking, std::string& moves);

/// Takes the next move off the text of a variation, past move numbers and remarks in {} and <>. Empty at
/// the end, or at something else.
[[nodiscard]] std::string_view take_pv_move(std::string_view& pv);

/// Reads a move in the last position of a game, in any of the notations engines use.
[[nodiscard]] std::optional<game::Move> read_engine_move(const game::Game& game, std::string_view text);

}  // namespace polyglot::protocol
