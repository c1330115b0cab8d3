// SPDX-License-Identifier: MIT
#include "proxy/event_notes.hpp"
#include <algorithm>
#include <exception>
#include <filesystem>
#include <utility>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::proxy {
namespace {

namespace json = boost::json;

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
  json::array engine;
  for (const config::EngineSetting& setting : settings.engine_settings) {
    engine.push_back(
        json::object{{"name", setting.name}, {"value", setting.value}, {"where", setting.where}});
  }
  json::array books;
  for (const config::BookSection& book : settings.books) books.push_back(book_json(book));
  json::array warnings;
  for (const std::string& warning : settings.warnings) warnings.emplace_back(warning);
  return {{"options", options_json(settings.options)},
          {"engine", std::move(engine)},
          {"books", std::move(books)},
          {"warnings", std::move(warnings)}};
}

/// The names of files in the settings. EngineCommand is not included: a replay does not start it, and its
/// variables may hold secrets.
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

json::object environment_json(const os::Variables& variables) {
  json::object object;
  for (const auto& [name, value] : variables) object[name] = value ? json::value(*value) : json::value();
  return object;
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
  session::EngineProfile settings{.options = std::move(*options), .engine_settings = {}, .warnings = {}};
  for (const json::value& setting : object.at("engine").as_array()) {
    const json::object& members = setting.as_object();
    settings.engine_settings.push_back({text_of_member(members, "name"), text_of_member(members, "value"),
                                        text_of_member(members, "where")});
  }
  for (const json::value& book : object.at("books").as_array()) {
    auto read = read_book(book.as_object());
    if (!read) return read.error();
    settings.books.push_back(std::move(*read));
  }
  for (const json::value& warning : object.at("warnings").as_array())
    settings.warnings.push_back(json::value_to<std::string>(warning));
  return {boost::system::in_place_value, std::move(settings)};
}

/// Older logs have no environment.
os::Variables read_environment(const json::object& object) {
  os::Variables variables;
  const json::value* const environment = object.if_contains("environment");
  if (environment == nullptr) return variables;
  for (const auto& [name, value] : environment->as_object()) {
    variables[name] = value.is_null() ? std::nullopt : std::optional(json::value_to<std::string>(value));
  }
  return variables;
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
  std::error_code gone;  // if the folder has been removed, names are searched in the folder of the replay
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
                                      {"environment", environment_json(beginning.environment)},
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
