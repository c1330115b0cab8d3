#include "config/ini_update.hpp"
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <polyglot/config/ini_file.hpp>

#include "config/ini_line.hpp"
#include "config/text.hpp"

namespace polyglot::config {

namespace {

/// A file as lines with their line ends, changed in one walk from its first line to its last.
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
    std::set<const SectionUpdate::Setting*> present;
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

  /// The line with the value that it should have; empty if there is nothing left to say.
  std::string updated_entry(std::string_view line, const IniLine& entry) {
    const SectionUpdate& update = current_->update;
    const SectionUpdate::Setting* const setting = update.find(update.settings, entry.name);
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
    for (const SectionUpdate::Setting& setting : section.update.settings) {
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

  /// The last line of a file may lack its end.
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

}  // namespace

std::string update_ini(std::string_view text, std::span<const SectionUpdate> sections) {
  return IniUpdate(text, sections).finish();
}

}  // namespace polyglot::config
