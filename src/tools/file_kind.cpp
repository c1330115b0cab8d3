// SPDX-License-Identifier: MIT
#include "tools/file_kind.hpp"
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <boost/regex.hpp>
#include <fmt/format.h>

#include <polyglot/book/book_format.hpp>

namespace polyglot::tools {
namespace {

constexpr std::size_t kRecordSize = 16;
constexpr std::size_t kKeySize = 8;

/// Whether a file looks like a book: whole records, with the first keys in order, and zero bytes, which text
/// does not have.
bool looks_like_book(std::string_view start, std::uintmax_t size) {
  if (size == 0 || size % kRecordSize != 0 || start.find('\0') == start.npos) return false;
  std::string_view last;
  for (std::size_t at = 0; at + kRecordSize <= start.size(); at += kRecordSize) {
    const std::string_view key = start.substr(at, kKeySize);
    if (key < last) return false;  // char_traits compares bytes as unsigned
    last = key;
  }
  return true;
}

bool finds(std::string_view text, const boost::regex& what) {
  return boost::regex_search(text.begin(), text.end(), what);
}

}  // namespace

FileKind kind_of_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return FileKind::unknown;
  std::array<char, 4096> block{};
  std::ifstream file(std::filesystem::path(path), std::ios::binary);
  file.read(block.data(), block.size());
  const std::string_view start(block.data(), static_cast<std::size_t>(file.gcount()));
  static const boost::regex tag(R"(\A\s*(%[^\n]*\n\s*)*\[\w+\s+")");
  static const boost::regex section(R"(^\s*\[(polyglot|engine)\])", boost::regex::icase);
  if (looks_like_book(start, std::filesystem::file_size(path, error))) return FileKind::book;
  if (finds(start, tag)) return FileKind::games;
  const auto format = book::recognise_format(path);
  const book::FormatTraits* const traits = format ? &book::traits_of(*format) : nullptr;
  if (traits != nullptr && !traits->is_list && traits->records != book::BookRecords::by_position)
    return FileKind::book;
  return finds(start, section) ? FileKind::configuration : FileKind::unknown;
}

std::string shell_word(const std::string& path) {
  static const boost::regex safe(R"([-\w./+,:=@%]+)");
  if (boost::regex_match(path, safe)) return path;
  return "'" +
         boost::regex_replace(path, boost::regex("'"), R"('\'')", boost::regex_constants::format_literal) +
         "'";
}

std::string other_use(const std::string& path, FileKind wanted) {
  const FileKind kind = kind_of_file(path);
  if (kind == wanted) return {};
  switch (kind) {
    case FileKind::unknown:
      return {};
    case FileKind::book:
      return fmt::format("; {} is a book: polyglot info-book {}", path, shell_word(path));
    case FileKind::games:
      return fmt::format("; {} holds games: polyglot make-book {}", path, shell_word(path));
    case FileKind::configuration:
      return fmt::format("; {} is a configuration: polyglot {} --check-config", path, shell_word(path));
  }
  return {};
}

std::string use_of_other_kind(const std::string& path) {
  const FileKind kind = kind_of_file(path);
  if (kind == FileKind::book)
    return fmt::format(
        "{} is an opening book, not a configuration file; to look into it: polyglot info-book {}", path,
        shell_word(path));
  if (kind == FileKind::games)
    return fmt::format(
        "{} is a PGN file, not a configuration file; to build a book from it: polyglot make-book {}", path,
        shell_word(path));
  return {};
}

std::string said_of_configuration(const Error& error, const std::string& path) {
  std::string use = use_of_other_kind(path);
  return use.empty() ? error.to_string() : use;
}

}  // namespace polyglot::tools
