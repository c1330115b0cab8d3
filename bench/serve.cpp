// SPDX-License-Identifier: MIT
// How many positions `polyglot serve` answers in a second: bench_serve PROGRAM COUNTS [SECONDS]
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <netinet/in.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "child.hpp"
#include "report.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPositions = 2000;
constexpr int kConnections = 2;
constexpr double kGoal = 5000;

/// One connection that is kept.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0)
      throw std::runtime_error("cannot connect");
  }
  ~Client() { ::close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  /// The body of an answer, valid until the next call.
  std::string_view ask(const std::string& target) {
    const std::string request = "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
    if (::send(socket_, request.data(), request.size(), 0) != static_cast<ssize_t>(request.size()))
      throw std::runtime_error("cannot send");
    answer_.clear();
    std::size_t head = 0;
    while ((head = answer_.find("\r\n\r\n")) == answer_.npos) receive();
    if (!answer_.starts_with("HTTP/1.1 200")) throw std::runtime_error(target + ": " + answer_);
    constexpr std::string_view kLength = "Content-Length: ";
    const std::size_t length =
        std::strtoul(answer_.c_str() + answer_.find(kLength) + kLength.size(), nullptr, 10);
    while (answer_.size() < head + 4 + length) receive();
    return std::string_view(answer_).substr(head + 4, length);
  }

 private:
  void receive() {
    char block[65536];
    const ssize_t size = ::recv(socket_, block, sizeof(block), 0);
    if (size <= 0) throw std::runtime_error("the server has closed the connection");
    answer_.append(block, static_cast<std::size_t>(size));
  }

  int socket_;
  std::string answer_;
};

std::string target_of(const std::string& line) {
  return line.empty() ? "/lichess" : "/lichess?play=" + line;
}

/// Lines that the counts know, from the start on, the shorter ones first.
std::vector<std::string> known_lines(std::uint16_t port) {
  Client client(port);
  std::vector<std::string> lines = {""};
  for (std::size_t i = 0; i < lines.size() && lines.size() < kPositions; ++i) {
    const std::string answer(client.ask(target_of(lines[i])));
    const std::string_view moves = std::string_view(answer).substr(0, answer.find("\"recentGames\""));
    constexpr std::string_view kMove = "{\"uci\":\"";
    // A move's own object has "san" next; its game has not.
    for (std::size_t at = 0; (at = moves.find(kMove, at)) != moves.npos; ++at) {
      const std::string_view rest = moves.substr(at + kMove.size());
      const std::string_view uci = rest.substr(0, rest.find('"'));
      if (rest.substr(uci.size()).starts_with("\",\"san\""))
        lines.push_back(lines[i] + (lines[i].empty() ? "" : ",") + std::string(uci));
    }
  }
  return lines;
}

/// Asks for one line after the other until time is up; how long each answer took, in microseconds.
std::vector<double> ask_all(std::uint16_t port, const std::vector<std::string>& lines, std::size_t first,
                            Clock::time_point end) {
  Client client(port);
  std::vector<double> times;
  for (std::size_t i = first; Clock::now() < end; i = (i + 1) % lines.size()) {
    const auto start = Clock::now();
    (void)client.ask(target_of(lines[i]));
    times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  return times;
}

void measure(const std::string& program, const std::string& counts, double seconds) {
  const bench::Started server = bench::start({program, "serve", counts, "-q"});
  std::string address;
  for (char c = 0; ::read(server.from, &c, 1) == 1 && c != '\n';) address += c;
  if (address.empty()) throw std::runtime_error("the server does not start");
  const auto port = static_cast<std::uint16_t>(std::atoi(address.c_str() + address.rfind(':') + 1));
  const std::vector<std::string> lines = known_lines(port);
  const auto start = Clock::now();
  const auto end =
      start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  std::vector<std::vector<double>> times(kConnections);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < times.size(); ++i)
    threads.emplace_back([&, i] { times[i] = ask_all(port, lines, i * lines.size() / times.size(), end); });
  for (std::thread& thread : threads) thread.join();
  const double took = std::chrono::duration<double>(Clock::now() - start).count();
  ::kill(server.pid, SIGTERM);
  ::waitpid(server.pid, nullptr, 0);
  std::vector<double> all;
  for (const auto& some : times) all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end());
  const auto quantile = [&all](double part) {
    return all[static_cast<std::size_t>(part * static_cast<double>(all.size() - 1))];
  };
  const double rate = static_cast<double>(all.size()) / took;
  std::printf("| positions | connections | answers a second | p50 us | p99 us |\n|--:|--:|--:|--:|--:|\n");
  std::printf("| %zu | %d | %.0f | %.0f | %.0f |\n", lines.size(), kConnections, rate, quantile(0.5),
              quantile(0.99));
  bench::print_goals_heading();
  bench::print_goal("answers of serve in a second", rate, ">=", kGoal);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "bench_serve PROGRAM COUNTS [SECONDS]\n");
    return 2;
  }
  return bench::report_failure("bench_serve",
                               [&] { measure(argv[1], argv[2], argc > 3 ? std::atof(argv[3]) : 10); });
}
