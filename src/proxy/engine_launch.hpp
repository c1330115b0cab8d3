#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

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

/// The processors of a hexadecimal mask; 0, all of them, for 2.0.4's default FFFFFFFF.
[[nodiscard]] std::uint64_t affinity_mask(std::string_view text);

}  // namespace polyglot::proxy
