// SPDX-License-Identifier: MIT
#include "proxy/proxy_test.hpp"

#include <polyglot/book/bin_writer.hpp>
#include <polyglot/book/move_code.hpp>
#include <polyglot/chess/notation.hpp>
#include <polyglot/os/environment.hpp>

#include "proxy/leftovers.hpp"

namespace polyglot::proxy::testing {
namespace {

/// Long enough for a killed process to be gone on a busy machine.
constexpr std::chrono::seconds kCleanUpTime{60};

chess::Position after(const std::string& moves) {
  chess::Position position;
  std::istringstream words(moves);
  for (std::string word; words >> word;) position.make(chess::move_from_uci(position, word).value());
  return position;
}

}  // namespace

std::vector<BookPosition> small_book() {
  return {{"", {{"e2e4", 10}, {"d2d4", 5}, {"c2c4", 1}, {"a2a3", 0}}},
          {"e2e4", {{"e7e5", 3}, {"c7c5", 3}}},
          {"e2e4 e7e5", {{"g1f3", 7}}},
          {"e2e4 e7e5 g1f3", {{"b8c6", 7}}},
          {"e2e4 e7e5 g1f3 b8c6", {{"f1c4", 7}}},
          {"e2e4 e7e5 g1f3 b8c6 f1c4", {{"f8c5", 7}}},
          {"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5", {{"e1g1", 7}}}};
}

void write_book(const std::string& path, const std::vector<BookPosition>& positions) {
  std::vector<book::RawEntry> entries;
  for (const BookPosition& book_position : positions) {
    const chess::Position position = after(book_position.moves);
    for (const auto& [text, weight] : book_position.replies) {
      const auto move = chess::move_from_uci(position, text);
      if (!move) throw std::runtime_error("illegal book move " + text);
      entries.push_back({.key = position.key(),
                         .move = book::encode_move(*move),
                         .weight = static_cast<std::uint16_t>(weight)});
    }
  }
  book::write_bin_book(path, std::move(entries)).value();
}

ProxyTest::ProxyTest() {
  static int count = 0;
  mark_ = "POLYGLOT_TEST_MARK=" + os::own_process_id() + "-" + std::to_string(++count) + ";";
}

void ProxyTest::TearDown() {
  gui_.reset();
  expect_nothing_left();
}

void ProxyTest::expect_nothing_left() {
  EXPECT_EQ(leftovers(mark_, kCleanUpTime), Lines()) << "processes are left behind";
}

std::unique_ptr<Gui> ProxyTest::launch(std::vector<std::string> arguments, Lines more) const {
  arguments.insert(arguments.begin(), program_under_test());
  return std::make_unique<Gui>(Launch{.argv = std::move(arguments),
                                      .folder = folder_.string(),
                                      .environment = Lines{mark_} + more + environment()});
}

Lines ProxyTest::environment() const {
  // The user's own settings must not play a part.
  return {mark_, "HOME=" + folder_.string(), "USERPROFILE=" + folder_.string()};
}

Gui& ProxyTest::start(std::vector<std::string> arguments, Lines more) {
  gui_ = launch(std::move(arguments), std::move(more));
  return *gui_;
}

Gui& ProxyTest::start_script(const std::string& input, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program_under_test());
  gui_ = std::make_unique<Gui>(Launch{.argv = std::move(arguments),
                                      .folder = folder_.string(),
                                      .environment = environment(),
                                      .input = input});
  return *gui_;
}

Gui& ProxyTest::start_scripted(const std::string& flags, std::vector<std::string> arguments) {
  return start(Lines{"-noini", "-ec", scripted(flags)} + arguments);
}

Gui& ProxyTest::greet(std::vector<std::string> arguments) {
  Gui& gui = start(std::move(arguments));
  gui.ask("uci", "uciok");
  return gui;
}

Gui& ProxyTest::greet_scripted(const std::string& flags, std::vector<std::string> arguments) {
  return greet(Lines{"-noini", "-ec", scripted(flags)} + arguments);
}

void ProxyTest::quit(Gui& gui) {
  gui.send("quit");
  EXPECT_EQ(gui.wait().text, "exited with status 0") << gui.errors();
  expect_nothing_left();
}

std::string ProxyTest::scripted(const std::string& flags) const {
  return std::string(SCRIPTED_ENGINE) + " --echo " + (folder_ / "echo") + " " + flags;
}

Lines ProxyTest::received() const {
  return split_lines(content("echo"));
}

Lines ProxyTest::with_book() const {
  write_book(folder_ / "book.bin", small_book());
  return {"-pg", "Book=true", "-pg", "BookFile=book.bin", "-pg", "BookRandom=false"};
}

std::string ProxyTest::content(const std::string& name) const {
  std::ifstream file(folder_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Lines names_of_files(const std::string& folder) {
  Lines names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

std::string name_of_test(const ::testing::TestParamInfo<std::string>& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
}

Lines rest_of(Gui& gui, int exit_code) {
  Lines lines = gui.rest();
  EXPECT_EQ(gui.wait().text, "exited with status " + std::to_string(exit_code));
  return lines;
}

std::string joined(const std::string& folder, const std::string& file) {
  return (std::filesystem::path(folder) / file).string();
}

Lines operator+(Lines a, const Lines& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

Lines split_lines(const std::string& text) {
  std::istringstream stream(text);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

Lines words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

Lines starting_with(const Lines& lines, std::string_view prefix) {
  Lines found;
  for (const std::string& line : lines) {
    if (line.starts_with(prefix)) found.push_back(line);
  }
  return found;
}

}  // namespace polyglot::proxy::testing
