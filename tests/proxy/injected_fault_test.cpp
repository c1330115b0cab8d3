// SPDX-License-Identifier: MIT
// Faults of the system under a proxy: calls of the module os are made to fail.
#include <cerrno>
#include <thread>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/proxy/proxy.hpp>

#include "book/book_files.hpp"
#include "process/process_testing.hpp"
#include "test_paths.hpp"

namespace polyglot::proxy {
namespace {

using config::OptionId;
using os::Call;

class InjectedFault : public testing::Test {
 protected:
  InjectedFault() {
    set(OptionId::engine_command, SCRIPTED_ENGINE);
    set(OptionId::book, "true");
    set(OptionId::book_file, book_);
    set(OptionId::book_random, "false");
    book::test::write_file(book_, bytes_);
  }

  void set(OptionId id, const std::string& value) { ASSERT_TRUE(setup_.session.options.set(id, value)); }

  /// The answers to a GUI's script of a proxy in which every `failing` call fails, except those of the
  /// threads behind its standard streams. It must end properly.
  [[nodiscard]] std::string answers_to(const std::string& script, Call failing, int error) const {
    const std::string said = folder_.write("said", script);
    const std::string heard = folder_.write("heard", "");
    const int exit_code = process::testing::in_child([&] {
      ::dup2(os::own(::open(said.c_str(), O_RDONLY)).native(), STDIN_FILENO);
      ::dup2(os::own(::open(heard.c_str(), O_WRONLY | O_APPEND)).native(), STDOUT_FILENO);
      const os::FaultInjection faults([=, proxy = std::this_thread::get_id()](Call call) {
        return os::Fault{.error = call == failing && std::this_thread::get_id() == proxy ? error : 0};
      });
      return run(setup_);
    });
    EXPECT_EQ(exit_code, 0);
    return process::testing::contents(heard);
  }

  static std::size_t count(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; at += part.size()) ++count;
    return count;
  }

  process::testing::TemporaryFolder folder_;
  std::string book_ = folder_ / "book.bin";
  const book::test::Bytes bytes_ = book::test::bytes_of(std::vector<book::RawEntry>{
      {.key = chess::Position().key(), .move = book::test::code("e2e4"), .weight = 1}});
  proxy::ProxySetup setup_;
};

TEST_F(InjectedFault, OfOpeningTheBookIsToldOnceAndTheEnginePlays) {
  for (const Call call : {Call::open, Call::examine, Call::read}) {
    for (const int error : {EMFILE, ENFILE, EACCES, EIO}) {
      const std::string answers = answers_to(
          "uci\nposition startpos\ngo movetime 1\nposition startpos moves a2a3 a7a5\ngo movetime 1\nquit\n",
          call, error);
      EXPECT_EQ(count(answers, std::strerror(error)), 1U) << answers;
      EXPECT_EQ(count(answers, "\nbestmove a2a3"), 2U) << answers;
    }
  }
}

TEST_F(InjectedFault, OfLockingTheBookIsToldOnceAndTheBookPlaysOn) {
  set(OptionId::book_learn, "true");
  const std::string game = "new\ngo\nresult 1-0 {White mates}\n";
  for (const int error : {ENOLCK, EOPNOTSUPP, EIO}) {
    const std::string answers =
        answers_to("xboard\nprotover 2\n" + game + game + game + "quit\n", Call::lock, error);
    EXPECT_EQ(count(answers, "move e2e4\n"), 3U) << answers;
    EXPECT_EQ(count(answers, std::strerror(error)), 1U) << answers;
    EXPECT_EQ(book::test::read_file(book_), bytes_);
  }
}

}  // namespace
}  // namespace polyglot::proxy
