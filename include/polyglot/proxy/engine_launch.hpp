#pragma once

#include <filesystem>
#include <optional>

#include <polyglot/config/options.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Makes of EngineCommand, EngineDir, UseNice, NiceValue and Affinity what is to be started. A program
/// with a relative path is looked for in EngineDir, then in the ini's folder, then in the current one.
/// Error: what is wrong with the command or the folder.
[[nodiscard]] Result<process::EngineLaunch> make_engine_launch(const config::Options& options,
                                                               const std::filesystem::path& ini_folder);

/// The niceness that the options ask for.
[[nodiscard]] std::optional<int> niceness(const config::Options& options);

}  // namespace polyglot::proxy
