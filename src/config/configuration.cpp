// SPDX-License-Identifier: MIT
#include <unordered_set>

#include <polyglot/ascii.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/os/streams.hpp>

#include "config/complaints.hpp"

namespace polyglot::config {
namespace {

constexpr std::string_view kDefaultFile = "polyglot.ini";
constexpr std::array kSections = {kPolyglotSection, kEngineSection, std::string_view("Book NAME")};

/// People do not write larger configuration files. A larger one is the image of a disk, or a device without
/// an end.
constexpr std::size_t kMaxFileBytes = 4 << 20;

void set_option(Options& options, const std::string& name, const std::string& value, const std::string& where,
                Complaints& complaints) {
  const OptionSpec* const option = find_option(name);
  if (option == nullptr) {
    complaints.add([&] {
      return Error{"unknown option " + in_quotes(name) + did_you_mean(nearest_option(name)), where};
    });
    return;
  }
  if (const Result<void> done = options.set(option->id, value); !done) {
    complaints.add([&] {
      const std::string kept = options.is_default(option->id) ? "; the default " : "; ";
      return Error{done.error().what + kept + options.text(option->id) + " is kept", where};
    });
  }
}

void append(std::vector<std::string>& lines, const std::vector<Error>& errors) {
  for (const Error& error : errors) lines.push_back(error.to_string());
}

void set_from_command_line(Configuration& configuration, const CommandLine& command_line) {
  const std::string where = "command line";
  Complaints complaints;
  for (const Assignment& assignment : command_line.assignments) {
    if (assignment.target == Assignment::Target::engine) {
      configuration.engine.set(assignment.name, {assignment.name, assignment.value, where});
    } else {
      set_option(configuration.options, assignment.name, assignment.value, where, complaints);
    }
  }
  append(configuration.warnings, std::move(complaints).finish(where));
}

void set_book_key(BookSection& book, const IniEntry& entry, const std::string& where,
                  Complaints& complaints) {
  const BookKeySpec* const key = find_book_key(entry.name);
  if (key == nullptr) {
    complaints.add([&] {
      return Error{"[Book " + book.name() + "] has no option " + in_quotes(entry.name) +
                       did_you_mean(nearest_spec(book_key_specs(), entry.name)),
                   where};
    });
  } else if (const auto done = book.set(key->key, entry.value); !done) {
    complaints.add([&] { return Error{done.error().what, where}; });
  }
}

std::string ignored_section(const std::string& section) {
  if (section.empty()) return "lines before the first [section] are ignored";
  if (book_section_name(section)) return "section [Book] is ignored: give the book a name, [Book NAME]";
  return "section [" + section + "] is ignored" + did_you_mean(nearest_name(section, kSections));
}

/// The purpose of a section. We determine it once for all its entries, because a name may be as long as a
/// line.
struct Section {
  enum class Kind : std::uint8_t { polyglot, engine, book, unknown };
  Kind kind = Kind::unknown;
  BookSection* book = nullptr;  ///< of Kind::book
  std::size_t first = 0;        ///< index of the first section of this name
};

/// Opens a book for each of its sections, even for an empty one.
std::vector<Section> examine_sections(const IniFile& ini, const std::string& path, BookSections& books) {
  using Kind = Section::Kind;
  std::vector<Section> examined;
  std::unordered_map<std::string, std::size_t> firsts;
  for (std::size_t i = 0; i < ini.sections.size(); ++i) {
    const std::string& name = ini.sections[i];
    Section section{.first = firsts.try_emplace(lower_case(name), i).first->second};
    const auto book_name = book_section_name(name);
    if (equal_ignoring_case(name, kPolyglotSection)) {
      section.kind = Kind::polyglot;
    } else if (equal_ignoring_case(name, kEngineSection)) {
      section.kind = Kind::engine;
    } else if (book_name && !book_name->empty()) {
      section.kind = Kind::book;
      section.book = &books.open(*book_name, path + ":" + std::to_string(ini.section_lines[i]));
    }
    examined.push_back(section);
  }
  return examined;
}

/// Reports names that a file sets twice. The last value wins, which may be a mistake.
void report_repeated(const IniFile& ini, const std::vector<Section>& sections, const std::string& path,
                     Complaints& complaints) {
  std::unordered_map<std::string, std::size_t> lines;
  for (const IniEntry& entry : ini.entries) {
    const Section& section = sections[entry.section];
    if (section.kind == Section::Kind::unknown) continue;
    std::size_t& line = lines[std::to_string(section.first) + "\n" + lower_case(entry.name)];
    if (line != 0)
      complaints.add([&] {
        return Error{in_quotes(entry.name) + " has a value in line " + std::to_string(line) +
                         " already: the last that is valid counts",
                     path + ":" + std::to_string(entry.line)};
      });
    line = entry.line;
  }
}

void set_from_ini(Configuration& configuration, const IniFile& ini, const std::string& path) {
  Complaints complaints;
  Complaints hints;
  std::unordered_set<std::size_t> ignored;
  const std::vector<Section> sections = examine_sections(ini, path, configuration.books);
  report_repeated(ini, sections, path, complaints);
  for (const IniEntry& entry : ini.entries) {
    const Section& section = sections[entry.section];
    const std::string where = path + ":" + std::to_string(entry.line);
    if (entry.is_cut && section.kind != Section::Kind::unknown)
      hints.add([&] {
        return Error{"a comment begins right behind the value " + in_quotes(entry.value) + " of " +
                         entry.name +
                         "; write \\; or \\# for a ; or # that belongs to it, or a blank before the comment",
                     where};
      });
    switch (section.kind) {
      case Section::Kind::polyglot:
        set_option(configuration.options, entry.name, entry.value, where, complaints);
        break;
      case Section::Kind::engine:
        configuration.engine.set(entry.name, {entry.name, entry.value, where});
        break;
      case Section::Kind::book:
        set_book_key(*section.book, entry, where, complaints);
        break;
      case Section::Kind::unknown:
        if (!ignored.insert(section.first).second) break;
        complaints.add([&] { return Error{ignored_section(ini.sections[entry.section]), where}; });
        break;
    }
  }
  for (const BookSection& book : configuration.books)
    if (const auto reason = book.why_unusable()) complaints.add([&] { return *reason; });
  append(configuration.warnings, std::move(complaints).finish(path));
  append(configuration.warnings, ini.warnings);
  append(configuration.hints, std::move(hints).finish(path));
}

/// Old versions of XBoard started engines with a file of one of these names, and kept the engine's settings
/// in a file of XBoard's.
bool is_xboard_file(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  return name == "polyglot_1st.ini" || name == "polyglot_2nd.ini";
}

void set_from_file(Configuration& configuration, const std::string& path, const FileReader& reader) {
  configuration.ini_path = path;
  configuration.ini_folder = std::filesystem::path(path).parent_path().string();
  if (configuration.ini_folder.empty()) configuration.ini_folder = ".";
  configuration.wants_engine_ini = is_xboard_file(path);
  std::string text;
  if (const std::error_code error = reader(path, text)) {
    configuration.errors.push_back(
        "cannot read the configuration file " + in_quotes(path) + ": " + error.message() +
        "; name another file, write one with polyglot init, or start with --noini --ec ENGINE");
    return;
  }
  const IniFile ini = parse_ini(text, path);
  append(configuration.errors, ini.errors);
  set_from_ini(configuration, ini, path);
}

void demand_engine(Configuration& configuration) {
  if (!configuration.errors.empty() || !configuration.options.text(OptionId::engine_command).empty()) return;
  const std::string where = configuration.ini_path.empty() ? "" : configuration.ini_path + ": ";
  configuration.errors.push_back(where +
                                 "EngineCommand is not set; name the engine in section [PolyGlot] of the "
                                 "configuration file or with --ec");
}

/// Turns an engine's name into a file name, which never has more than one path component.
std::string file_name_of(std::string_view engine_name) {
  std::string name(trim(engine_name, kBlanks));
  std::replace_if(
      name.begin(), name.end(),
      [](char c) { return c == ' ' || c == '/' || c == '\\' || static_cast<unsigned char>(c) < 32; }, '_');
  return name + ".ini";
}

}  // namespace

std::error_code read_file(const std::string& path, std::string& text) {
  return os::read_file(path, text, kMaxFileBytes);
}

Configuration examine(const CommandLine& command_line, const FileReader& reader) {
  Configuration configuration;
  configuration.warnings = command_line.warnings;
  if (command_line.no_ini) {
    configuration.wants_engine_ini = true;
  } else {
    set_from_file(configuration, command_line.config_file.value_or(std::string(kDefaultFile)), reader);
  }
  set_from_command_line(configuration, command_line);
  demand_engine(configuration);
  return configuration;
}

Result<Configuration> load(const CommandLine& command_line, const FileReader& reader) {
  Configuration configuration = examine(command_line, reader);
  if (configuration.errors.empty()) return configuration;
  return Error{first_of(configuration.errors)};
}

std::string first_of(const std::vector<std::string>& messages) {
  const std::size_t more = messages.size() - 1;
  return messages.front() +
         (more == 0 ? "" : " (and " + std::to_string(more) + " more; --check-config lists them)");
}

std::string engine_ini_path(const Options& options, std::string_view id_name) {
  const std::string& given = options.text(OptionId::engine_name);
  const std::filesystem::path folder = expand_home(options.text(OptionId::settings_dir));
  return (folder / file_name_of(given.empty() ? id_name : given)).string();
}

std::string settings_path(const Configuration& configuration, std::string_view id_name) {
  const Options& options = configuration.options;
  if (!options.is_default(OptionId::settings_file)) return expand_home(options.text(OptionId::settings_file));
  return configuration.wants_engine_ini ? engine_ini_path(options, id_name) : configuration.ini_path;
}

std::vector<std::string> load_engine_ini(Configuration& configuration, const CommandLine& command_line,
                                         std::string_view id_name, const FileReader& reader) {
  const std::string path = engine_ini_path(configuration.options, id_name);
  std::string text;
  const std::error_code error = reader(path, text);
  if (error == std::errc::no_such_file_or_directory) return {};

  std::vector<std::string>& warnings = configuration.warnings;
  const auto known = static_cast<std::ptrdiff_t>(warnings.size());
  if (error) {
    warnings.push_back("cannot read " + in_quotes(path) + ": " + error.message());
  } else {
    const IniFile ini = parse_ini(text, path);
    append(warnings, ini.errors);
    set_from_ini(configuration, ini, path);
  }
  const std::size_t all = warnings.size();
  set_from_command_line(configuration, command_line);  // its warnings are known already
  warnings.resize(all);
  return {warnings.begin() + known, warnings.end()};
}

}  // namespace polyglot::config
