// SPDX-License-Identifier: MIT
#include "proxy/event_notes.hpp"
#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <filesystem>
#include <utility>

#include <boost/describe/class.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/process/traffic_log.hpp>

namespace polyglot::config {
BOOST_DESCRIBE_STRUCT(EngineSetting, (), (name, value, where))
}  // namespace polyglot::config

namespace polyglot::proxy {
namespace {

namespace json = boost::json;

/// Reads "2026-05-01 12:00:00.123456" as if it were UTC. Returns nothing for any other text.
std::optional<std::chrono::milliseconds> read_stamp(std::string_view stamp) {
  using namespace std::chrono;
  struct Field {
    std::size_t begin;
    std::size_t size;
  };
  constexpr std::array<Field, 7> kFields{{{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}, {20, 6}}};
  std::array<unsigned, kFields.size()> numbers{};
  for (std::size_t i = 0; i < kFields.size(); ++i) {
    const auto number = parse_number<unsigned>(stamp.substr(kFields.at(i).begin, kFields.at(i).size));
    if (!number) return std::nullopt;
    numbers.at(i) = *number;
  }
  const auto [y, m, d, hour, minute, second, fraction] = numbers;
  const sys_days date = year(static_cast<int>(y)) / month(m) / day(d);
  return duration_cast<milliseconds>(date.time_since_epoch() + hours(hour) + minutes(minute) +
                                     seconds(second) + microseconds(fraction));
}

constexpr std::string_view kPrefix = "event ";
constexpr std::string_view kNoVerdict = "none";
constexpr std::string_view kVerdictError = "error: ";
constexpr std::string_view kCertain = "certain";
constexpr std::string_view kUncertain = "uncertain";

json::object options_json(const config::Options& options) {
  json::object object;
  for (const config::OptionSpec& spec : config::option_specs()) {
    if (!options.is_default(spec.id)) object[spec.name] = options.text(spec.id);
  }
  return object;
}

json::object book_json(const config::BookSection& book) {
  json::object keys;
  for (const config::BookKeySpec& spec : config::book_key_specs()) {
    if (!book.text(spec.key).empty()) keys[spec.value.name] = book.text(spec.key);
  }
  return {{"name", book.name()}, {"where", book.where()}, {"keys", std::move(keys)}};
}

json::object settings_json(const session::EngineProfile& settings) {
  json::array books;
  for (const config::BookSection& book : settings.books) books.push_back(book_json(book));
  return {{"options", options_json(settings.options)},
          {"engine", json::value_from(settings.engine_settings)},
          {"books", std::move(books)},
          {"warnings", json::value_from(settings.warnings)}};
}

/// Returns the names of files in the settings, except EngineCommand. A replay does not start the engine, and
/// the variables of its command may hold secrets.
std::vector<std::string> file_names_in(const session::EngineProfile& settings) {
  const auto names_file = [](config::OptionType type) {
    return type == config::OptionType::file || type == config::OptionType::path;
  };
  std::vector<std::string> names{"~"};
  for (const config::OptionSpec& spec : config::option_specs())
    if (names_file(spec.type)) names.push_back(settings.options.text(spec.id));
  for (const config::BookSection& book : settings.books) names.push_back(book.text(config::BookKey::file));
  return names;
}

// The functions below throw the exceptions of Boost.JSON if a member is missing or has another type.

std::string text_of_member(const json::object& object, std::string_view name) {
  return json::value_to<std::string>(object.at(name));
}

Result<config::Options> read_options(const json::object& object) {
  config::Options options;
  for (const auto& [name, value] : object) {
    const config::OptionSpec* const spec = config::find_option(name);
    if (spec == nullptr) return Error{fmt::format("Polyglot has no option \"{}\"", std::string_view(name))};
    const auto set = options.set(spec->id, json::value_to<std::string>(value));
    if (!set) return set.error();
  }
  return {boost::system::in_place_value, std::move(options)};
}

Result<config::BookSection> read_book(const json::object& object) {
  config::BookSection book(text_of_member(object, "name"), text_of_member(object, "where"), 1);
  for (const auto& [name, value] : object.at("keys").as_object()) {
    const config::BookKeySpec* const spec = config::find_book_key(name);
    if (spec == nullptr) return Error{fmt::format("a book has no \"{}\"", std::string_view(name))};
    const auto set = book.set(spec->key, json::value_to<std::string>(value));
    if (!set) return set.error();
  }
  return {boost::system::in_place_value, std::move(book)};
}

Result<session::EngineProfile> read_settings(const json::object& object) {
  auto options = read_options(object.at("options").as_object());
  if (!options) return options.error();
  session::EngineProfile settings{
      .options = std::move(*options),
      .engine_settings = json::value_to<std::vector<config::EngineSetting>>(object.at("engine")),
      .warnings = json::value_to<std::vector<std::string>>(object.at("warnings"))};
  for (const json::value& book : object.at("books").as_array()) {
    auto read = read_book(book.as_object());
    if (!read) return read.error();
    settings.books.push_back(std::move(*read));
  }
  return {boost::system::in_place_value, std::move(settings)};
}

/// Older logs have no environment.
os::Variables read_environment(const json::object& object) {
  const json::value* const environment = object.if_contains("environment");
  return environment == nullptr ? os::Variables() : json::value_to<os::Variables>(*environment);
}

Result<Beginning> read_members(const json::object& object) {
  auto settings = read_settings(object.at("settings").as_object());
  if (!settings) return settings.error();
  return Beginning{.version = text_of_member(object, "version"),
                   .seed = object.at("seed").to_number<std::uint64_t>(),
                   .ini_path = text_of_member(object, "ini"),
                   .ini_folder = text_of_member(object, "ini_folder"),
                   .current_folder = text_of_member(object, "folder"),
                   .has_profile = object.at("profile").as_bool(),
                   .settings = std::move(*settings),
                   .environment = read_environment(object)};
}

/// Accepts invalid UTF-8, because names of files may have any bytes.
json::object parse_object(std::string_view text) {
  json::parse_options any_bytes;
  any_bytes.allow_invalid_utf8 = true;
  return json::parse(text, {}, any_bytes).as_object();
}

template <class Read>
auto read_json(std::string_view text, Read read) -> decltype(read(json::object())) {
  try {
    return read(parse_object(text));
  } catch (const std::exception& wrong) {
    return Error{fmt::format("the settings cannot be read: {}", wrong.what())};
  }
}

}  // namespace

std::optional<LogLine> read_log_line(std::string_view line) {
  constexpr std::size_t kStampSize = std::string_view("2026-05-01 12:00:00.123456").size();
  constexpr std::size_t kTextBegin = kStampSize + 1 + process::TrafficLog::kNote.size();
  if (line.size() < kTextBegin) return std::nullopt;
  const std::string_view stamp = line.substr(0, kStampSize);
  const auto time = read_stamp(stamp);
  if (!time) return std::nullopt;
  return LogLine{*time, stamp, line.substr(kStampSize + 1, process::TrafficLog::kNote.size()),
                 line.substr(kTextBegin)};
}

std::string print_event(const EventNote& note) {
  return fmt::format("{}{}{}{}", kPrefix, note.name, note.text.empty() ? "" : " ", note.text);
}

std::optional<EventNote> read_event(std::string_view note) {
  if (!note.starts_with(kPrefix)) return std::nullopt;
  note.remove_prefix(kPrefix.size());
  const std::string_view name = note.substr(0, note.find(' '));
  return EventNote{name, note.substr(std::min(name.size() + 1, note.size()))};
}

std::string print_verdict(const Result<std::optional<book::StoredVerdict>>& answer) {
  if (!answer) return std::string(kVerdictError) + answer.error().to_string();
  if (!*answer) return std::string(kNoVerdict);
  return fmt::format("{} {}", (*answer)->loss, (*answer)->words);
}

Result<std::optional<book::StoredVerdict>> read_verdict(std::string_view text) {
  if (text == kNoVerdict) return std::optional<book::StoredVerdict>();
  if (text.starts_with(kVerdictError)) return Error{std::string(text.substr(kVerdictError.size()))};
  const std::string_view loss = text.substr(0, text.find(' '));
  const auto number = parse_number<int>(loss);
  if (!number) return Error{fmt::format("\"{}\" is not a verdict", text)};
  return std::optional(book::StoredVerdict{
      .loss = *number, .words = std::string(text.substr(std::min(loss.size() + 1, text.size())))});
}

std::string print_tables(const std::optional<game::TableVerdict>& verdict, const game::Game& game) {
  if (!verdict) return std::string(kNoVerdict);
  std::string text = fmt::format("{} {}", verdict->points, verdict->is_certain ? kCertain : kUncertain);
  for (const game::Move& move : verdict->moves)
    text += ' ' + game.to_uci(move, game::CastlingNotation::king_takes_rook);
  return text;
}

std::optional<game::TableVerdict> read_tables(std::string_view text, const game::Game& game) {
  const auto points = parse_number<int>(take_word(text));
  const std::string_view certainty = take_word(text);
  if (!points || (certainty != kCertain && certainty != kUncertain)) return std::nullopt;
  game::TableVerdict verdict{.points = *points, .is_certain = certainty == kCertain, .moves = {}};
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
    const auto move = game.read_uci(word);
    if (!move) return std::nullopt;
    verdict.moves.push_back(*move);
  }
  return verdict.moves.empty() ? std::nullopt : std::optional(std::move(verdict));
}

Beginning beginning_of(const Setup& setup, std::uint64_t seed) {
  std::error_code gone;  // if the folder is gone, a replay searches its own folder
  Beginning beginning{.version = POLYGLOT_VERSION,
                      .seed = seed,
                      .ini_path = setup.ini_path,
                      .ini_folder = setup.ini_folder.string(),
                      .current_folder = std::filesystem::current_path(gone).string(),
                      .has_profile = setup.load_profile != nullptr,
                      .settings = {.options = setup.options,
                                   .engine_settings = setup.engine_settings,
                                   .warnings = {},
                                   .books = setup.books},
                      .environment = {}};
  beginning.environment = os::variables_in(file_names_in(beginning.settings));
  return beginning;
}

std::string to_json(const Beginning& beginning) {
  return json::serialize(json::object{{"version", beginning.version},
                                      {"seed", beginning.seed},
                                      {"ini", beginning.ini_path},
                                      {"ini_folder", beginning.ini_folder},
                                      {"folder", beginning.current_folder},
                                      {"profile", beginning.has_profile},
                                      {"environment", json::value_from(beginning.environment)},
                                      {"settings", settings_json(beginning.settings)}});
}

std::string to_json(const session::EngineProfile& profile) {
  return json::serialize(settings_json(profile));
}

Result<Beginning> read_beginning(std::string_view text) {
  return read_json(text, read_members);
}

Result<session::EngineProfile> read_profile(std::string_view text) {
  return read_json(text, read_settings);
}

}  // namespace polyglot::proxy
