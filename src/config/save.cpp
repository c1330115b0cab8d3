// SPDX-License-Identifier: MIT
#include <ctime>
#include <filesystem>

#include <fmt/chrono.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/configuration.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/os/atomic_file.hpp>

namespace polyglot::config {
namespace {

struct Setting {
  std::string name;
  std::string value;
  bool is_default = false;           ///< the file need not have it
  const OptionSpec* spec = nullptr;  ///< null for an option of the engine
  bool is_present = false;           ///< the file has it

  [[nodiscard]] bool is_called(std::string_view wanted) const {
    return equal_ignoring_case(name, wanted) || (spec != nullptr && equal_ignoring_case(spec->alias, wanted));
  }
  /// Returns true if a value in the file means the same as this one, even if its text differs.
  [[nodiscard]] bool says_same(std::string_view text) const {
    if (spec == nullptr) return trim(value, kBlanks) == text;
    const Result<Value> read = read_value(*spec, text);
    return read && read->text == value;
  }
};

struct SectionUpdate {
  std::string_view name;
  std::vector<Setting> settings;  ///< each name occurs once
  std::optional<std::size_t> end =
      {};  ///< the place in the text after its last entry; nothing if the file lacks it

  [[nodiscard]] Setting* find(std::string_view wanted) {
    const auto found =
        std::ranges::find_if(settings, [&](const Setting& setting) { return setting.is_called(wanted); });
    return found == settings.end() ? nullptr : &*found;
  }
};

/// A file as lines with their line ends. It is changed in one pass from the first line to the last.
class IniUpdate {
 public:
  IniUpdate(std::string_view text, std::array<SectionUpdate, 2> sections)
      : line_end_(text.substr(0, text.find('\n')).ends_with('\r') ? "\r\n" : "\n"),
        sections_(std::move(sections)) {
    if (text.starts_with(kByteOrderMark)) {
      start_ = kByteOrderMark.size();
      text_ = kByteOrderMark;
      text.remove_prefix(start_);
    }
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
      take_line(text.substr(0, end));
      text.remove_prefix(end);
    }
  }

  std::string finish() {
    std::ranges::sort(sections_, std::greater(), &SectionUpdate::end);
    for (const SectionUpdate& section : sections_)
      if (section.end) add(missing_lines(section), *section.end);
    std::ranges::sort(sections_, std::greater(), &SectionUpdate::name);  // [PolyGlot], [Engine]
    for (const SectionUpdate& section : sections_)
      if (!section.end) add(new_section(section), text_.size());
    return std::move(text_);
  }

 private:
  void take_line(std::string_view line) {
    const IniLine parsed = read_ini_line(line.substr(0, line.find('\n')));
    if (parsed.kind == IniLine::Kind::section) {
      const auto found = std::ranges::find_if(
          sections_, [&](const auto& section) { return equal_ignoring_case(section.name, parsed.name); });
      current_ = found == sections_.end() ? nullptr : &*found;
    }
    const bool is_ours = current_ != nullptr && parsed.kind == IniLine::Kind::entry;
    text_ += is_ours ? updated_entry(line, parsed) : std::string(line);
    if (current_ != nullptr && (is_ours || parsed.kind == IniLine::Kind::section))
      current_->end = text_.size();
  }

  /// The line with its new value; empty if the line is to be removed.
  std::string updated_entry(std::string_view line, const IniLine& entry) {
    Setting* const setting = current_->find(entry.name);
    if (setting == nullptr) return std::string(line);
    setting->is_present = true;
    if (setting->says_same(entry.value)) return std::string(line);
    const std::string_view rest = line.substr(entry.value_end);
    if (setting->is_default) return std::string(rest.substr(std::min(rest.find_first_of(";#"), rest.size())));
    const std::string_view before = line.substr(0, entry.value_begin);
    const std::string_view gap = before.ends_with('=') && entry.value.empty() ? " " : "";
    return std::string(before) + std::string(gap) + quote_ini(setting->value) + std::string(rest);
  }

  std::string missing_lines(const SectionUpdate& section) const {
    std::string lines;
    for (const Setting& setting : section.settings) {
      if (setting.is_default || setting.is_present) continue;
      const std::string value = quote_ini(setting.value);
      lines += quote_ini(setting.name) + (value.empty() ? " =" : " = " + value) + line_end_;
    }
    return lines;
  }

  std::string new_section(const SectionUpdate& section) const {
    const std::string lines = missing_lines(section);
    if (lines.empty()) return {};
    return (text_.empty() ? "" : line_end_) + "[" + std::string(section.name) + "]" + line_end_ + lines;
  }

  /// Adds lines at a place in the text. The last line of a file may lack its line end.
  void add(const std::string& lines, std::size_t place) {
    const bool lacks_end = place > start_ && text_[place - 1] != '\n';
    if (!lines.empty()) text_.insert(place, (lacks_end ? line_end_ : "") + lines);
  }

  std::string line_end_;
  std::size_t start_ = 0;  ///< the place in text_ after the byte order mark
  std::array<SectionUpdate, 2> sections_;
  std::string text_;
  SectionUpdate* current_ = nullptr;  ///< null outside of the sections that are updated
};

SectionUpdate polyglot_section(const Options& options) {
  SectionUpdate section{kPolyglotSection, {}};
  for (const OptionSpec& option : option_specs())
    if (option.type != OptionType::save && option.id != OptionId::settings_file)
      section.settings.push_back(
          {std::string(option.name), options.text(option.id), options.is_default(option.id), &option});
  return section;
}

SectionUpdate engine_section(std::span<const EngineValue> engine) {
  SectionUpdate section{kEngineSection, {}};
  for (const EngineValue& option : engine)
    if (section.find(option.name) == nullptr && is_saved_engine_option(option.name))
      section.settings.push_back({option.name, option.value, option.is_default});
  return section;
}

std::string new_file() {
  const std::tm local = fmt::localtime(std::time(nullptr));
  return fmt::format(
      "; Created: {:%a %b %e %H:%M:%S %Y}\n\n[PolyGlot]\nEngineCommand =\nEngineDir = .\n\n[Engine]\n",
      local);
}

std::string old_or_new_text(const std::string& path) {
  std::string text;
  const std::error_code error = read_file(path, text);
  if (error == std::errc::no_such_file_or_directory) return new_file();
  if (error) throw Failure("cannot be read: " + error.message(), path);
  return text;
}

void create_folder_of(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) throw Failure("its folder cannot be created: " + error.message(), path);
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
  return IniUpdate(old_text, {polyglot_section(options), engine_section(engine)}).finish();
}

Result<void> save_settings(const std::string& path, const Options& options,
                           std::span<const EngineValue> engine) {
  return result_of([&] {
    const std::string text = saved_ini(old_or_new_text(path), options, engine);
    create_folder_of(path);
    os::AtomicFile file = os::AtomicFile::create(path).value();
    file.write(std::as_bytes(std::span(text))).value();
    file.commit().value();
  });
}

}  // namespace polyglot::config
