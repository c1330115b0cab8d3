#include <chrono>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <variant>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include <polyglot/book/book_format.hpp>
#include <polyglot/book/check.hpp>
#include <polyglot/book/open_book.hpp>
#include <polyglot/process/expansion.hpp>
#include <polyglot/proxy/engine_client.hpp>
#include <polyglot/proxy/proxy.hpp>
#include <polyglot/session/session.hpp>

namespace polyglot::proxy {
namespace {

namespace asio = boost::asio;
using config::OptionId;

/// Collects the findings.
class Report {
 public:
  explicit Report(std::ostream& out) : out_(out) {}

  void say(std::string_view subject, std::string_view text) {
    fmt::print(out_, "{:<14} {}\n", subject, text);
  }
  void warn(std::string_view text) { say("warning:", text); }
  void fail(std::string_view text) {
    say("error:", text);
    works_ = false;
  }
  [[nodiscard]] int finish() {
    out_ << (works_ ? "The configuration works.\n" : "The configuration does not work.\n");
    return works_ ? 0 : 1;
  }

 private:
  std::ostream& out_;
  bool works_ = true;
};

using LoadProfile = std::function<session::EngineProfile(std::string_view engine_name)>;

/// Plays the part of a GUI that never speaks, until the handshake has succeeded or failed.
class Handshake final : private EngineListener {
 public:
  Handshake(session::Session& session, const LoadProfile& load_profile, session::Effects& effects)
      : context_(1),
        changed_(context_.get_executor()),
        session_(session),
        load_profile_(load_profile),
        effects_(effects) {}

  /// Starts the engine and greets it. Error: why it cannot be started.
  Result<void> run(const process::EngineLaunch& launch, const std::string& command, Report& report) {
    auto engine = EngineClient::start(context_.get_executor(), changed_, launch, *this);
    if (!engine) return engine.error();
    engine_ = std::move(*engine);
    report.say("engine:", fmt::format("{} ({})", command, engine_->process().executable()));
    for (const std::string& warning : engine_->process().warnings()) report.warn(warning);
    session_.start(effects_);
    carry_out();
    context_.run();
    return {};
  }

 private:
  void engine_said(std::string_view lines) override {
    if (is_over_) return;
    session_.engine_lines(lines, effects_);
    carry_out();
  }
  void engine_failed(const std::string& reason) override {
    session_.engine_lost(reason, effects_);
    carry_out();
  }
  void engine_gone(const process::ExitReport& report) override {
    if (!is_over_) {
      session_.engine_lost(fmt::format("the engine {} before it was ready", engine_->obituary(report)),
                           effects_);
    }
    context_.stop();
  }
  void failed(const std::exception_ptr& thrown) override { std::rethrow_exception(thrown); }

  asio::awaitable<void> await_timer(session::TimerRequest request) {
    process::Event never(context_.get_executor());
    co_await never.wait(request.delay);
    if (is_over_) co_return;
    session_.timer_fired(request.timer, effects_);
    carry_out();
  }

  /// The book has a check of its own.
  void carry_out() {
    while (!effects_.requests.empty()) {
      const session::Request request = effects_.requests.front();
      effects_.requests.clear();
      if (std::holds_alternative<session::LoadProfile>(request)) {
        session_.profile_loaded(load_profile_(session_.engine_name()), effects_);
      } else {
        session_.book_opened(std::unique_ptr<book::BookSource>(), effects_);
      }
    }
    is_over_ = effects_.engine != session::EngineFate::stays || session_.engine_ready();
    if (is_over_) effects_.to_engine = "quit\n";
    engine_->send(effects_.to_engine);
    effects_.to_engine.clear();
    for (const session::TimerRequest& request : std::exchange(effects_.timers, {})) {
      process::spawn(context_.get_executor(), await_timer(request), std::rethrow_exception);
    }
    if (is_over_)
      engine_->dismiss(std::chrono::milliseconds(session_.options().spin(OptionId::engine_quit_timeout)));
  }

  asio::io_context context_;
  process::Event changed_;
  session::Session& session_;
  const LoadProfile& load_profile_;
  session::Effects& effects_;
  std::shared_ptr<EngineClient> engine_;
  bool is_over_ = false;  ///< and the engine has been told to quit
};

void check_engine(const config::Configuration& configuration, session::Session& session,
                  const LoadProfile& load_profile, Report& report) {
  const auto launch = make_engine_launch(session.options(), configuration.ini_folder);
  if (!launch) return report.fail(launch.error().to_string());
  const std::string& command = session.options().text(OptionId::engine_command);
  session::Effects effects;
  do {
    effects.clear();
    const Result<void> tried = Handshake(session, load_profile, effects).run(*launch, command, report);
    if (!tried) return report.fail(tried.error().to_string());
  } while (effects.engine == session::EngineFate::is_replaced);
  if (!launch->working_directory.empty()) report.say("runs in:", launch->working_directory);

  for (const session::LogNote& note : effects.log) {
    note.level == session::LogNote::Level::error ? report.fail(note.text) : report.warn(note.text);
  }
  if (session.engine_ready()) {
    report.say("answers as:", fmt::format("{}, {} options", session.engine_name(),
                                          session.engine_options().entries().size()));
  }
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

/// Settings that can do nothing with a book of this format.
void check_book_settings(const config::Options& options, book::BookFormat format, Report& report) {
  using book::BookFormat;
  if (options.text(OptionId::book_mode) == "crafty" && format != BookFormat::crafty)
    report.warn(
        fmt::format("BookMode = crafty is for books of Crafty: of this one, format {}, moves are played "
                    "by weight; set BookMode = weighted",
                    book::name_of(format)));
  if (options.check(OptionId::book_learn) && format != BookFormat::polyglot && format != BookFormat::crafty)
    report.warn(
        fmt::format("BookLearn = true: a book of format {} learns nothing; make a .bin book of it with "
                    "`polyglot convert`, or set BookLearn = false",
                    book::name_of(format)));
}

void check_book(const config::Configuration& configuration, const config::Options& options, Report& report) {
  if (!options.check(OptionId::book)) return report.say("book:", "none (Book = false)");
  const auto path = process::find_file(options.text(OptionId::book_file), configuration.ini_folder);
  if (!path) return report.fail(path.error().to_string());
  const auto book = book::open_book(path->string(), book::book_format(options.text(OptionId::book_format)));
  if (!book) return report.fail(book.error().to_string());
  while (const auto trouble = (*book)->take_trouble())
    (*book)->size() == 0 ? report.fail(trouble->to_string()) : report.warn(trouble->to_string());
  if ((*book)->size() == 0) return;
  check_book_settings(options, (*book)->format(), report);
  if ((*book)->format() != book::BookFormat::polyglot)
    return report.say("book:", fmt::format("{}, format {}, {} records", path->string(),
                                           book::name_of((*book)->format()), (*book)->size()));
  const auto check = book::check_records(path->string());
  if (!check) return report.fail(check.error().to_string());
  report.say("book:",
             fmt::format("{}, {} positions, {} moves", path->string(), check->positions, check->records));
}

}  // namespace

int check_config(config::Configuration configuration, const config::CommandLine& command_line,
                 std::ostream& out) {
  Report report(out);
  report.say("configuration:", configuration.ini_path.empty() ? "command line only" : configuration.ini_path);
  for (const std::string& warning : configuration.warnings) report.warn(warning);
  for (const std::string& error : configuration.errors) report.fail(error);

  session::Setup setup;
  setup.options = configuration.options;
  setup.engine_settings = configuration.engine.all();
  setup.random = book::make_random_source(1);
  setup.has_profile = configuration.wants_engine_ini;
  const LoadProfile load_profile = [&configuration, &command_line](std::string_view engine_name) {
    auto warnings = config::load_engine_ini(configuration, command_line, engine_name);
    return session::EngineProfile{configuration.options, configuration.engine.all(), std::move(warnings)};
  };
  session::Session session(std::move(setup));
  check_engine(configuration, session, load_profile, report);
  check_variants(configuration, session.options(), report);
  check_book(configuration, session.options(), report);
  return report.finish();
}

}  // namespace polyglot::proxy
