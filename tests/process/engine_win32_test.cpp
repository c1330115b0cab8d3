// SPDX-License-Identifier: MIT
// Engines in Job Objects, and the pipes of GUIs.
#include <winsock2.h>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <gmock/gmock.h>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/process/engine_process.hpp>
#include <polyglot/process/event.hpp>

#include "process/executable_win32.hpp"
#include "process/pipe_testing.hpp"
#include "process/stream.hpp"
#include "process/tcp_socket.hpp"
#include "process/wire_win32.hpp"
#include "support/temporary_folder.hpp"

namespace polyglot::process {
namespace {

using boost::asio::awaitable;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::kDeadline;
using ::testing::StartsWith;
using testing::TestLoop;

class EngineOnWindows : public ::testing::Test {
 protected:
  [[nodiscard]] auto executor() { return loop_.executor(); }

  template <class T>
  T await(awaitable<T> work) {
    return loop_.await(std::move(work));
  }

  [[nodiscard]] std::unique_ptr<EngineProcess> start(std::vector<std::string> words = {}) {
    EngineLaunch launch;
    launch.argv = {engine_};
    launch.argv.insert(launch.argv.end(), words.begin(), words.end());
    return start(launch);
  }
  [[nodiscard]] std::unique_ptr<EngineProcess> start(const EngineLaunch& launch) {
    auto started = EngineProcess::start(executor(), launch);
    EXPECT_TRUE(started) << started.error().to_string();
    return std::move(*started);
  }

  /// Sends a line, if any, and returns what comes up to a line with this start.
  static awaitable<std::string> ask(EngineProcess& engine, std::string line, std::string end) {
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

  static awaitable<std::string> end_after(EngineProcess& engine, std::string line) {
    line += '\n';
    (void)co_await engine.input().write(line);
    const ExitReport report = co_await engine.wait();
    co_return report.text();
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
  EXPECT_THAT(EngineProcess::start(executor(), launch).error().to_string(),
              HasSubstr("%PATH%: cannot be given to a batch file"));
  std::filesystem::rename(its_folder, folder / "%PATH%");
  launch.argv = {folder / "%PATH%/my engine.bat"};
  EXPECT_THAT(EngineProcess::start(executor(), launch).error().to_string(),
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
  EXPECT_EQ(await(engine->shutdown(kDeadline)).text(), "exited with status 0");
  engine = start();
  (void)engine->input().write_now("sleep 100000\n");
  EXPECT_EQ(await(engine->shutdown(std::chrono::milliseconds(50))).text(), "ended by force");
}

TEST_F(EngineOnWindows, TakesItsChildrenWithIt) {
  auto engine = start();
  EXPECT_THAT(await(ask(*engine, "child", "staying")), HasSubstr("staying"));
  EXPECT_EQ(await(engine->shutdown(std::chrono::milliseconds(10))).text(), "ended by force");
  // The child had our pipe, so the end of the pipe shows that the child has ended.
  EXPECT_EQ(await(ask(*engine, "", "never")), "");
}

TEST_F(EngineOnWindows, IsEndedWithItsObject) {
  auto engine = start();
  const os::Descriptor process = os::own(::OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(engine->id())));
  ASSERT_TRUE(process);
  engine.reset();
  constexpr auto kMilliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(kDeadline).count();
  EXPECT_EQ(::WaitForSingleObject(handle_of(process), kMilliseconds), WAIT_OBJECT_0);
}

TEST_F(EngineOnWindows, IsReadWhileItIsWrittenTo) {
  constexpr long kLines = 100000;
  const auto engine = start();
  std::string flood = "flood " + std::to_string(kLines) + "\n";
  for (long i = 0; i < kLines; ++i) flood += "a line for the engine that it has no use for\n";
  flood += "isready\n";
  bool is_written = false;
  const auto write = [](EngineProcess& its, std::string& text, bool& done) -> awaitable<void> {
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
  (void)engine->input().write_now("sleep 100000\n");
  const std::string block(1U << 16U, 'x');
  std::size_t accepted = 0;
  for (int i = 0; i < 100; ++i) {
    accepted += engine->input().write_now(block);
    ::Sleep(2);
  }
  EXPECT_LT(accepted, std::size_t{1} << 19U);
}

TEST_F(EngineOnWindows, HasMessages) {
  const auto engine = start();
  (void)engine->input().write_now("error oops\n");
  const auto read = [](EngineProcess& its) -> awaitable<std::string> {
    const auto block = co_await its.errors().read_lines();
    co_return block ? std::string(*block) : block.error().to_string();
  };
  EXPECT_EQ(await(read(*engine)), "oops\n");
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
  EXPECT_EQ(::GetPriorityClass(handle_of(process)), DWORD{BELOW_NORMAL_PRIORITY_CLASS});
  ASSERT_TRUE(engine->set_nice(19));
  EXPECT_EQ(::GetPriorityClass(handle_of(process)), DWORD{IDLE_PRIORITY_CLASS});
  DWORD_PTR mask = 0;
  DWORD_PTR all = 0;
  ::GetProcessAffinityMask(handle_of(process), &mask, &all);
  EXPECT_EQ(mask, DWORD_PTR{1});
  ASSERT_TRUE(engine->set_affinity(0));
  EXPECT_TRUE(engine->warnings().empty());
}

TEST_F(EngineOnWindows, ThatIsMissingOrDamagedIsReported) {
  EngineLaunch launch;
  launch.argv = {"no-such-engine"};
  EXPECT_THAT(EngineProcess::start(executor(), launch).error().to_string(),
              HasSubstr("no-such-engine: there is no program of that name in"));
  launch.argv = {"folder\\no-such-engine"};
  EXPECT_THAT(EngineProcess::start(executor(), launch).error().to_string(),
              HasSubstr("there is no such file"));
  const test::TemporaryFolder folder;
  std::ofstream(folder / "damaged.exe") << "this is no program";
  launch.argv = {folder / "damaged.exe"};
  EXPECT_THAT(EngineProcess::start(executor(), launch).error().to_string(),
              HasSubstr("it is no program for this machine"));
  launch.argv = {engine_};
  launch.working_directory = folder / "none";
  EXPECT_THAT(EngineProcess::start(executor(), launch).error().to_string(), HasSubstr("working directory"));
}

TEST_F(EngineOnWindows, PipesShowTheirEnds) {
  auto pipe = make_pipe().value();
  LineReader reader(executor(), std::move(pipe.read));
  LineWriter writer(executor(), std::move(pipe.write), LineWriter::Mode::non_blocking);
  EXPECT_EQ(writer.write_now("one\ntwo"), 7U);
  writer.close();
  const auto read = [](LineReader& its) -> awaitable<std::string> {
    std::string all;
    for (;;) {
      const auto block = co_await its.read_lines();
      if (!block || block->empty()) co_return all;
      all += "[" + std::string(*block) + "]";
    }
  };
  EXPECT_EQ(await(read(reader)), "[one\n][two]");
  auto another = make_pipe().value();
  LineWriter lonely(executor(), std::move(another.write), LineWriter::Mode::non_blocking);
  another.read.reset();
  EXPECT_TRUE(await(lonely.wait_hang_up()));
}

/// As a GUI that leaves while its engine reads nothing.
TEST_F(EngineOnWindows, PipesShowTheirEndsBehindWhatNobodyReads) {
  auto pipe = make_plain_pipe().value();
  LineReader reader(executor(), watch(make_wire(std::move(pipe.read)), Way::in));
  const std::jthread writer([end = std::move(pipe.write)]() mutable {
    const std::string more_than_is_read_ahead(150'000, 'x');
    (void)write_handle(handle_of(end), more_than_is_read_ahead);
    end.reset();
  });
  EXPECT_TRUE(await(reader.wait_hang_up()));
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

  Pipe pipe_ = testing::open_pipe();
  std::optional<LineWriter> writer_{std::in_place, executor(), std::move(pipe_.write),
                                    LineWriter::Mode::non_blocking};
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
  pipe_.read.reset();
  expect_failure();
  EXPECT_TRUE(writer_->peer_gone());
}

/// A connection to a server.
class SocketOnWindows : public ::testing::Test {
 protected:
  SocketOnWindows() {
    const auto patience = static_cast<DWORD>(std::chrono::milliseconds(kDeadline).count());
    ::setsockopt(peer_.native_handle(), SOL_SOCKET, SO_RCVTIMEO, reinterpret_cast<const char*>(&patience),
                 sizeof patience);
  }

  /// Starts the thread that reads.
  void begin_to_read() const {
    std::array<char, 1> room{};
    EXPECT_EQ(read_some(ours_, room).outcome, Moved::Outcome::none_yet);
  }

  /// Reads up to the end of the connection. Returns how many bytes came, or nothing if there is no end.
  [[nodiscard]] std::optional<std::size_t> read_to_the_end() {
    std::string all;
    boost::system::error_code error;
    boost::asio::read(peer_, boost::asio::dynamic_buffer(all), error);
    return error == boost::asio::error::eof ? std::optional(all.size()) : std::nullopt;
  }

  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_{context_, {boost::asio::ip::address_v4::loopback(), 0}};
  os::Descriptor ours_ = connect_to({"127.0.0.1", std::to_string(acceptor_.local_endpoint().port())}).value();
  boost::asio::ip::tcp::socket peer_ = acceptor_.accept();
};

TEST_F(SocketOnWindows, IsClosedAlthoughItsThreadIsAboutToRead) {
  begin_to_read();
  ours_.reset();
  EXPECT_EQ(read_to_the_end(), 0U);
}

TEST_F(SocketOnWindows, IsClosedAfterAllWasSent) {
  begin_to_read();
  const std::string block(1U << 16U, 'x');
  std::size_t accepted = 0;
  // Writes until neither the system nor our buffer takes more.
  for (int refusals = 0; refusals < 100; ++refusals) {
    const std::size_t count = write_some(ours_, LineWriter::Mode::socket, block).bytes;
    accepted += count;
    if (count > 0) refusals = 0;
    ::Sleep(1);
  }
  ours_.reset();
  EXPECT_EQ(read_to_the_end(), accepted);
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
    const auto block = co_await its.output().read_lines();
    std::string text = block ? std::string(*block) : block.error().to_string();
    text += co_await its.ended();
    co_return text;
  };
  EXPECT_EQ(await(talk(*connection)), "you said isready\nhas closed the connection");
  server.join();
  acceptor.close();
  const auto refused = EngineConnection::open(executor(), launch).value();
  EXPECT_THAT(await(refused->ended()), HasSubstr("cannot be reached"));
}

}  // namespace
}  // namespace polyglot::process
