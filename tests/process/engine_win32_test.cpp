// SPDX-License-Identifier: MIT
// Engines in Job Objects, and the pipes of GUIs.
#include <windows.h>
#include <winsock2.h>
#include <thread>

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/process/engine_connection.hpp>
#include <polyglot/process/event.hpp>

#include "process/pipe_testing.hpp"
#include "support/temporary_folder.hpp"
#include "support/testing.hpp"

namespace polyglot::process {
namespace {

using boost::asio::awaitable;
using testing::kDeadline;
using testing::TestLoop;

class EngineOnWindows : public ::testing::Test {
 protected:
  [[nodiscard]] auto executor() { return loop_.executor(); }

  template <class T>
  T await(awaitable<T> work) {
    return loop_.await(std::move(work));
  }

  [[nodiscard]] std::shared_ptr<EngineConnection> start(std::vector<std::string> words = {}) {
    EngineLaunch launch;
    launch.argv = {engine_};
    launch.argv.insert(launch.argv.end(), words.begin(), words.end());
    return start(launch);
  }
  [[nodiscard]] std::shared_ptr<EngineConnection> start(const EngineLaunch& launch) {
    auto started = EngineConnection::start(executor(), launch);
    EXPECT_TRUE(started) << started.error().to_string();
    return std::move(*started);
  }

  /// Sends a line, if any, and returns what comes up to a line with this start.
  static awaitable<std::string> ask(EngineConnection& engine, std::string line, std::string end) {
    if (!line.empty()) line += '\n';
    (void)co_await engine.input().write(line);
    std::string all;
    while (all.find(end) == std::string::npos) {
      const auto block = co_await engine.output().read_lines();
      if (!block || block->empty()) break;
      all += *block;
    }
    co_return all;
  }

  static awaitable<std::string> end_after(EngineConnection& engine, std::string line) {
    line += '\n';
    (void)co_await engine.input().write(line);
    const ExitReport report = co_await engine.wait();
    co_return report.text;
  }

  void say(EngineConnection& engine, const std::string& text) {
    (void)loop_.await(engine.input().write(text));
  }

  TestLoop loop_;
  std::string engine_ = PLAIN_ENGINE;
};

TEST_F(EngineOnWindows, Answers) {
  const auto engine = start();
  EXPECT_THAT(await(ask(*engine, "uci", "uciok")), HasSubstr("id name Plain"));
  EXPECT_EQ(await(ask(*engine, "isready", "readyok")).substr(0, 7), "readyok");
  EXPECT_EQ(await(end_after(*engine, "quit")), "exited with status 0");
}

TEST_F(EngineOnWindows, GetsItsArgumentsAsTheyAre) {
  const auto engine = start({"a b", "", "c\"d", "e\\", "f g\\", "\\\"", "\xd0\xba", "100%"});
  const std::string told = await(ask(*engine, "arguments", "[100%]"));
  EXPECT_THAT(told, StartsWith("[a b]"));
  for (const char* const word : {"[]", "[c\"d]", "[e\\]", "[f g\\]", "[\\\"]"})
    EXPECT_THAT(told, HasSubstr(word));
}

TEST_F(EngineOnWindows, MayBeABatchFileInAFolderOfAnyName) {
  const test::TemporaryFolder folder;
  const std::string its_folder = folder / "a & (b) \xd0\xba";
  std::filesystem::create_directory(its_folder);
  std::ofstream(std::filesystem::path(its_folder + "/my engine.bat"))
      << "@echo off\r\n\"" << std::filesystem::path(engine_).make_preferred().string() << "\" %*\r\n";
  EngineLaunch launch;
  launch.argv = {its_folder + "/my engine", "x y", "a&b"};
  const auto engine = start(launch);
  EXPECT_THAT(await(ask(*engine, "arguments", "[a&b]")), AllOf(HasSubstr("[x y]"), HasSubstr("[a&b]")));
  EXPECT_EQ(await(end_after(*engine, "exit 3")), "exited with status 3");
  launch.argv.emplace_back("%PATH%");
  EXPECT_THAT(EngineConnection::start(executor(), launch).error().to_string(),
              HasSubstr("%PATH%: cannot be given to a batch file"));
  std::filesystem::rename(its_folder, folder / "%PATH%");
  launch.argv = {folder / "%PATH%/my engine.bat"};
  EXPECT_THAT(EngineConnection::start(executor(), launch).error().to_string(),
              HasSubstr("my engine.bat: cannot be started: a batch file must not have % in its path"));
}

TEST_F(EngineOnWindows, TellsHowItEnded) {
  auto engine = start();
  EXPECT_EQ(await(end_after(*engine, "exit 7")), "exited with status 7");
  engine = start();
  EXPECT_EQ(await(end_after(*engine, "exit -1")), "exited with status -1");
  engine = start();
  EXPECT_EQ(await(end_after(*engine, "crash")), "crashed with 0xC0000005 (access violation)");
  engine = start();
  engine->input().close();
  EXPECT_EQ(await(engine->wait()).text, "exited with status 0");
  engine = start();
  say(*engine, "sleep 100000\n");
  EXPECT_EQ(await(engine->shutdown()).text, "ended by force");
}

TEST_F(EngineOnWindows, TakesItsChildrenWithIt) {
  auto engine = start();
  EXPECT_THAT(await(ask(*engine, "child", "staying")), HasSubstr("staying"));
  EXPECT_EQ(await(engine->shutdown()).text, "ended by force");
  // The child had our pipe, so the end of the pipe shows that the child has ended.
  EXPECT_EQ(await(ask(*engine, "", "never")), "");
}

TEST_F(EngineOnWindows, IsEndedWithItsObject) {
  auto engine = start();
  const os::Descriptor process = os::own(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(engine->id())));
  ASSERT_TRUE(process);
  engine.reset();
  constexpr auto kMilliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(kDeadline).count();
  EXPECT_EQ(::WaitForSingleObject(process.native(), kMilliseconds), WAIT_OBJECT_0);
}

TEST_F(EngineOnWindows, IsReadWhileItIsWrittenTo) {
  constexpr long kLines = 100000;
  const auto engine = start();
  std::string flood = "flood " + std::to_string(kLines) + "\n";
  for (long i = 0; i < kLines; ++i) flood += "a line for the engine that it has no use for\n";
  flood += "isready\n";
  bool is_written = false;
  const auto write = [](EngineConnection& its, std::string& text, bool& done) -> awaitable<void> {
    const auto written = co_await its.input().write(text);
    done = written.has_value();
  };
  spawn(executor(), write(*engine, flood, is_written), std::rethrow_exception);
  const std::string all = await(ask(*engine, "", "readyok"));
  EXPECT_TRUE(is_written);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), kLines + 2);
}

TEST_F(EngineOnWindows, IsNotFloodedWithMoreThanItReads) {
  const auto engine = start();
  say(*engine, "sleep 100000\n");
  const std::string text(1U << 20U, 'x');
  const auto write = [](EngineConnection& its, const std::string& all) -> awaitable<void> {
    (void)co_await its.input().write(all);
  };
  spawn(executor(), write(*engine, text), std::rethrow_exception);
  const auto end = TestLoop::Clock::now() + std::chrono::milliseconds(200);
  while (TestLoop::Clock::now() < end) (void)run_one_until(loop_.loop, end);
  EXPECT_LT(engine->input().written(), std::uint64_t{1} << 19U);
}

TEST_F(EngineOnWindows, HasMessages) {
  const auto engine = start();
  say(*engine, "error oops\n");
  const auto read = [](EngineConnection& its) -> awaitable<std::string> {
    const auto block = co_await its.errors().read_lines();
    co_return block ? std::string(*block) : block.error().to_string();
  };
  EXPECT_EQ(await(read(*engine)), "oops\n");
}

TEST_F(EngineOnWindows, LeavesItsLastWordsWhenItCrashes) {
  for (int i = 0; i < 10; ++i) {
    const auto engine = start();
    say(*engine, "error oops\nbestmove e2e4\ncrash\n");
    EXPECT_THAT(await(engine->wait()).text, HasSubstr("crashed"));
    EXPECT_EQ(await(testing::read_all(engine->errors())), "oops\n");
  }
}

TEST_F(EngineOnWindows, HasThePriorityAndTheFolderThatWereChosen) {
  const test::TemporaryFolder folder;
  EngineLaunch launch;
  launch.argv = {std::filesystem::absolute(engine_).string()};
  launch.nice = 5;
  launch.affinity = 1;
  launch.working_directory = folder.path();
  const auto engine = start(launch);
  const os::Descriptor process =
      os::own(::OpenProcess(PROCESS_QUERY_INFORMATION, FALSE, static_cast<DWORD>(engine->id())));
  EXPECT_EQ(::GetPriorityClass(process.native()), DWORD{BELOW_NORMAL_PRIORITY_CLASS});
  ASSERT_TRUE(engine->set_nice(19));
  EXPECT_EQ(::GetPriorityClass(process.native()), DWORD{IDLE_PRIORITY_CLASS});
  DWORD_PTR mask = 0;
  DWORD_PTR all = 0;
  ::GetProcessAffinityMask(process.native(), &mask, &all);
  EXPECT_EQ(mask, DWORD_PTR{1});
  ASSERT_TRUE(engine->set_affinity(0));
  EXPECT_TRUE(engine->warnings().empty());
}

TEST_F(EngineOnWindows, ThatIsMissingOrDamagedIsReported) {
  EngineLaunch launch;
  launch.argv = {"no-such-engine"};
  EXPECT_THAT(EngineConnection::start(executor(), launch).error().to_string(),
              HasSubstr("no-such-engine: there is no program of that name in"));
  launch.argv = {"folder\\no-such-engine"};
  EXPECT_THAT(EngineConnection::start(executor(), launch).error().to_string(),
              HasSubstr("there is no such file"));
  const test::TemporaryFolder folder;
  std::ofstream(folder / "damaged.exe") << "this is no program";
  launch.argv = {folder / "damaged.exe"};
  EXPECT_THAT(EngineConnection::start(executor(), launch).error().to_string(),
              HasSubstr("it is no program for this machine"));
  launch.argv = {engine_};
  launch.working_directory = folder / "none";
  EXPECT_THAT(EngineConnection::start(executor(), launch).error().to_string(),
              HasSubstr("working directory"));
}

/// As a GUI that leaves.
TEST_F(EngineOnWindows, SharedPipesShowTheirEnds) {
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  ASSERT_TRUE(::CreatePipe(&read, &write, nullptr, 0));
  const auto reader =
      make_channel<LineReader>(make_blocking_stream(executor(), os::own(read), StreamUse::reads));
  os::Descriptor gui = os::own(write);
  testing::write_all(gui, "one\ntwo");
  gui.reset();
  EXPECT_EQ(await(testing::read_all(*reader)), "one\ntwo");
}

awaitable<bool> hang_up_of(LineWriter& writer) {
  const bool hung_up = co_await writer.wait_hang_up();
  co_return hung_up;
}

TEST_F(EngineOnWindows, PipesShowThatTheirReaderHasGoneThoughNobodyWrites) {
  HANDLE read = nullptr;
  HANDLE write = nullptr;
  ASSERT_TRUE(::CreatePipe(&read, &write, nullptr, 0));
  const auto shared =
      make_channel<LineWriter>(make_blocking_stream(executor(), os::own(write), StreamUse::writes));
  ::CloseHandle(read);
  EXPECT_TRUE(await(hang_up_of(*shared)));

  Pipe pipe = testing::open_pipe(loop_, StreamUse::writes);
  const auto writer = make_channel<LineWriter>(make_stream(std::move(pipe.ours)));
  std::optional<bool> hung_up;
  const auto watch = [](LineWriter& its, std::optional<bool>& result) -> awaitable<void> {
    result = co_await its.wait_hang_up();
  };
  loop_.spawn(watch(*writer, hung_up));
  const auto write_line = [](LineWriter& its) -> awaitable<bool> {
    const auto written = co_await its.write("isready\n");
    co_return written.has_value();
  };
  EXPECT_TRUE(await(write_line(*writer)));
  EXPECT_FALSE(hung_up);
  pipe.theirs.reset();
  loop_.run_until([&hung_up] { return hung_up.has_value(); });
  EXPECT_TRUE(*hung_up);
}

awaitable<void> write_into(LineWriter& writer, std::string text, std::optional<Result<void>>& outcome) {
  outcome = co_await writer.write(text);
}

/// A pipe that nobody reads, and a write that waits for room.
class BlockedWriteOnWindows : public EngineOnWindows {
 protected:
  BlockedWriteOnWindows() {
    loop_.spawn(write_into(*writer_, std::string(1'000'000, 'x'), outcome_));
    loop_.loop.poll();
    EXPECT_FALSE(outcome_);
  }
  void expect_failure() {
    loop_.run_until([this] { return outcome_.has_value(); });
    EXPECT_FALSE(*outcome_);
  }

  Pipe pipe_ = testing::open_pipe(loop_, StreamUse::writes);
  std::shared_ptr<LineWriter> writer_ = make_channel<LineWriter>(make_stream(std::move(pipe_.ours)));
  std::optional<Result<void>> outcome_;
};

TEST_F(BlockedWriteOnWindows, EndsWhenItsChannelIsClosed) {
  writer_->close();
  expect_failure();
}

TEST_F(BlockedWriteOnWindows, EndsWhenItsChannelIsDestroyed) {
  writer_.reset();
  expect_failure();
}

TEST_F(BlockedWriteOnWindows, EndsWithItsReader) {
  pipe_.theirs.reset();
  expect_failure();
  EXPECT_TRUE(writer_->peer_gone());
}

/// An engine behind a server, which answers one line and ends.
TEST_F(EngineOnWindows, MayRunElsewhere) {
  namespace asio = boost::asio;
  asio::io_context context;
  asio::ip::tcp::acceptor acceptor(context, {asio::ip::address_v4::loopback(), 0});
  const std::string address = "tcp://127.0.0.1:" + std::to_string(acceptor.local_endpoint().port());
  std::thread server([&] {
    asio::ip::tcp::socket socket = acceptor.accept();
    std::string line;
    asio::read_until(socket, asio::dynamic_buffer(line), '\n');
    asio::write(socket, asio::buffer("you said " + line));
  });
  EngineLaunch launch;
  launch.argv = {address};
  const auto connection = EngineConnection::open(executor(), launch).value();
  const auto talk = [](EngineConnection& its) -> awaitable<std::string> {
    (void)co_await its.input().write("isready\n");
    std::string text = co_await testing::read_all(its.output());
    const ExitReport report = co_await its.wait();
    text += report.text;
    co_return text;
  };
  EXPECT_EQ(await(talk(*connection)), "you said isready\nhas closed the connection");
  server.join();
  acceptor.close();
  const auto refused = EngineConnection::open(executor(), launch).value();
  EXPECT_THAT(await(refused->wait()).text, HasSubstr("cannot be reached"));
}

}  // namespace
}  // namespace polyglot::process
