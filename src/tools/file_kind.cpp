// SPDX-License-Identifier: MIT
#include "tools/file_kind.hpp"
#include <filesystem>
#include <fstream>
#include <ios>
#include <system_error>

#include <boost/regex.hpp>
#include <fmt/format.h>

#include <polyglot/book/book_format.hpp>
#include <polyglot/os/arguments.hpp>

namespace polyglot::tools {
namespace {

std::string start_of_file(const std::string& path) {
  std::string start(4096, '\0');
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start;
}

}  // namespace

FileKind kind_of_file(const std::string& path) {
  static const boost::regex tag(R"(^\s*\[\w+\s+")");
  static const boost::regex section(R"(^\s*\[(polyglot|engine)\])", boost::regex::icase);
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return FileKind::unknown;
  const std::string start = start_of_file(path);
  if (const auto format = book::recognise_format(path)) {
    const book::FormatTraits& traits = book::traits_of(*format);
    // A file without tags may be a list of openings, which is a book.
    if (traits.has_variations && boost::regex_search(start, tag)) return FileKind::games;
    const bool has_mark = traits.records != book::BookRecords::by_position;
    if (!traits.is_list && (has_mark || book::looks_like_records(path))) return FileKind::book;
  }
  return boost::regex_search(start, section) ? FileKind::configuration : FileKind::unknown;
}

std::string other_use(const std::string& path, FileKind wanted) {
  const FileKind kind = kind_of_file(path);
  if (kind == wanted) return {};
  switch (kind) {
    case FileKind::unknown:
      return {};
    case FileKind::book:
      return fmt::format("; {} is a book: polyglot info-book {}", path, os::shell_word(path));
    case FileKind::games:
      return fmt::format("; {} holds games: polyglot make-book {}", path, os::shell_word(path));
    case FileKind::configuration:
      return fmt::format("; {} is a configuration: polyglot {} --check-config", path, os::shell_word(path));
  }
  return {};
}

std::string use_of_other_kind(const std::string& path) {
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::book)
    return fmt::format(
        "{0} is an opening book, not a configuration file; to look into it: polyglot info-book {1}; "
        "to play from it: polyglot init --book {1}",
        path, os::shell_word(path));
  if (kind == FileKind::games)
    return fmt::format(
        "{} is a PGN file, not a configuration file; to build a book from it: polyglot make-book {}", path,
        os::shell_word(path));
  return {};
}

config::Configuration load_configuration(const config::CommandLine& command_line) {
  auto configuration = config::load(command_line);
  if (configuration) return *std::move(configuration);
  const std::string use = use_of_other_kind(command_line.config_file.value_or(""));
  throw Failure(use.empty() ? configuration.error().to_string() : use);
}

}  // namespace polyglot::tools
