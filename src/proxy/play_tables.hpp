// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include <polyglot/analysis/tablebases.hpp>
#include <polyglot/config/options.hpp>
#include <polyglot/result.hpp>

namespace polyglot::proxy {

/// Opens the tables of SyzygyPath. Returns nothing if Tablebase = off. Error: see
/// analysis::Tablebases::open(), or there is no such folder.
[[nodiscard]] Result<std::optional<analysis::Tablebases>> open_play_tables(
    const config::Options& options, const std::filesystem::path& ini_folder);

}  // namespace polyglot::proxy
