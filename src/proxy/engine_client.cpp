// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <polyglot/ascii.hpp>
#include <polyglot/config/did_you_mean.hpp>
#include <polyglot/config/expansion.hpp>
#include <polyglot/process/line_channel.hpp>
#include <polyglot/proxy/engine_client.hpp>

#include "proxy/outbox.hpp"
#include "proxy/quit_deadline.hpp"

namespace polyglot::proxy {
namespace {

using boost::asio::awaitable;
using namespace std::chrono_literals;

/// The number of stderr lines that a report about the engine's end quotes, and the maximum bytes of each.
constexpr std::size_t kQuotedLines = 5;
constexpr std::size_t kQuotedBytes = 500;
/// How long an engine may run after it has closed its input or output.
constexpr auto kSilentDeath = 1000ms;
/// How long we read the outputs of a dead engine if another process holds them open.
constexpr auto kLastLines = 1000ms;
/// How often we check a leaving engine. There is no event when it reads.
constexpr auto kLook = 10ms;

/// Whether a line is an answer. Thinking output is none, because a searching engine writes it even if it has
/// not read `quit`.
bool has_answer(std::string_view lines) noexcept {
  while (!lines.empty()) {
    const std::string_view line = take_line(lines);
    const std::size_t first = line.find_first_not_of(" \t");
    const bool thinking =
        first == std::string_view::npos || line.starts_with("info") || is_digit(line[first]);
    if (!thinking) return true;
  }
  return false;
}

namespace fs = std::filesystem;
using config::OptionId;

constexpr std::array kKnownEngines{"stockfish",      "lc0",       "berserk",  "obsidian", "ethereal",
                                   "ethereal-chess", "rubichess", "koivisto", "komodo",   "arasan",
                                   "crafty",         "toga2",     "fruit",    "glaurung", "hoichess",
                                   "phalanx",        "sjeng",     "gnuchess", "fairymax", "fairy-stockfish"};

/// Returns the folder of EngineDir. Empty: the working directory.
Result<std::string> engine_folder(const config::Options& options, const fs::path& ini_folder) {
  const std::string& name = options.text(OptionId::engine_dir);
  if (name.empty() || name == ".") return {boost::system::in_place_value, std::string()};
  const auto found = config::find_file(name, ini_folder);
  if (!found)
    return Error{
        "EngineDir: " + found.error().what + (name.starts_with('"') ? "; write it without quotes" : ""),
        found.error().where};
  return {boost::system::in_place_value, found->string()};
}

/// Makes the relative path of a program absolute if the file exists. Otherwise the launch fails later and
/// reports the paths that it tried.
std::string locate(const std::string& program, const fs::path& engine_dir, const fs::path& ini_folder) {
  const fs::path path = program;
  if (!path.has_parent_path() || path.is_absolute()) return program;
  std::error_code ignored;
  for (const fs::path& folder : {engine_dir, ini_folder}) {
    if (folder.empty()) continue;
    if (const fs::path candidate = folder / program; fs::exists(candidate, ignored))
      return fs::absolute(candidate, ignored).string();
  }
  return program;
}

/// Returns the words of EngineCommand. If the whole text names a program, it is one word, because users
/// forget quotes around a path with blanks.
Result<std::vector<std::string>> words_of(const std::string& command, const fs::path& engine_dir,
                                          const fs::path& ini_folder) {
  const std::string whole = config::expand_home(trim(command));
  if (whole.find(' ') != std::string::npos)
    if (auto program = process::find_program(locate(whole, engine_dir, ini_folder)))
      return std::vector{*std::move(program)};
  auto words = config::split_command_line(command);
  if (!words) return Error{fmt::format("EngineCommand \"{}\": {}", command, words.error().to_string())};
  words->front() = locate(words->front(), engine_dir, ini_folder);
  return words;
}

/// Says what to do if the program is missing because its path has blanks.
std::string advice_on_blanks(const process::EngineLaunch& launch, const std::string& command) {
  const std::string& program = launch.argv.front();
  const bool may_have_blanks = launch.argv.size() > 1 && command.find_first_of("\"'") == std::string::npos &&
                               command.find_first_of("/\\") != std::string::npos &&
                               !process::find_program(program);
  return may_have_blanks ? "; a path with blanks needs quotes: EngineCommand = \"/my engines/engine\"" : "";
}

}  // namespace

std::vector<std::string> installed_engines() {
  std::vector<std::string> found;
  for (const char* const name : kKnownEngines)
    if (process::find_program(name)) found.emplace_back(name);
  return found;
}

Result<std::shared_ptr<EngineClient>> EngineClient::start(const boost::asio::any_io_executor& executor,
                                                          process::Event& changed,
                                                          const config::Options& options,
                                                          const std::filesystem::path& ini_folder,
                                                          EngineListener& listener) {
  const auto launch = make_engine_launch(options, ini_folder);
  if (!launch) return launch.error();
  auto connection = process::EngineConnection::open(executor, *launch);
  if (!connection) {
    const std::vector<std::string> installed = installed_engines();
    const std::vector<std::string_view> names(installed.begin(), installed.end());
    std::string advice = advice_on_blanks(*launch, options.text(OptionId::engine_command));
    if (advice.empty()) advice = config::did_you_mean(config::nearest_name(connection.error().where, names));
    return Error{fmt::format("the engine cannot be started: {}{}", connection.error().to_string(), advice)};
  }
  auto engine =
      std::make_shared<EngineClient>(Private(), executor, changed, listener,
                                     options.text(config::OptionId::engine_command), std::move(*connection));
  engine->run(engine->read_output(engine));
  engine->run(engine->read_errors(engine));
  engine->run(engine->watch_input(engine));
  engine->run(engine->await_end(engine));
  return engine;
}

EngineClient::EngineClient(Private, const boost::asio::any_io_executor& executor, process::Event& changed,
                           EngineListener& listener, std::string command,
                           std::shared_ptr<process::EngineConnection> connection)
    : executor_(executor),
      changed_(changed),
      listener_(listener),
      command_(std::move(command)),
      connection_(std::move(connection)),
      outbox_(std::make_unique<Outbox>(connection_->input(), changed)) {}

EngineClient::~EngineClient() = default;

void EngineClient::run(awaitable<void> work) {
  process::spawn(executor_, std::move(work),
                 [&listener = listener_](const std::exception_ptr& thrown) { listener.failed(thrown); });
}

awaitable<void> EngineClient::reached() {
  while (!connection_->was_reached() && !gone()) co_await changed_.wait();
}

// ---- To the engine --------------------------------------------------------------------------------------

void EngineClient::send(std::string& lines) {
  if (outbox_->take(lines)) run(write(shared_from_this()));
}

std::size_t EngineClient::unsent() const noexcept {
  return outbox_->size();
}

awaitable<void> EngineClient::write(Self self) {
  const Result<void> written = co_await outbox_->write_rest();
  if (!written) co_await doubt(std::move(self), "the engine closed its input");
}

awaitable<void> EngineClient::watch_input(Self self) {
  const bool closed = co_await connection_->input().wait_hang_up();
  if (closed) co_await doubt(std::move(self), "the engine closed its input");
}

// ---- From the engine ------------------------------------------------------------------------------------

awaitable<void> EngineClient::read_output(Self self) {
  while (!gone()) {
    const Result<std::string_view> block = co_await connection_->output().read_lines();
    if (gone()) co_return;
    if (!block) listener_.engine_unusable("no more output of the engine: " + block.error().to_string());
    // A partial last line may have another meaning: a part of "bestmove e2e4" is another move or none.
    if (!block || !block->ends_with('\n')) break;
    ++blocks_;
    listener_.engine_said(*block);
    // If they are held up, the engine may be told to leave meanwhile.
    const bool answers = (state_ == State::leaving || !listener_.has_room()) && has_answer(*block);
    reading_ = answers ? Reading::held_up_with_answers : Reading::held_up;
    while (!listener_.has_room()) co_await changed_.wait();
    reading_ = Reading::free;
    if (answers) ++answers_;
  }
  --open_outputs_;
  changed_.happen();
  co_await doubt(std::move(self), "the engine closed its output");
}

awaitable<void> EngineClient::read_errors(Self) {
  while (!gone()) {
    const Result<std::string_view> block = co_await connection_->errors().read_lines();
    if (gone()) co_return;
    if (!block || block->empty()) break;
    listener_.engine_complained(*block);
    for (std::string_view rest = *block; !rest.empty();) {
      last_words_.emplace_back(take_line(rest).substr(0, kQuotedBytes));
      if (last_words_.size() > kQuotedLines) last_words_.pop_front();
    }
  }
  --open_outputs_;
  changed_.happen();
}

/// A dying engine closes its channels first. We wait a moment, because its exit explains more.
awaitable<void> EngineClient::doubt(Self self, std::string reason) {
  const auto is_gone = [&engine = *self] { return engine.gone(); };
  const bool died = co_await changed_.wait_for(is_gone, kSilentDeath);
  if (!died && state_ == State::running) listener_.engine_unusable(reason);
}

// ---- Its end --------------------------------------------------------------------------------------------

void EngineClient::leave(Milliseconds grace) {
  if (state_ != State::running) return;
  state_ = State::leaving;
  run(see_out(shared_from_this(), grace));
}

void EngineClient::dismiss(Milliseconds grace) {
  leave(grace);
  hurry();
}

void EngineClient::hurry() noexcept {
  if (state_ == State::leaving || state_ == State::ended) state_ = State::hurried;
}

std::size_t EngineClient::unread() const noexcept {
  return unsent() + connection_->input().unread();
}

std::uint64_t EngineClient::progress() const noexcept {
  return blocks_ + connection_->input().written();
}

awaitable<void> EngineClient::see_out(Self, Milliseconds grace) {
  const auto bytes_read = [&input = connection_->input()] { return input.written() - input.unread(); };
  QuitDeadline deadline(grace, QuitDeadline::Clock::now());
  std::uint64_t bytes = bytes_read();
  std::uint64_t answers = answers_;
  const auto is_awaited = [this] { return connection_->was_reached() && !gone(); };
  for (QuitDeadline::Look look; is_awaited() && !deadline.ends(QuitDeadline::Clock::now(), look);) {
    if (unread() == 0) connection_->input().close();
    co_await changed_.wait(kLook);
    const bool may_answer = state_ == State::leaving;
    const std::uint64_t bytes_before = std::exchange(bytes, bytes_read());
    const bool answered = std::exchange(answers, answers_) != answers_;
    look = {.has_read = may_answer && bytes > bytes_before,
            .has_answered = may_answer && (answered || reading_ == Reading::held_up_with_answers),
            .must_wait = reading_ != Reading::free};
  }
  (void)co_await connection_->shutdown();
}

awaitable<void> EngineClient::await_end(Self) {
  const process::ExitReport report = co_await connection_->wait();
  if (state_ == State::running) state_ = State::ended;
  if (connection_->was_reached()) co_await await_last_lines();
  state_ = State::gone;
  // Coroutines that wait for these channels keep the descriptors open.
  connection_->input().close();
  connection_->output().close();
  connection_->errors().close();
  changed_.happen();
  listener_.engine_gone(report.text);
}

/// Waits for the last lines, with a limit: a process that the engine started may hold its outputs open. Time
/// in which the listener has no room does not count.
awaitable<void> EngineClient::await_last_lines() {
  const auto read_out = [this] { return open_outputs_ == 0; };
  const auto is_held_up = [this] { return reading_ != Reading::free && state_ != State::hurried; };
  for (;;) {
    const std::uint64_t before = blocks_;
    const bool was_held_up = is_held_up();  // it may just end now, before the next block is read
    const bool done = co_await changed_.wait_for(read_out, kLastLines);
    if (done || (blocks_ == before && !was_held_up && !is_held_up())) co_return;
  }
}

std::string EngineClient::describe_end(const std::string& how) const {
  std::string text = fmt::format("the engine \"{}\" {}", command_, how);
  if (!last_words_.empty()) text += fmt::format(", its last line on stderr: {}", last_words_.back());
  return text;
}

// ---- Its launch -----------------------------------------------------------------------------------------

Result<process::EngineLaunch> make_engine_launch(const config::Options& options, const fs::path& ini_folder) {
  const std::string& command = options.text(OptionId::engine_command);
  if (command.empty())
    return Error{"EngineCommand is not set: name the engine in the ini file or with --ec COMMAND"};
  process::EngineLaunch launch;
  const auto folder = engine_folder(options, ini_folder);
  launch.working_directory = folder ? *folder : options.text(OptionId::engine_dir);
  auto words = words_of(command, launch.working_directory, ini_folder);
  if (!words) return words.error();
  launch.argv = std::move(*words);
  const auto is_remote = process::EngineConnection::is_remote(launch);
  if (!is_remote) return is_remote.error();
  if (!folder && !*is_remote) return folder.error();
  launch.nice = niceness(options);
  launch.affinity = options.mask(OptionId::affinity);
  return launch;
}

std::optional<int> niceness(const config::Options& options) {
  if (!options.check(OptionId::use_nice)) return std::nullopt;
  return static_cast<int>(options.spin(OptionId::nice_value));
}

}  // namespace polyglot::proxy
