// SPDX-License-Identifier: MIT
#include "explorer/server.hpp"
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/read.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <gmock/gmock.h>

namespace polyglot::explorer::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
namespace asio = boost::asio;
namespace http = boost::beast::http;

/// A server with a handler of the test's, on a thread of its own.
class Server {
 public:
  explicit Server(Handler handler) {
    start_serving(acceptor_, std::move(handler),
                  [this](const std::string& problem) { problems_.push_back(problem); });
    thread_ = std::thread([this] { context_.run(); });
  }
  ~Server() { stop(); }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// All that is answered to some bytes, until the server closes the connection.
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

  void stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }
  /// After stop().
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

/// No std::exception: the server has no words to answer with.
struct Unheard {};

TEST(ExplorerServer, ForgetsAConnectionThatFailsAndReportsIt) {
  Server server([](const Request&) -> Response { throw Unheard(); });
  EXPECT_EQ(server.ask(kLastRequest), "") << "the connection is closed";
  server.stop();
  EXPECT_THAT(server.problems(), ElementsAre("a connection is given up: unknown"));
}

}  // namespace
}  // namespace polyglot::explorer::test
