// SPDX-License-Identifier: MIT
// Random sessions with Debian's Polyglot 2.0.4 and with ours, between an XBoard GUI and an invented engine.
// Only the differences that docs/differences.md declares are allowed.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <sstream>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "process/process_testing.hpp"
#include "proxy/cecp/comparison.hpp"
#include "proxy/cecp/generator.hpp"
#include "proxy/cecp/minimise.hpp"
#include "proxy/line_diff.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

constexpr const char* kOldPolyglot = "/usr/games/polyglot";
constexpr std::size_t kSteps = 60;
constexpr std::size_t kFailuresShown = 10;
constexpr std::uint64_t kSessions = 500;
/// One session in this number may be skipped: both programs read the clock of a machine that other programs
/// use, too.
constexpr std::size_t kSessionsForOnePassedOver = 200;

std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

/// Each run has its own folder, so that runs do not affect each other.
struct Run {
  process::testing::TemporaryFolder folder;
  explicit Run(const std::string& book) { std::filesystem::copy_file(book, folder / "book.bin"); }
};

struct Played {
  SessionSetup setup;
  std::vector<Step> steps = {};
  std::vector<StepRecord> records;
};

Played make_up(std::uint64_t seed, const std::string& book) {
  const Run run(book);
  Generator generator(seed);
  Session session(kOldPolyglot, generator.setup(), run.folder.string());
  Played played{.setup = generator.setup(), .records = {session.open()}};
  while (!session.over() && played.steps.size() < kSteps) {
    played.steps.push_back(generator.next(session.engine()));
    played.records.push_back(session.take(played.steps.back()));
    generator.observe(played.records.back());
  }
  return played;
}

std::vector<StepRecord> replay(const std::string& program, const SessionSetup& setup,
                               const std::vector<Step>& steps, const std::string& book) {
  const Run run(book);
  return play(program, setup, steps, run.folder.string());
}

/// What the lines are about.
std::string kind(const Parting& parting) {
  std::string words = parting.side;
  for (const Hunk& hunk : diff_lines(parting.old_lines, parting.new_lines)) {
    for (const std::string& line : hunk.removed) words += " -" + line.substr(0, line.find(' '));
    for (const std::string& line : hunk.added) words += " +" + line.substr(0, line.find(' '));
  }
  return words;
}

std::string report(std::uint64_t seed, const Played& played, const std::string& book) {
  const auto parted = [&](const std::vector<Step>& steps) {
    return compare(replay(kOldPolyglot, played.setup, steps, book),
                   replay(program_under_test(), played.setup, steps, book));
  };
  const auto first = parted(played.steps);
  if (!first) return "seed " + std::to_string(seed) + ": differs only now and then\n";
  const auto steps = minimise(played.steps, [&](const std::vector<Step>& fewer) {
    const auto parting = parted(fewer);
    return parting && kind(*parting) == kind(*first);
  });
  const auto before = replay(kOldPolyglot, played.setup, steps, book);
  const auto now = replay(program_under_test(), played.setup, steps, book);
  const auto parting = compare(before, now);
  std::ostringstream text;
  text << "seed " << seed << "\n" << to_text(played.setup);
  for (std::size_t i = 0; i < before.size() && (!parting || i <= parting->step); ++i)
    text << to_text(before[i]);
  if (!parting) return text.str();
  text << "-- ours:\n" << (parting->step < now.size() ? to_text(now[parting->step]) : "  (gone)\n");
  text << "-- " << parting->side << ":\n";
  for (const Hunk& hunk : diff_lines(parting->old_lines, parting->new_lines)) {
    for (const std::string& line : hunk.removed) text << "  2.0.4: " << line << "\n";
    for (const std::string& line : hunk.added) text << "  ours:  " << line << "\n";
  }
  return text.str();
}

TEST(CecpDifferential, SessionsPartOnlyAsDeclared) {
  if (::access(kOldPolyglot, X_OK) != 0) GTEST_SKIP() << "Debian's polyglot is not installed";
  const std::uint64_t count = number_from_environment("POLYGLOT_CECP_SESSIONS", kSessions);
  const std::uint64_t first_seed = number_from_environment("POLYGLOT_CECP_SEED", 1);
  const process::testing::TemporaryFolder folder;
  const std::string book = folder / "book.bin";
  write_session_book(book);

  std::atomic<std::uint64_t> next = first_seed;
  std::mutex mutex;
  std::size_t failures = 0;
  std::vector<std::string> passed_over;
  const auto pass_over = [&](std::uint64_t seed, const std::string& why) {
    const std::lock_guard lock(mutex);
    passed_over.push_back("seed " + std::to_string(seed) + ": " + why);
  };
  const auto play_both = [&](std::uint64_t seed) {
    const Played played = make_up(seed, book);
    if (!compare(played.records, replay(program_under_test(), played.setup, played.steps, book))) return;
    const bool again = compare(replay(kOldPolyglot, played.setup, played.steps, book),
                               replay(program_under_test(), played.setup, played.steps, book))
                           .has_value();
    if (!again) return pass_over(seed, "differs only now and then");
    const std::lock_guard lock(mutex);
    if (++failures <= kFailuresShown) ADD_FAILURE() << report(seed, played, book);
  };
  const auto work = [&] {
    for (std::uint64_t seed; (seed = next++) < first_seed + count;) {
      try {
        play_both(seed);
      } catch (const NotAtRest& error) {
        if (error.program == kOldPolyglot) {
          pass_over(seed, error.what());
        } else {
          ADD_FAILURE() << "seed " << seed << ": " << error.what();
        }
      } catch (const std::exception& error) {
        ADD_FAILURE() << "seed " << seed << ": " << error.what();
      }
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < std::max(2U, std::thread::hardware_concurrency()); ++i) workers.emplace_back(work);
  workers.clear();
  EXPECT_EQ(failures, 0U) << "of " << count << " sessions";
  EXPECT_LE(passed_over.size(), count / kSessionsForOnePassedOver) << ::testing::PrintToString(passed_over);
  RecordProperty("passed_over", ::testing::PrintToString(passed_over));
}

}  // namespace
}  // namespace polyglot::proxy::testing
