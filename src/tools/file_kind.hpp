// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>

namespace polyglot::tools {

/// The kind of a file, by its first bytes.
enum class FileKind : std::uint8_t { unknown, book, games, configuration };

[[nodiscard]] FileKind kind_of_file(const std::string& path);

/// The hint about a file of a wrong kind: `; book.bin is a book: polyglot info-book book.bin`. Empty if the
/// file may have the wanted kind.
[[nodiscard]] std::string other_use(const std::string& path, FileKind wanted);

/// The hint about a file that was given as the configuration: its kind and the command for it. Empty unless
/// it is a book or a PGN file.
[[nodiscard]] std::string use_of_other_kind(const std::string& path);

/// Loads a configuration. Failure: it cannot be used; names the real kind of the file.
[[nodiscard]] config::Configuration load_configuration(const config::CommandLine& command_line);

}  // namespace polyglot::tools
