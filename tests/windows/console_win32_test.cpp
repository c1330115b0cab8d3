// SPDX-License-Identifier: MIT
// The program in a console window. How real windows show it is not tested.
#include <winsock2.h>
#include <iterator>
#include <thread>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "support/testing.hpp"
#include "windows/console.hpp"
#include "windows/gui.hpp"

namespace polyglot::windows_test {
namespace {

using ::testing::UnorderedElementsAre;

constexpr unsigned kInterrupted = 130;

/// The names of the files in a folder.
std::vector<std::string> files_in(const Folder& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.push_back(utf8(entry.path().filename()));
  return names;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class WindowsConsole : public ::testing::TestWithParam<const char*> {};

/// In the middle of a search, which some engines do not end.
TEST_P(WindowsConsole, ProxyEndsWithItsEngineAtCtrlC) {
  const Folder folder;
  const std::filesystem::path engine = copied_engine(folder);
  Console console({"--noini", "--ec", '"' + utf8(engine) + "\" " + GetParam()}, folder.path());
  console.type("uci");
  console.expect("uciok");
  console.type("go infinite");
  console.type("isready");
  EXPECT_FALSE(processes_of(engine).empty());
  console.press_ctrl_c();
  console.wait();
  EXPECT_TRUE(none_is_left_of(engine));
}

TEST_P(WindowsConsole, ProxyEndsWithItsEngineWhenTheWindowIsClosed) {
  const Folder folder;
  const std::filesystem::path engine = copied_engine(folder);
  Console console({"--noini", "--ec", '"' + utf8(engine) + "\" " + GetParam()}, folder.path());
  console.type("uci");
  console.expect("uciok");
  console.type("go infinite");
  EXPECT_FALSE(processes_of(engine).empty());
  console.close_window();
  EXPECT_TRUE(none_is_left_of(engine));
}

INSTANTIATE_TEST_SUITE_P(Engines, WindowsConsole, ::testing::Values("--child", "--deaf"),
                         [](const auto& test) { return std::string(test.param + 2); });

/// Games that come through a pipe that stays open, so that a tool cannot be through with them.
class EndlessGames {
 public:
  EndlessGames() {
    // A tool that looks at the pipe before it reads takes more than one.
    constexpr int kPipes = 8;
    for (int i = 0; i < kPipes; ++i)
      pipes_.push_back(::CreateNamedPipeA(name_.c_str(), PIPE_ACCESS_OUTBOUND, PIPE_TYPE_BYTE | PIPE_WAIT,
                                          kPipes, 65536, 65536, 0, nullptr));
    feeder_ = std::jthread([this](const std::stop_token& stop) {
      for (std::vector<HANDLE> unread = pipes_; !stop.stop_requested(); ::Sleep(5))
        std::erase_if(unread, [](HANDLE pipe) { return takes_games(pipe); });
    });
  }
  ~EndlessGames() {
    feeder_ = {};
    for (const HANDLE pipe : pipes_) ::CloseHandle(pipe);
  }
  EndlessGames(const EndlessGames&) = delete;
  EndlessGames& operator=(const EndlessGames&) = delete;

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

 private:
  /// False as long as nobody has opened the pipe.
  static bool takes_games(HANDLE pipe) {
    const std::string_view text = "[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n[Result \"1-0\"]\n\n1. d4";
    DWORD written = 0;
    return ::WriteFile(pipe, text.data(), static_cast<DWORD>(text.size()), &written, nullptr) != 0;
  }

  std::string name_ = "\\\\.\\pipe\\polyglot-games-" + std::to_string(::GetCurrentProcessId());
  std::vector<HANDLE> pipes_;
  std::jthread feeder_;
};

TEST(WindowsConsoleTool, ShowsItsProgressAndLeavesNoHalfFileAtCtrlC) {
  const Folder folder;
  const EndlessGames games;
  Console console({"make-book", games.name(), "-o", "book.bin"}, folder.path());
  console.expect("games/s");
  console.press_ctrl_c();
  EXPECT_EQ(console.wait(), kInterrupted);
  EXPECT_THAT(files_in(folder), UnorderedElementsAre());
}

TEST(WindowsConsoleTool, InitAsksAndPlayPlays) {
  const Folder folder;
  make_book(folder, folder / "book.bin");
  Console init({"init", "--engine", '"' + utf8(playing_engine()) + '"', "--book", "book.bin", "-o", "my.ini"},
               folder.path());
  init.expect("Which side plays from the book");
  init.type("white");
  init.expect("How is a book move chosen");
  init.type("best");
  init.expect("Learn from the results of games?");
  init.type("no");
  init.expect("my.ini: Playing with");
  EXPECT_EQ(init.wait(), 0U);

  Console play({"play", "my.ini", "--side", "black", "--movetime", "0.1"}, folder.path());
  play.expect("e4");
  play.type("e5");
  play.expect("Nf3");
  play.type("quit");
  play.expect("1. e4 e5 2. Nf3");
  EXPECT_EQ(play.wait(), 0U);
}

/// A console draws the bytes of each write by themselves.
TEST(WindowsConsoleTool, WritesLettersInOnePiece) {
  const Folder folder;
  Console error({"info-book", "\u043d\u0435\u0442.bin"}, folder.path());
  error.expect("\u043d\u0435\u0442.bin: cannot be opened");
  EXPECT_EQ(error.wait(), 1U);
  make_book(folder, folder / "\u0434\u0435\u0431\u044e\u0442.bin");
  Console output({"info-book", "\u0434\u0435\u0431\u044e\u0442.bin", "--format", "json"}, folder.path());
  output.expect("\u0434\u0435\u0431\u044e\u0442.bin");
  EXPECT_EQ(output.wait(), 0U);
}

/// The program that opens pages copies them for the test. It is that of the whole system, because Wine looks
/// for no other.
class StandInForABrowser {
 public:
  explicit StandInForABrowser(const std::filesystem::path& copy) : before_(get(kPages)) {
    set(kCommand, L"cmd.exe /c copy \"%1\" \"" + copy.wstring() + L"\"");
    set(kPages, kKind);
  }
  ~StandInForABrowser() {
    set(kPages, before_);
    ::RegDeleteTreeW(HKEY_LOCAL_MACHINE, kKindKey);
  }
  StandInForABrowser(const StandInForABrowser&) = delete;
  StandInForABrowser& operator=(const StandInForABrowser&) = delete;

 private:
  static constexpr const wchar_t* kPages = L"Software\\Classes\\.html";
  static constexpr const wchar_t* kKind = L"PolyglotTestPage";
  static constexpr const wchar_t* kKindKey = L"Software\\Classes\\PolyglotTestPage";
  static constexpr const wchar_t* kCommand = L"Software\\Classes\\PolyglotTestPage\\shell\\open\\command";

  static std::wstring get(const wchar_t* key) {
    std::array<wchar_t, 256> text{};
    DWORD size = sizeof text;
    ::RegGetValueW(HKEY_LOCAL_MACHINE, key, nullptr, RRF_RT_REG_SZ, nullptr, text.data(), &size);
    return text.data();
  }
  static void set(const wchar_t* key, const std::wstring& value) {
    ::RegSetKeyValueW(HKEY_LOCAL_MACHINE, key, nullptr, REG_SZ, value.c_str(),
                      static_cast<DWORD>((value.size() + 1) * sizeof(wchar_t)));
  }

  std::wstring before_;
};

/// What a server on this computer answers to a question for `path`.
std::string ask_server(const std::string& port, const std::string& path) {
  namespace asio = boost::asio;
  asio::io_context context;
  asio::ip::tcp::socket socket(context);
  const auto number = static_cast<unsigned short>(std::stoi(port));
  socket.connect({asio::ip::address_v4::loopback(), number});
  const std::string question =
      "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nConnection: close\r\n\r\n";
  asio::write(socket, asio::buffer(question));
  std::string answer;
  boost::system::error_code end;
  asio::read(socket, asio::dynamic_buffer(answer), end);
  return answer;
}

TEST(WindowsConsoleTool, ExploreOpensTheBrowserAndServesUntilCtrlC) {
  const Folder folder;
  make_book(folder, folder / "book.bin");
  const StandInForABrowser browser(folder / "opened.html");
  Console console({"explore", "book.bin", "--port", "0", "--open"}, folder.path());
  console.expect("http://127.0.0.1:");
  const std::string port = console.expect("/");
  const std::string secret = console.expect("/");
  EXPECT_THAT(ask_server(port, "/" + secret + "/"), HasSubstr("200 OK"));
  std::string page;
  for (const ULONGLONG deadline = ::GetTickCount64() + kPatience;
       page.empty() && ::GetTickCount64() < deadline; ::Sleep(20))
    page = read_file(folder / "opened.html");
  EXPECT_THAT(page, HasSubstr("http://127.0.0.1:" + port + "/" + secret + "/"));
  console.press_ctrl_c();
  EXPECT_EQ(console.wait(), 0U);
}

}  // namespace
}  // namespace polyglot::windows_test
