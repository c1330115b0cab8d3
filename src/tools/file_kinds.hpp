// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>

#include <polyglot/book/book_format.hpp>
#include <polyglot/config/command_line.hpp>
#include <polyglot/config/configuration.hpp>

namespace polyglot::tools {

using book::FileKind;
using book::kind_of_file;

/// Failure: the file is a book, games or a configuration, and not wanted; with a hint what to do with it.
void check_kind(const std::string& path, std::initializer_list<FileKind> wanted);
void check_kind(const std::string& path, FileKind kind, std::initializer_list<FileKind> wanted);

/// The hint about a file that was given as the configuration: its kind and the command for it. Empty unless
/// it is a book or a PGN file.
[[nodiscard]] std::string use_of_other_kind(const std::string& path);

/// Loads a configuration. Failure: it cannot be used; names the real kind of the file.
[[nodiscard]] config::Configuration load_configuration(const config::CommandLine& command_line);

}  // namespace polyglot::tools
