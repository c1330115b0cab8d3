// SPDX-License-Identifier: MIT
// Replays recordings of Debian's Polyglot 2.0.4 between an XBoard GUI and an engine. Ours must say the same,
// except where the recording has a mark; docs/differences.md explains each mark.
#include <fnmatch.h>

#include "process/process_testing.hpp"
#include "proxy/cecp/rig.hpp"
#include "proxy/line_diff.hpp"
#include "proxy/proxy_test.hpp"

namespace polyglot::proxy::testing {
namespace {

/// A recording of Debian's Polyglot 2.0.4 between a GUI and an engine. Files look like this:
///
///     # A title
///     arguments: -pg Book=true    more arguments of Polyglot, separated by blanks
///     gui> new                    the GUI says
///     eng> isready                the engine hears
///     eng< readyok                the engine says
///     gui< move a7a5              the GUI hears
///     # differs: A topic          the heading of docs/differences.md for the marked lines that follow
///     2.0.4 gui< resign           only 2.0.4 says this
///     ours gui< move a2a3         only we say this
struct Transcript {
  enum class Way : std::uint8_t { from_gui, to_gui, from_engine, to_engine };
  enum class Who : std::uint8_t { both, old_only, new_only };
  struct Event {
    Way way = Way::from_gui;
    Who who = Who::both;
    std::string text = {};
  };

  std::string title;
  Lines arguments;
  Lines topics;
  std::vector<Event> events;
};

using Way = Transcript::Way;
using Who = Transcript::Who;

/// Takes `prefix` and a blank off the front of a text, if it is there.
bool take(std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.erase(0, std::min(prefix.size() + 1, text.size()));
  return true;
}

std::optional<Transcript::Event> read_event(std::string line) {
  const Who who = take(line, "2.0.4") ? Who::old_only : take(line, "ours") ? Who::new_only : Who::both;
  if (take(line, "gui>")) return Transcript::Event{Way::from_gui, who, line};
  if (take(line, "gui<")) return Transcript::Event{Way::to_gui, who, line};
  if (take(line, "eng<")) return Transcript::Event{Way::from_engine, who, line};
  if (take(line, "eng>")) return Transcript::Event{Way::to_engine, who, line};
  return std::nullopt;
}

void read_line(std::string line, Transcript& transcript) {
  if (line.empty()) return;
  if (take(line, "# differs:")) {
    transcript.topics.push_back(line);
  } else if (take(line, "#")) {
    transcript.title += (transcript.title.empty() ? "" : " ") + line;
  } else if (take(line, "arguments:")) {
    transcript.arguments = words_of(line);
  } else if (auto event = read_event(line)) {
    transcript.events.push_back(std::move(*event));
  } else {
    throw std::runtime_error("not understood: " + line);
  }
}

/// Throws what is wrong, with the line.
Transcript read_transcript(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  Transcript transcript;
  for (std::string line; std::getline(file, line);) read_line(line, transcript);
  return transcript;
}

constexpr const char* kOldPolyglot = "/usr/games/polyglot";

std::filesystem::path reference_folder() {
  return std::filesystem::path(POLYGLOT_SOURCE_DIR) / "tests/proxy/reference";
}

struct Heard {
  Lines by_gui;
  Lines by_engine;
};

/// Plays what the GUI and the engine say, in the order of the recording.
class Replay {
 public:
  Replay(const std::string& program, const Transcript& transcript, const std::string& folder)
      : folder_(folder), rig_(program, transcript.arguments, folder) {
    listen();
    for (const Transcript::Event& event : transcript.events) {
      if (event.way == Way::from_gui) rig_.send_from_gui(event.text);
      // The rig answers isready at once, so `readyok` of the recording is not sent.
      if (event.way == Way::from_engine && event.text != "readyok") rig_.send_from_engine(event.text);
      if (event.way == Way::from_gui || event.way == Way::from_engine) listen();
    }
  }

  [[nodiscard]] const Heard& heard() const noexcept { return heard_; }

 private:
  void listen() {
    for (bool asked = true; asked;) {
      rig_.settle();
      asked = false;
      for (std::string line : rig_.lines_to_gui()) {
        if (const auto at = line.find(folder_); at != std::string::npos)
          line.replace(at, folder_.size(), "~");
        heard_.by_gui.push_back(line);
      }
      for (const std::string& line : rig_.lines_to_engine()) {
        if (line == "isready") {
          rig_.send_from_engine("readyok");
          asked = true;
        } else {
          heard_.by_engine.push_back(line);
        }
      }
    }
  }

  std::string folder_;
  Rig rig_;
  Heard heard_;
};

/// Clocks run while the programs work, and while people made recordings.
bool near(const std::string& a, const std::string& b, const std::string& name) {
  constexpr long kClockTolerance = 600;
  const long first = std::stol(a);
  const long second = std::stol(b);
  const long tolerance = name == "nodes" ? std::max(first, second) / 20 + 1 : kClockTolerance;
  return std::labs(first - second) <= tolerance;
}

/// True if the lines are equal, except for what elapsed time does to the clocks of `go`.
bool same_line(const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (!a.starts_with("go ") || !b.starts_with("go ")) return false;
  const Lines first = words_of(a);
  const Lines second = words_of(b);
  if (first.size() != second.size()) return false;
  for (std::size_t i = 1; i < first.size(); ++i) {
    if (first[i] == second[i]) continue;
    const std::string& name = first[i - 1];
    if (name != "wtime" && name != "btime" && name != "nodes") return false;
    if (!near(first[i], second[i], name)) return false;
  }
  return true;
}

/// What `who` must say in this recording.
Lines expected(const Transcript& transcript, Way way, Who who) {
  Lines lines;
  for (const Transcript::Event& event : transcript.events) {
    if (event.way != way || (event.who != Who::both && event.who != who)) continue;
    if (event.text != "isready") lines.push_back(event.text);
  }
  return lines;
}

void expect_same(const Lines& wanted, Lines heard, const std::string& where) {
  for (std::size_t i = 0; i < std::min(wanted.size(), heard.size()); ++i) {
    const bool same =
        same_line(wanted[i], heard[i]) || ::fnmatch(wanted[i].c_str(), heard[i].c_str(), 0) == 0;
    if (same) heard[i] = wanted[i];
  }
  for (const Hunk& hunk : diff_lines(wanted, heard)) {
    std::string text;
    for (const std::string& line : hunk.removed) text += "  expected: " + line + "\n";
    for (const std::string& line : hunk.added) text += "  said:     " + line + "\n";
    ADD_FAILURE() << where << "\n" << text;
  }
}

class RecordedSession : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] Transcript transcript() const {
    return read_transcript(reference_folder() / (GetParam() + ".txt"));
  }

  static void replay(const std::string& program, const Transcript& transcript, Who who) {
    const process::testing::TemporaryFolder folder;
    write_book(folder / "book.bin", small_book());
    const Replay replay(program, transcript, folder.string());
    expect_same(expected(transcript, Way::to_gui, who), replay.heard().by_gui, "to the GUI");
    expect_same(expected(transcript, Way::to_engine, who), replay.heard().by_engine, "to the engine");
  }
};

TEST_P(RecordedSession, IsWhatTheOldOneSays) {
  if (::access(kOldPolyglot, X_OK) != 0) GTEST_SKIP() << "Debian's polyglot is not installed";
  replay(kOldPolyglot, transcript(), Who::old_only);
}

TEST_P(RecordedSession, GoesTheSameWay) {
  replay(program_under_test(), transcript(), Who::new_only);
}

TEST_P(RecordedSession, DiffersForReasonsToldInTheDocuments) {
  const std::string document =
      process::testing::contents(std::string(POLYGLOT_SOURCE_DIR) + "/docs/differences.md");
  const Transcript recorded = transcript();
  for (const std::string& topic : recorded.topics) {
    EXPECT_THAT(document, ::testing::HasSubstr("| " + topic + " |"));
  }
  const bool differs = std::any_of(recorded.events.begin(), recorded.events.end(),
                                   [](const auto& event) { return event.who != Who::both; });
  EXPECT_EQ(differs, !recorded.topics.empty()) << "a difference without a topic, or the other way round";
}

INSTANTIATE_TEST_SUITE_P(Cecp, RecordedSession, ::testing::ValuesIn(names_of_files(reference_folder())),
                         name_of_test);

}  // namespace
}  // namespace polyglot::proxy::testing
