// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <polyglot/analysis/store.hpp>
#include <polyglot/analysis/verdict.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>
#include <polyglot/session/engine_options.hpp>
#include <polyglot/session/session.hpp>
#include <polyglot/session/verdict_source.hpp>

namespace polyglot::proxy {

/// Returns the engine's options that differ from their defaults, in the form of Judge::settings.
[[nodiscard]] std::string settings_of(const session::EngineOptions& options);

/// Converts a protocol's score for a store.
[[nodiscard]] analysis::Score score_of(const protocol::Score& score) noexcept;

/// Returns the path of BookVerifyStore. It searches a relative name beside the configuration file, then in
/// the working directory. A new file is beside the configuration file. Error: a variable in the name is not
/// set.
[[nodiscard]] Result<std::string> verdict_store_path(const config::Options& options,
                                                     const std::filesystem::path& ini_folder);

/// Looks up a verdict in an open store. It ignores verdicts of searches that had less time than the question
/// has.
[[nodiscard]] Result<std::optional<book::StoredVerdict>> find_verdict(
    const analysis::Store& store, const session::VerdictQuestion& question);

/// The store that BookVerifyStore names. The first use opens it. With BookVerify, it also stores the engine's
/// searches, and creates a missing file.
class VerdictStore {
 public:
  /// Looks up a verdict, see find_verdict().
  [[nodiscard]] Result<std::optional<book::StoredVerdict>> find(const config::Options& options,
                                                                const std::filesystem::path& ini_folder,
                                                                const session::VerdictQuestion& question);
  /// Stores a verdict of the session's engine, or remembers the error.
  void keep(const session::Session& session, const std::filesystem::path& ini_folder,
            const session::FoundVerdict& found);
  /// Returns why a verdict could not be stored. The next call returns nothing, unless there is a new failure.
  [[nodiscard]] std::optional<Error> take_failure() { return std::exchange(failure_, std::nullopt); }

 private:
  [[nodiscard]] Result<analysis::Store*> open(const config::Options& options,
                                              const std::filesystem::path& ini_folder, bool writes);
  [[nodiscard]] Result<void> put(const config::Options& options, const std::filesystem::path& ini_folder,
                                 const analysis::Judge& judge, const session::FoundVerdict& found);

  std::optional<analysis::Store> store_;
  std::string name_;          ///< of the open store, as the user wrote it
  bool is_writable_ = false;  ///< the open store accepts verdicts
  std::optional<Error> failure_;
};

}  // namespace polyglot::proxy
