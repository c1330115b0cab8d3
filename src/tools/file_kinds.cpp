// SPDX-License-Identifier: MIT
#include "tools/file_kinds.hpp"

#include <fmt/format.h>

#include <polyglot/config/expansion.hpp>

namespace polyglot::tools {

void check_kind(const std::string& path, std::initializer_list<FileKind> wanted) {
  check_kind(path, kind_of_file(path), wanted);
}

void check_kind(const std::string& path, FileKind kind, std::initializer_list<FileKind> wanted) {
  if (std::ranges::find(wanted, kind) != wanted.end()) return;
  const std::string word = config::shell_word(path);
  if (kind == FileKind::book) throw Failure(fmt::format("{} is a book: polyglot info-book {}", path, word));
  if (kind == FileKind::games)
    throw Failure(fmt::format("{} holds games: polyglot make-book {}", path, word));
  if (kind == FileKind::configuration)
    throw Failure(fmt::format("{} is a configuration: polyglot {} --check-config", path, word));
}

std::string use_of_other_kind(const std::string& path) {
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::book)
    return fmt::format(
        "{0} is an opening book, not a configuration file; to look into it: polyglot info-book {1}; "
        "to play from it: polyglot init --book {1}",
        path, config::shell_word(path));
  if (kind == FileKind::games)
    return fmt::format(
        "{} is a PGN file, not a configuration file; to build a book from it: polyglot make-book {}", path,
        config::shell_word(path));
  return {};
}

config::Configuration load_configuration(const config::CommandLine& command_line) {
  auto configuration = config::load(command_line);
  if (configuration) return *std::move(configuration);
  const std::string use = use_of_other_kind(command_line.config_file.value_or(""));
  throw Failure(use.empty() ? configuration.error().to_string() : use);
}

}  // namespace polyglot::tools
