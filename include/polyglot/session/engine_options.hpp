#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::session {

/// The engine's options: what it declared, what it was configured with, what the GUI has set since.
class EngineOptions {
 public:
  struct Entry {
    protocol::EngineOption option;  ///< default_value: as configured, which is what the GUI is shown
    std::string engine_default;     ///< as declared
    std::string value;              ///< in force
  };

  void declare(protocol::EngineOption option);
  /// Names compare without case, as UCI demands. Null if the engine has no such option.
  [[nodiscard]] Entry* find(std::string_view name) noexcept;
  [[nodiscard]] const Entry* find(std::string_view name) const noexcept;
  /// The value in force, empty if the engine has no such option.
  [[nodiscard]] std::string_view value(std::string_view name) const noexcept;
  /// True if the value in force is "true".
  [[nodiscard]] bool check(std::string_view name) const noexcept;
  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }

 private:
  std::vector<Entry> entries_;
};

/// The option for the number of search threads, whatever the engine calls it. Null if it has none.
[[nodiscard]] EngineOptions::Entry* find_thread_option(EngineOptions& options) noexcept;
/// The option for the path of tablebases of a kind: nalimov, gaviota, syzygy.
[[nodiscard]] EngineOptions::Entry* find_tablebase_option(EngineOptions& options,
                                                          std::string_view kind) noexcept;
/// A number moved into the range that the engine declared for an option.
[[nodiscard]] std::int64_t clamp_to_range(const EngineOptions::Entry& entry, std::int64_t value) noexcept;
/// What of an engine's memory is left for option Hash, in MiB, once its tablebase cache has been taken off.
/// Nothing if nothing is left.
[[nodiscard]] std::optional<std::int64_t> memory_for_hash(const EngineOptions& options,
                                                          std::int64_t mebibytes);

}  // namespace polyglot::session
