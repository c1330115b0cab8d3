#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <filesystem>

#include <polyglot/config/configuration.hpp>
#include <polyglot/config/ini_file.hpp>
#include <polyglot/config/save.hpp>
#include <polyglot/os/atomic_file.hpp>

#include "config/ini_update.hpp"
#include "config/text.hpp"

namespace polyglot::config {

namespace {

using Setting = SectionUpdate::Setting;
using Settings = std::vector<Setting>;

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
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 64> date{};
  const std::size_t size = std::strftime(date.data(), date.size(), "%a %b %e %H:%M:%S %Y", &local);
  return "; Created: " + std::string(date.data(), size) +
         "\n\n[PolyGlot]\nEngineCommand =\nEngineDir = .\n\n[Engine]\n";
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
  if (trim(name, kBlanks).empty()) return false;  // the file has no words for it
  return !equal_ignoring_case(name.substr(0, kProtocolPrefix.size()), kProtocolPrefix) ||
         equal_ignoring_case(name, "UCI_LimitStrength") || equal_ignoring_case(name, "UCI_Elo");
}

std::string saved_ini(std::string_view old_text, const Options& options,
                      std::span<const EngineValue> engine) {
  const std::array sections = {polyglot_section(options), engine_section(engine)};
  return update_ini(old_text, sections);
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
