// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <fmt/chrono.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/save.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "config/ini_line.hpp"

namespace polyglot::config {

namespace {

struct Setting {
  std::string name;
  std::string value;
  bool is_default = false;  ///< the file need not have it
};
using Settings = std::vector<Setting>;

/// The new contents of one section of a configuration file.
struct SectionUpdate {
  std::string_view name;
  Settings settings;  ///< each name occurs once
  /// Finds the setting of this section by a name in the file; null if there is none.
  std::function<const Setting*(const Settings&, std::string_view name)> find;
  /// Whether a value in the file means the same as the setting's, even if its text differs.
  std::function<bool(const Setting&, std::string_view value)> says_same;
};

/// A file as lines with their line ends. It is changed in one pass from the first line to the last.
class IniUpdate {
 public:
  IniUpdate(std::string_view text, std::span<const SectionUpdate> sections)
      : line_end_(text.substr(0, text.find('\n')).ends_with('\r') ? "\r\n" : "\n") {
    for (const SectionUpdate& section : sections) sections_.push_back({section, {}, std::nullopt});
    if (text.starts_with(kByteOrderMark)) {
      start_ = kByteOrderMark;
      text.remove_prefix(kByteOrderMark.size());
    }
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      take_line(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  std::string finish() const {
    std::string text = start_;
    for (std::size_t place = 0; place <= lines_.size(); ++place) {
      for (const Section& section : sections_) {
        if (section.end == place) add(missing_lines(section), text);
      }
      if (place < lines_.size()) text += lines_[place];
    }
    for (const Section& section : sections_) {
      if (!section.end) add(new_section(section, text.empty()), text);
    }
    return text;
  }

 private:
  struct Section {
    const SectionUpdate& update;
    std::set<const Setting*> present;
    std::optional<std::size_t> end;  ///< the place after its last entry; nothing if the file lacks it
  };

  void take_line(std::string_view line) {
    const IniLine parsed = read_ini_line(line.substr(0, line.find('\n')));
    if (parsed.kind == IniLine::Kind::section) enter(parsed.name);
    const bool is_ours = current_ != nullptr && parsed.kind == IniLine::Kind::entry;
    std::string updated = is_ours ? updated_entry(line, parsed) : std::string(line);
    if (!updated.empty()) lines_.push_back(std::move(updated));
    if (is_ours || parsed.kind == IniLine::Kind::section) mark_end();
  }

  void enter(std::string_view name) {
    const auto found = std::find_if(sections_.begin(), sections_.end(), [name](const Section& section) {
      return equal_ignoring_case(section.update.name, name);
    });
    current_ = found == sections_.end() ? nullptr : &*found;
  }

  void mark_end() {
    if (current_ != nullptr) current_->end = lines_.size();
  }

  /// The line with its new value; empty if the line is to be removed.
  std::string updated_entry(std::string_view line, const IniLine& entry) {
    const SectionUpdate& update = current_->update;
    const Setting* const setting = update.find(update.settings, entry.name);
    if (setting == nullptr) return std::string(line);
    current_->present.insert(setting);
    if (update.says_same(*setting, entry.value)) return std::string(line);
    const std::string_view rest = line.substr(entry.value_end);
    if (setting->is_default) return comment_of(rest);
    const std::string_view before = line.substr(0, entry.value_begin);
    const std::string_view gap = before.ends_with('=') && entry.value.empty() ? " " : "";
    return std::string(before) + std::string(gap) + quote_ini(setting->value) + std::string(rest);
  }

  static std::string comment_of(std::string_view rest) {
    const std::size_t begin = rest.find_first_of(";#");
    return begin == std::string_view::npos ? std::string() : std::string(rest.substr(begin));
  }

  std::string missing_lines(const Section& section) const {
    std::string lines;
    for (const Setting& setting : section.update.settings) {
      if (setting.is_default || section.present.contains(&setting)) continue;
      const std::string value = quote_ini(setting.value);
      lines += quote_ini(setting.name) + (value.empty() ? " =" : " = " + value) + line_end_;
    }
    return lines;
  }

  std::string new_section(const Section& section, bool is_first) const {
    const std::string lines = missing_lines(section);
    if (lines.empty()) return {};
    return (is_first ? "" : line_end_) + "[" + std::string(section.update.name) + "]" + line_end_ + lines;
  }

  /// Adds lines to the text. The last line of a file may lack its line end.
  void add(const std::string& lines, std::string& text) const {
    if (lines.empty()) return;
    if (text.size() > start_.size() && !text.ends_with('\n')) text += line_end_;
    text += lines;
  }

  std::string line_end_;
  std::string start_;
  std::vector<Section> sections_;
  std::vector<std::string> lines_;
  Section* current_ = nullptr;  ///< null outside of the sections that are updated
};

const Setting* find_setting(const Settings& settings, std::string_view name) {
  const auto found = std::find_if(settings.begin(), settings.end(), [name](const Setting& setting) {
    return equal_ignoring_case(setting.name, name);
  });
  return found == settings.end() ? nullptr : &*found;
}

bool is_saved(const OptionSpec& option) {
  return option.type != OptionType::save && option.id != OptionId::settings_file;
}

SectionUpdate polyglot_section(const Options& options) {
  Settings settings;
  for (const OptionSpec& option : option_specs()) {
    if (is_saved(option)) {
      settings.push_back({std::string(option.name), options.text(option.id), options.is_default(option.id)});
    }
  }
  const auto find = [](const Settings& known, std::string_view name) {
    const OptionSpec* const option = find_option(name);
    return option == nullptr ? nullptr : find_setting(known, option->name);
  };
  const auto says_same = [](const Setting& setting, std::string_view value) {
    Options read;
    const OptionId id = find_option(setting.name)->id;
    return read.set(id, value).has_value() && read.text(id) == setting.value;
  };
  return {kPolyglotSection, std::move(settings), find, says_same};
}

SectionUpdate engine_section(std::span<const EngineValue> engine) {
  Settings settings;
  for (const EngineValue& option : engine) {
    const bool is_new = find_setting(settings, option.name) == nullptr;
    if (is_new && is_saved_engine_option(option.name)) {
      settings.push_back({option.name, option.value, option.is_default});
    }
  }
  const auto says_same = [](const Setting& setting, std::string_view value) {
    return trim(setting.value, kBlanks) == value;
  };
  return {kEngineSection, std::move(settings), find_setting, says_same};
}

std::string new_file() {
  const std::tm local = fmt::localtime(std::time(nullptr));
  return fmt::format(
      "; Created: {:%a %b %e %H:%M:%S %Y}\n\n[PolyGlot]\nEngineCommand =\nEngineDir = .\n\n[Engine]\n",
      local);
}

Result<std::string> old_or_new_text(const std::string& path) {
  std::string text;
  const std::error_code error = read_file(path, text);
  if (error == std::errc::no_such_file_or_directory) return {boost::system::in_place_value, new_file()};
  if (error) return Error{"cannot be read: " + error.message(), path};
  return {boost::system::in_place_value, std::move(text)};
}

Result<void> create_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return Error{"its folder cannot be created: " + error.message(), path};
  return {};
}

}  // namespace

bool is_saved_engine_option(std::string_view name) noexcept {
  constexpr std::string_view kProtocolPrefix = "UCI_";
  if (trim(name, kBlanks).empty()) return false;  // a line cannot have an empty name
  return !equal_ignoring_case(name.substr(0, kProtocolPrefix.size()), kProtocolPrefix) ||
         equal_ignoring_case(name, "UCI_LimitStrength") || equal_ignoring_case(name, "UCI_Elo");
}

std::string saved_ini(std::string_view old_text, const Options& options,
                      std::span<const EngineValue> engine) {
  const std::array sections = {polyglot_section(options), engine_section(engine)};
  return IniUpdate(old_text, sections).finish();
}

Result<void> save_settings(const std::string& path, const Options& options,
                           std::span<const EngineValue> engine) {
  const Result<std::string> old_text = old_or_new_text(path);
  if (!old_text) return old_text.error();
  const std::string text = saved_ini(*old_text, options, engine);
  if (Result<void> folder = create_folder_of(path); !folder) return folder;
  Result<os::AtomicFile> file = os::AtomicFile::create(path);
  if (!file) return file.error();
  if (Result<void> written = file->write(std::as_bytes(std::span(text))); !written) return written;
  return file->commit();
}

}  // namespace polyglot::config
