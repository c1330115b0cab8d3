// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <polyglot/ascii.hpp>
#include <polyglot/book/book_format.hpp>
#include <polyglot/book/book_source.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/counted.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/headless_session.hpp>
#include <polyglot/proxy/open_book.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/book_uses.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {
namespace {

using config::OptionId;

class Report {
 public:
  void say(std::string_view subject, std::string_view text) {
    print(fmt::format("{:<14} {}\n", subject, visible_line(text)));
  }
  /// Reports a finding that the user may intend.
  void warn(std::string_view text) {
    say("warning:", text);
    ++warnings_;
  }
  /// Reports a finding that no user intends.
  void find_fault(std::string_view text) {
    say("fault:", text);
    ++faults_;
  }
  void fail(std::string_view text) {
    say("error:", text);
    ++errors_;
  }
  /// Prints the last line, and returns the exit code. Warnings alone are success.
  [[nodiscard]] int finish() {
    std::vector<std::string> found;
    for (const auto& [number, noun] :
         {std::pair(errors_, "error"), std::pair(faults_, "fault"), std::pair(warnings_, "warning")})
      if (number > 0) found.push_back(counted(number, noun));
    print(fmt::format("The configuration {}{}{}.\n",
                      errors_ > 0   ? "does not work"
                      : faults_ > 0 ? "works, but has faults"
                                    : "works",
                      found.empty() ? "" : ": ", fmt::join(found, ", ")));
    return errors_ + faults_ == 0 && is_printed_ ? 0 : 1;
  }

 private:
  void print(const std::string& text) { is_printed_ = os::write_output(text).has_value() && is_printed_; }

  bool is_printed_ = true;
  std::size_t errors_ = 0;
  std::size_t faults_ = 0;
  std::size_t warnings_ = 0;
};

/// Describes the values that the engine accepts. Empty if this value is correct.
std::string expected_of(const protocol::EngineOption& option, std::string_view value) {
  if (option.type == "check" && value != "true" && value != "false") return "true or false";
  if (option.type == "combo" && std::ranges::none_of(option.choices, [&](const std::string& choice) {
        return equal_ignoring_case(choice, value);
      }))
    return fmt::format("one of {}", fmt::join(option.choices, ", "));
  if (option.type != "spin") return {};
  const auto number_of = [](const std::optional<std::string>& text) {
    return text ? parse_number<std::int64_t>(*text) : std::nullopt;
  };
  const auto number = parse_number<std::int64_t>(value);
  const auto least = number_of(option.min);
  const auto most = number_of(option.max);
  if (number && (!least || *number >= *least) && (!most || *number <= *most)) return {};
  return least && most ? fmt::format("a number from {} to {}", *least, *most) : "a number";
}

void check_engine_values(const config::EngineSettings& settings, const session::EngineOptions& options,
                         Report& report) {
  for (const config::EngineSetting& setting : settings) {
    const auto* const entry = options.find(setting.name);
    if (entry == nullptr) {
      // One file may serve several engines, so an unknown option is a warning. A likely spelling mistake is a
      // fault.
      const std::string lack = options.no_option_message(setting);
      options.nearest(setting.name) ? report.find_fault(lack) : report.warn(lack);
      continue;
    }
    const std::string expected = expected_of(entry->option, setting.value);
    if (!expected.empty())
      report.find_fault(fmt::format("{}: {} = {}: the engine expects {}", setting.where, setting.name,
                                    setting.value, expected));
  }
}

/// Checks the folders that Polyglot writes to. The start of the engine checks the engine's folder.
void check_folders(const config::Configuration& configuration, const config::Options& options,
                   Report& report) {
  for (const config::OptionSpec& option : config::option_specs()) {
    const bool is_folder = option.type == config::OptionType::path && option.id != OptionId::engine_dir;
    const bool is_output = option.type == config::OptionType::file && option.id != OptionId::book_file &&
                           option.id != OptionId::variants_file;
    if ((!is_folder && !is_output) || options.is_default(option.id)) continue;
    const auto name = config::expand_file_name(options.text(option.id));
    if (!name) {
      report.find_fault(fmt::format("{}: {}", option.name, name.error().to_string()));
      continue;
    }
    const std::filesystem::path path(*name);
    const std::filesystem::path folder = is_folder ? path : path.parent_path();
    std::error_code unknown;
    if (folder.empty() || std::filesystem::is_directory(folder, unknown) ||
        std::filesystem::is_directory(configuration.ini_folder / folder, unknown))
      continue;
    report.find_fault(
        fmt::format("{} = {}: there is no folder {}", option.name, options.text(option.id), folder.string()));
  }
}

/// Suggests EngineProtocol. With it the engine starts faster, and a busy machine cannot make Polyglot try the
/// other protocol.
void say_protocol(const session::Session& session, Report& report) {
  const protocol::Dialect& spoken = *session.engine_dialect();
  const bool is_found = session.options().text(OptionId::engine_protocol) == "auto";
  report.say("protocol:", is_found ? fmt::format("{}, detected; for tournaments, set EngineProtocol = {}",
                                                 spoken.title, spoken.option)
                                   : std::string(spoken.title));
}

void check_engine(const config::Configuration& configuration, HeadlessSession& headless, Report& report) {
  const session::Session& session = headless.session();
  const Result<void> started = headless.start();
  if (process::EngineConnection* const engine = headless.connection()) {
    report.say("engine:",
               fmt::format("{} ({})", session.options().text(OptionId::engine_command), engine->place()));
    const auto launch = make_engine_launch(session.options(), configuration.ini_folder);
    if (launch && !launch->working_directory.empty()) report.say("runs in:", launch->working_directory);
  }
  for (const std::string& warning : headless.take_warnings()) report.warn(warning);
  if (!started) report.fail(started.error().to_string());
  headless.quit();
  if (!started) return;
  report.say("answers as:",
             fmt::format("{}, {} options", session.engine_name(), session.engine_options().entries().size()));
  say_protocol(session, report);
  check_engine_values(configuration.engine, session.engine_options(), report);
}

void check_command(const config::Options& options, const std::filesystem::path& ini_folder, Report& report) {
  const auto launch = make_engine_launch(options, ini_folder);
  if (!launch) return report.fail(launch.error().to_string());
  report.say("engine:", options.text(OptionId::engine_command) + " (not started: --no-engine)");
  if (!launch->working_directory.empty()) report.say("runs in:", launch->working_directory);
}

void check_variants(const config::Configuration& configuration, const config::Options& options,
                    Report& report) {
  const auto variants = known_variants(options, configuration.ini_folder);
  if (!variants) return report.fail(variants.error().to_string());
  if (*variants) {
    report.say("variants:", fmt::format("{}, {} with the built-in ones",
                                        options.text(OptionId::variants_file), (*variants)->names().size()));
  }
}

/// Finds settings for the choice of moves that have no effect because of other settings.
void check_choice(const config::Options& options, Report& report) {
  const std::string& mode = options.text(OptionId::book_mode);
  if (!options.check(OptionId::book_random) && mode != "weighted" && mode != "best" && mode != "crafty")
    report.warn(fmt::format(
        "BookMode = {} has no effect: BookRandom = false plays the heaviest move; set BookRandom = true",
        mode));
  const auto check_option = [&](OptionId id, std::string_view its_mode) {
    if (mode != its_mode && !options.is_default(id))
      report.warn(fmt::format("{} has no effect: BookMode = {}; set BookMode = {}", config::spec(id).name,
                              mode, its_mode));
  };
  check_option(OptionId::book_power, "power");
  check_option(OptionId::book_top, "top");
}

/// Finds settings that have no effect on a book of this format. `prefix`: the text before "Mode" in the name
/// of the setting that decides how Polyglot chooses moves.
void check_book_settings(const config::Options& options, const book::BookUse& use, const std::string& prefix,
                         book::BookFormat format, Report& report) {
  const std::string mode = prefix + "Mode";
  if (use.variations && !book::traits_of(format).has_variations)
    report.warn(
        fmt::format("{0}Variations = all is for games in PGN, and this book has format {1}; set "
                    "{0}Variations = main",
                    prefix, book::name_of(format)));
  const book::BookRecords records = book::traits_of(format).records;
  if (use.as_crafty && records != book::BookRecords::by_move)
    report.warn(
        fmt::format("{0} = crafty is for books of Crafty: of this one, format {1}, moves are played "
                    "by weight; set {0} = weighted",
                    mode, book::name_of(format)));
  const bool keeps_results =
      records == book::BookRecords::by_position || !options.text(OptionId::book_learn_file).empty();
  if (use.policy.mode == book::ChoiceMode::explore && !keeps_results)
    report.warn(
        fmt::format("{0} = explore: a book of format {1} has no results, all moves are played alike; name a "
                    "BookLearnFile, make a .bin book of it with `polyglot convert`, or set {0} = weighted",
                    mode, book::name_of(format)));
  if (options.check(OptionId::book_learn) && !keeps_results)
    report.warn(
        fmt::format("BookLearn = true: a book of format {} learns nothing; name a BookLearnFile, make a .bin "
                    "book of it with `polyglot convert`, or set BookLearn = false",
                    book::name_of(format)));
}

/// Returns why an existing file cannot store learned results. Empty if it can.
std::string why_not_learned(const std::string& path) {
  std::error_code none;  // an error means that there is no file
  if (!std::filesystem::exists(path, none)) return {};
  const auto opened = os::File::open(path, os::File::Access::update);
  return opened ? std::string() : opened.error().to_string();
}

void check_learning(const config::Options& options, const book::BookSource& book, const std::string& section,
                    Report& report) {
  const bool learns = options.check(OptionId::book_learn);
  if (!learns && !options.check(OptionId::book_learn_use)) return;
  const auto beside = book.learn_file();
  if (!beside && !book.learned(chess::Position(), {})) return;
  const auto own = may_learn(book.path());
  if (learns && !beside && !own)
    return report.warn(section + "nothing can be learned: " + own.error().to_string());
  const std::string place = beside.value_or(book.path());
  report.say(learns ? "learns in:" : "has learned:", section + place);
  if (!learns) return;
  if (const std::string trouble = why_not_learned(place); !trouble.empty())
    report.warn(section + "nothing can be learned: " + trouble);
}

/// Checks one of the books. `section` is empty for the book of BookFile. A failure of another book is only a
/// fault, because Polyglot still uses the others.
void check_book(const config::Configuration& configuration, const config::Options& options,
                const book::BookStack& books, const std::string& engine_name, std::size_t place,
                const std::string& section, Report& report) {
  const book::BookUse& use = books.use(place);
  const session::OpenBook request = session::open_request(place, books, options);
  const auto fail = [&](const Error& error) {
    section.empty() ? report.fail(error.to_string()) : report.find_fault(section + error.to_string());
  };
  const auto path = find_book(request, configuration.ini_folder);
  if (!path) return fail(path.error());
  const auto book = open_for_play(request, configuration.ini_folder, [&engine_name] { return engine_name; });
  if (!book) return fail(book.error());
  while (const auto trouble = (*book)->take_trouble())
    (*book)->size() == 0 ? report.fail(trouble->to_string()) : report.warn(trouble->to_string());
  if ((*book)->size() == 0) return;
  if (const auto note = book::note_on_variations(**book, session::kReadVariations))
    report.warn(section + note->to_string());
  if (section.empty()) check_choice(options, report);
  check_book_settings(options, use, section.empty() ? "Book" : section, (*book)->format(), report);
  if (book::traits_of((*book)->format()).records == book::BookRecords::by_position) {
    const auto check = book::check_records(path->string());
    if (!check) return report.fail(check.error().to_string());
    report.say("book:", fmt::format("{}{}, {}, {}", section, path->string(),
                                    counted(check->positions, "position"), counted(check->records, "entry")));
  } else {
    report.say("book:", fmt::format("{}{}, format {}, {}", section, path->string(),
                                    book::name_of((*book)->format()), counted((*book)->size(), "entry")));
  }
  check_learning(options, **book, section, report);
}

void check_books(const config::Configuration& configuration, const config::Options& options,
                 const std::string& engine_name, Report& report) {
  if (!options.check(OptionId::book)) return report.say("book:", "none (Book = false)");
  const std::vector<config::BookSection> sections = configuration.books.usable();
  book::BookStack books;
  books.set_books(session::book_uses(options, sections));
  const std::size_t before = books.size() - sections.size();
  for (std::size_t i = 0; i < books.size(); ++i)
    check_book(configuration, options, books, engine_name, i,
               i < before ? "" : fmt::format("[Book {}] ", books.use(i).name), report);
}

}  // namespace

int check_config(config::Configuration configuration, const config::CommandLine& command_line) {
  Report report;
  report.say("configuration:", configuration.ini_path.empty() ? "command line only" : configuration.ini_path);
  for (const std::string& warning : configuration.warnings) report.find_fault(warning);
  for (const std::string& error : configuration.errors) report.fail(error);

  // We check the engine's settings, but do not send them.
  ProxySetup setup = make_setup(configuration, command_line);
  setup.session.engine_settings.clear();
  const auto load_profile = [&, load = setup.load_profile](std::string_view engine_name) {
    const std::string path = config::engine_ini_path(configuration.options, engine_name);
    std::error_code missing;
    if (std::filesystem::exists(path, missing)) report.say("configuration:", path);
    session::EngineProfile profile = load(engine_name);
    for (const std::string& fault : std::exchange(profile.warnings, {})) report.find_fault(fault);
    profile.engine_settings.clear();
    return profile;
  };
  if (setup.load_profile) setup.load_profile = load_profile;
  HeadlessSession headless(std::move(setup));
  const session::Session& session = headless.session();
  const bool has_command = !configuration.options.text(OptionId::engine_command).empty();
  if (command_line.no_engine) {
    const std::string& name = configuration.options.text(OptionId::engine_name);
    if (configuration.wants_engine_ini && !name.empty()) (void)load_profile(name);
    if (has_command) check_command(configuration.options, configuration.ini_folder, report);
  } else if (has_command) {  // a missing command is already among the errors
    check_engine(configuration, headless, report);
  }
  const config::Options& options = command_line.no_engine ? configuration.options : session.options();
  check_folders(configuration, options, report);
  check_variants(configuration, options, report);
  check_books(configuration, options, name_of_engine(session.engine_name(), options), report);
  for (const std::string& hint : configuration.hints) report.warn(hint);
  return report.finish();
}

}  // namespace polyglot::proxy
