// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>

#include "explorer/explorer_testing.hpp"
#include "explorer/kept_address.hpp"
#include "explorer/server.hpp"
#include "explorer/service.hpp"
#include "explorer/target.hpp"
#include "support/testing.hpp"

namespace polyglot::explorer::test {
namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
namespace http = boost::beast::http;

/// A server with a handler of the test's, on a thread of its own.
class Server {
 public:
  explicit Server(Handler handler) {
    start_serving(acceptor_, std::move(handler), refusal,
                  [this](const std::string& problem) { problems_.push_back(problem); });
    thread_ = std::thread([this] { context_.run(); });
  }
  ~Server() { stop(); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The whole answer to some bytes, until the server closes the connection.
  [[nodiscard]] std::string ask(const std::string& bytes) const {
    asio::io_context context;
    asio::ip::tcp::socket socket(context);
    socket.connect(acceptor_.local_endpoint());
    asio::write(socket, asio::buffer(bytes));
    std::string answer;
    boost::system::error_code end;
    asio::read(socket, asio::dynamic_buffer(answer), end);
    return answer;
  }

  [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
  void connect(asio::ip::tcp::socket& socket) const { socket.connect(acceptor_.local_endpoint()); }

  void stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }
  /// Call it after stop().
  [[nodiscard]] const std::vector<std::string>& problems() const { return problems_; }

 private:
  asio::io_context context_;
  asio::ip::tcp::acceptor acceptor_ = listen(context_, 0).value();
  std::vector<std::string> problems_;
  std::thread thread_;
};

constexpr const char* kLastRequest = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

TEST(ExplorerServer, AnswersARequestWhoseHandlerThrowsWithTheReason) {
  int asked = 0;
  Server server([&asked](const Request& request) -> Response {
    if (++asked == 1) throw std::runtime_error("out of order");
    Response response(http::status::ok, request.version());
    response.keep_alive(false);
    return response;
  });
  EXPECT_THAT(server.ask(kLastRequest), AllOf(HasSubstr("500"), HasSubstr(R"({"error":"out of order"})")));
  EXPECT_THAT(server.ask(kLastRequest), HasSubstr("200"));
  server.stop();
  EXPECT_THAT(server.problems(), IsEmpty());
}

TEST(ExplorerServer, ClosesTheConnectionThatIsSilentForLongestWhereThereAreTooMany) {
  constexpr std::size_t kMost = 64;
  constexpr std::string_view kRequest = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  Server server([](const Request& request) {
    Response response(http::status::ok, request.version());
    response.prepare_payload();
    return response;
  });
  asio::io_context context;
  std::vector<asio::ip::tcp::socket> sockets;
  const auto ask = [&](asio::ip::tcp::socket& socket) {
    asio::write(socket, asio::buffer(kRequest));
    std::string answer;
    asio::read_until(socket, asio::dynamic_buffer(answer), "\r\n\r\n");
    return answer;
  };
  for (std::size_t i = 0; i < kMost; ++i) {
    server.connect(sockets.emplace_back(context));
    EXPECT_THAT(ask(sockets.back()), HasSubstr("200"));
  }
  EXPECT_THAT(ask(sockets.front()), HasSubstr("200"));  // now the second one is silent for longest
  server.connect(sockets.emplace_back(context));
  EXPECT_THAT(ask(sockets.back()), HasSubstr("200"));
  // The connection is closed at once, not only after its timeout.
  char byte = 0;
  boost::system::error_code state;
  sockets[1].non_blocking(true);
  (void)sockets[1].read_some(asio::buffer(&byte, 1), state);
  EXPECT_EQ(state, asio::error::eof);
  sockets[1].close();
  for (const std::size_t i : {std::size_t{0}, std::size_t{2}, kMost})
    EXPECT_THAT(ask(sockets[i]), HasSubstr("200"));
}

/// No std::exception: the server has no words to answer with.
struct Unheard {};

TEST(ExplorerServer, ForgetsAConnectionThatFailsAndReportsIt) {
  Server server([](const Request&) -> Response { throw Unheard(); });
  EXPECT_EQ(server.ask(kLastRequest), "") << "the connection is closed";
  server.stop();
  EXPECT_THAT(server.problems(), ElementsAre("a connection is given up: unknown"));
}

Response answer_ok(const Request& request) {
  Response response(http::status::ok, request.version());
  response.keep_alive(request.keep_alive());
  return response;
}

// An extension of a chunk can have any length.
TEST(ExplorerServer, TakesNoBodyInChunks) {
  const Server server(answer_ok);
  for (const std::string& chunk : {std::string("2\r\n{}\r\n0\r\n\r\n"), "2;" + std::string(200'000, 'x')})
    EXPECT_THAT(server.ask("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk),
                AllOf(StartsWith("HTTP/1.1 411 "), HasSubstr("Content-Length")));
}

/// The sockets of this process that have the port, be they its listener or connections to it.
std::vector<int> sockets_at(std::uint16_t port) {
  std::vector<int> sockets;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    const int number = std::stoi(entry.path().filename());
    sockaddr_in address{};
    socklen_t size = sizeof(address);
    if (::getsockname(number, reinterpret_cast<sockaddr*>(&address), &size) == 0 &&
        address.sin_family == AF_INET && ntohs(address.sin_port) == port)
      sockets.push_back(number);
  }
  return sockets;
}

TEST(ExplorerServer, GivesNoSocketToProgramsThatAreStarted) {
  std::vector<int> sockets;
  std::uint16_t port = 0;
  const Server server([&](const Request& request) {
    sockets = sockets_at(port);
    for (const int socket : sockets) EXPECT_NE(::fcntl(socket, F_GETFD) & FD_CLOEXEC, 0);
    return answer_ok(request);
  });
  port = server.port();
  EXPECT_THAT(server.ask(kLastRequest), HasSubstr("200"));
  EXPECT_THAT(sockets, SizeIs(2)) << "the listener and the connection";
}

class ExplorerKeptAddress : public ::testing::Test {
 protected:
  void put(std::string_view text, fs::perms permissions = fs::perms::owner_read | fs::perms::owner_write) {
    book::test::write_file(path_, book::test::bytes_of(text));
    fs::permissions(path_, permissions);
  }

  polyglot::test::TemporaryFolder folder_;
  std::string path_ = folder_ / "address";
  KeptAddress address_{.port = 4711, .secret = std::string(kSecretDigits, 'a')};
};

TEST_F(ExplorerKeptAddress, IsReadAsItWasWritten) {
  EXPECT_FALSE(read_address(path_));
  const std::string deep = folder_ / "state/polyglot/address";
  ASSERT_TRUE(write_address(deep, address_));
  EXPECT_EQ(read_address(deep), address_);
  EXPECT_EQ(fs::status(deep).permissions() & fs::perms::all, fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(ExplorerKeptAddress, IsNotTakenFromAFileThatOthersMayRead) {
  const std::string text = "4711 " + address_.secret + "\n";
  put(text);
  EXPECT_EQ(read_address(path_), address_);
  put(text, fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read);
  EXPECT_FALSE(read_address(path_));
  ASSERT_TRUE(write_address(path_, address_));
  EXPECT_EQ(read_address(path_), address_) << "a new file takes its place";
}

TEST_F(ExplorerKeptAddress, IsNotTakenFromADamagedFile) {
  for (const std::string& text :
       {std::string(), std::string("4711"), "0 " + address_.secret, "70000 " + address_.secret,
        std::string("4711 abc"), "4711 " + std::string(kSecretDigits, 'G')}) {
    put(text);
    EXPECT_FALSE(read_address(path_)) << text;
  }
}

TEST_F(ExplorerKeptAddress, NamesAFolderThatCannotBeMade) {
  put("no folder");
  EXPECT_FALSE(write_address(path_ + "/state/address", address_));
}

}  // namespace
}  // namespace polyglot::explorer::test
