#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// What an engine says it understands, with the document's defaults where it says nothing.
/// Source: CECP, "feature".
class CecpFeatures {
 public:
  /// The news of one line.
  struct News {
    bool name = false;
    bool done = false;
    std::optional<EngineOption> option;  ///< the last one
  };
  enum class Done : std::uint8_t { not_said, more_to_come, said };

  /// Reads a `feature` line, that word taken off, and answers each of them.
  News read(std::string_view text, std::string& to_engine);

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

  /// Version 1 of the protocol knows no features.
  [[nodiscard]] bool is_version_1() const noexcept { return declared.empty(); }
  /// Version 6 is beside the document in several places.
  [[nodiscard]] bool is_gnuchess() const noexcept { return name.starts_with("GNU Chess"); }
  [[nodiscard]] bool plays(std::string_view variant) const;
  [[nodiscard]] bool reads_tables(std::string_view format) const;

 private:
  void accept(std::string_view feature, std::string_view value, News& news, std::string& to_engine);
  [[nodiscard]] bool take(std::string_view feature, std::string_view value, News& news);
};

}  // namespace polyglot::protocol
