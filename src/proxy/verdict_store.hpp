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

/// The engine's options that do not have their defaults, as a Judge has them.
[[nodiscard]] std::string settings_of(const session::EngineOptions& options);

/// A protocol's score as a store keeps it.
[[nodiscard]] analysis::Score score_of(const protocol::Score& score) noexcept;

/// The path of BookVerifyStore. A relative name is searched beside the configuration file, then in the
/// working directory; a new file is made beside the configuration file. Error: a variable in the name is not
/// set.
[[nodiscard]] Result<std::string> verdict_store_path(const config::Options& options,
                                                     const std::filesystem::path& ini_folder);

/// Looks up a verdict in an open store. Verdicts of searches that were limited to less time than the question
/// has do not count.
[[nodiscard]] Result<std::optional<book::StoredVerdict>> find_verdict(
    const analysis::Store& store, const session::VerdictQuestion& question);

/// The store that BookVerifyStore names. It is opened when it is first needed. If the engine's searches are
/// added to it (BookVerify), a missing one is made.
class VerdictStore {
 public:
  /// See find_verdict().
  [[nodiscard]] Result<std::optional<book::StoredVerdict>> find(const config::Options& options,
                                                                const std::filesystem::path& ini_folder,
                                                                const session::VerdictQuestion& question);
  /// Keeps a verdict of the session's engine, or remembers the error.
  void keep(const session::Session& session, const std::filesystem::path& ini_folder,
            const session::FoundVerdict& found);
  /// Why a verdict could not be kept; nothing if all were, or if it was returned before.
  [[nodiscard]] std::optional<Error> take_failure() { return std::exchange(failure_, std::nullopt); }

 private:
  [[nodiscard]] Result<analysis::Store*> open(const config::Options& options,
                                              const std::filesystem::path& ini_folder, bool writes);
  [[nodiscard]] Result<void> put(const config::Options& options, const std::filesystem::path& ini_folder,
                                 const analysis::Judge& judge, const session::FoundVerdict& found);

  std::optional<analysis::Store> store_;
  std::string name_;          ///< of the open store, as the user wrote it
  bool is_writable_ = false;  ///< the open store
  std::optional<Error> failure_;
};

}  // namespace polyglot::proxy
