// SPDX-License-Identifier: MIT
#include "proxy/cecp/session.hpp"

#include "process/process_testing.hpp"

namespace polyglot::proxy::testing {
namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view kGivingUp = "tellusererror POLYGLOT: ";

/// Removes the name of the folder, which differs in each run.
std::string without(const std::string& folder, std::string line) {
  for (std::size_t at; (at = line.find(folder)) != std::string::npos;) {
    line.replace(at, folder.size(), "FOLDER");
  }
  return line;
}

}  // namespace

Session::Session(const std::string& program, const SessionSetup& setup, const std::string& folder)
    : folder_(folder), rig_(program, setup.arguments, folder), engine_(setup.engine) {}

StepRecord Session::open() {
  StepRecord record;
  go_on_until_quiet(record);
  return record;
}

StepRecord Session::take(const Step& step) {
  StepRecord record{.step = step};
  switch (step.kind) {
    case Step::Kind::gui:
      record.transcript.push_back("gui> " + step.text);
      rig_.send_from_gui(step.text);
      break;
    case Step::Kind::finish:
      say(engine_.finish(), record);
      break;
    case Step::Kind::deepen:
      say(engine_.deepen(), record);
      break;
  }
  go_on_until_quiet(record);
  if (step.text.starts_with("result ")) await_answer(record);
  if (step.text.starts_with("result ")) record.book = process::testing::contents(folder_ + "/book.bin");
  return record;
}

/// Results may still be on their way to the disk while Polyglot sleeps.
void Session::await_answer(StepRecord& record) {
  rig_.send_from_gui("learned?");
  while (!over_) {
    go_on_until_quiet(record);
    if (std::erase(record.to_gui, "Error (unknown command): learned?") > 0) return;
  }
}

void Session::say(const Lines& lines, StepRecord& record) {
  for (const std::string& line : lines) {
    record.transcript.push_back("eng< " + line);
    rig_.send_from_engine(line);
  }
}

void Session::go_on_until_quiet(StepRecord& record) {
  for (;;) {
    rig_.settle();
    const Lines to_gui = rig_.lines_to_gui();
    const Lines to_engine = rig_.lines_to_engine();
    for (const std::string& raw : to_gui) {
      record.to_gui.push_back(without(folder_, raw));
      record.transcript.push_back("gui< " + record.to_gui.back());
      over_ = over_ || raw.starts_with(kGivingUp);
    }
    for (const std::string& line : to_engine) {
      record.to_engine.push_back(without(folder_, line));
      record.transcript.push_back("eng> " + record.to_engine.back());
      say(engine_.react(line), record);
    }
    if (to_gui.empty() && to_engine.empty()) break;
  }
  over_ = over_ || rig_.ended();
}

std::vector<StepRecord> play(const std::string& program, const SessionSetup& setup,
                             const std::vector<Step>& steps, const std::string& folder) {
  Session session(program, setup, folder);
  std::vector<StepRecord> records = {session.open()};
  for (const Step& step : steps) {
    if (session.over()) break;
    records.push_back(session.take(step));
  }
  return records;
}

std::string to_text(const SessionSetup& setup) {
  std::string text = "arguments:";
  for (const std::string& argument : setup.arguments) text += " " + argument;
  text += "\n";
  for (const std::string& option : setup.engine.options) text += "option name " + option + "\n";
  return text;
}

std::string to_text(const StepRecord& record) {
  std::string text;
  for (const std::string& line : record.transcript) {
    if (!line.starts_with("gui< feature ")) text += "  " + line + "\n";
  }
  return text;
}

}  // namespace polyglot::proxy::testing
