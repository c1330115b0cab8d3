// SPDX-License-Identifier: MIT
#include <windows.h>
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <polyglot/os/descriptor_win32.hpp>
#include <polyglot/os/error_win32.hpp>
#include <polyglot/os/faults.hpp>
#include <polyglot/os/text_win32.hpp>
#include <polyglot/process/engine_process.hpp>

#include "process/executable_win32.hpp"
#include "process/supervision_win32.hpp"
#include "process/wire_win32.hpp"

namespace polyglot::process {

using boost::asio::awaitable;

namespace {

// ---- Reports ----------------------------------------------------------------------------------------------

struct Crash {
  std::uint32_t status;  ///< NTSTATUS
  std::string_view text;
};
constexpr std::array kCrashes = {
    Crash{0x40000015, "it has aborted"},
    Crash{0xC0000005, "access violation"},
    Crash{0xC0000017, "out of memory"},
    Crash{0xC000001D, "illegal instruction: it may be built for another processor"},
    Crash{0xC000007B, "a DLL that it needs is damaged or for another kind of machine"},
    Crash{0xC0000094, "division by zero"},
    Crash{0xC00000FD, "stack overflow"},
    Crash{0xC0000135, "a DLL that it needs is missing"},
    Crash{0xC0000139, "a DLL that it needs lacks a function"},
    Crash{0xC000013A, "ended by Ctrl-C"},
    Crash{0xC0000142, "a DLL that it needs cannot be started"},
    Crash{0xC0000374, "heap corruption"},
    Crash{0xC0000409, "it has aborted, or its stack is damaged"},
};

// ---- The start --------------------------------------------------------------------------------------------

Error cannot_create(const std::string& what) {
  return Error{"cannot create " + what + ": " + os::system_text(os::last_error())};
}

/// Makes CreateProcessW() start a process in a job, and give it only these handles.
class Inheritance {
 public:
  Inheritance(std::array<HANDLE, 3> handles, const Job& job)
      : handles_(handles), job_(handle_of(job.handle())) {
    constexpr DWORD kAttributes = 2;
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, kAttributes, 0, &size);
    room_.resize(size);
    is_ready_ = ::InitializeProcThreadAttributeList(list(), kAttributes, 0, &size) != 0;
    if (!is_ready_) return;
    for (const HANDLE handle : handles_)
      ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    is_ready_ = ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                            sizeof handles_, nullptr, nullptr) != 0 &&
                ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &job_, sizeof job_,
                                            nullptr, nullptr) != 0;
    startup_.StartupInfo.cb = sizeof startup_;
    startup_.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup_.StartupInfo.hStdInput = handles_[0];
    startup_.StartupInfo.hStdOutput = handles_[1];
    startup_.StartupInfo.hStdError = handles_[2];
    startup_.lpAttributeList = list();
  }
  ~Inheritance() {
    for (const HANDLE handle : handles_) ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, 0);
    if (is_ready_) ::DeleteProcThreadAttributeList(list());
  }
  Inheritance(const Inheritance&) = delete;
  Inheritance& operator=(const Inheritance&) = delete;

  [[nodiscard]] bool is_ready() const noexcept { return is_ready_; }
  [[nodiscard]] STARTUPINFOW* startup() noexcept { return &startup_.StartupInfo; }

 private:
  [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST list() noexcept {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room_.data());
  }

  std::array<HANDLE, 3> handles_;
  HANDLE job_;
  std::vector<std::byte> room_;
  bool is_ready_ = false;
  STARTUPINFOEXW startup_{};
};

struct Started {
  os::Descriptor process;
  unsigned long id = 0;
};

/// Returns the program for CreateProcessW(). A batch file needs the command interpreter.
std::wstring program_of(const std::string& executable) {
  if (!is_batch_file(executable)) return os::native_path(executable);
  std::wstring folder(MAX_PATH, L'\0');
  folder.resize(::GetSystemDirectoryW(folder.data(), MAX_PATH));
  return folder + L"\\cmd.exe";
}

/// Starts the engine's process in its job.
Result<Started> create_process(const std::string& executable, const EngineLaunch& launch, const Job& job,
                               std::array<HANDLE, 3> standard, std::vector<std::string>& warnings) {
  auto line = make_command_line(executable, launch.argv);
  if (!line) return line.error();
  Inheritance inheritance(standard, job);
  if (!inheritance.is_ready()) return cannot_create("a process");
  if (const int fault = os::fault_of(os::Call::start_process).error; fault != 0)
    return Error{"cannot create a process: " + os::system_text({fault, std::generic_category()}), executable};
  // The process starts in the job, so it ends even if we are terminated at this moment. It is suspended until
  // it has its settings.
  constexpr DWORD kFlags = CREATE_NO_WINDOW | CREATE_SUSPENDED | EXTENDED_STARTUPINFO_PRESENT;
  const std::wstring folder = os::to_utf16(launch.working_directory);
  PROCESS_INFORMATION created{};
  const auto create = [&] {
    return ::CreateProcessW(program_of(executable).c_str(), line->data(), nullptr, nullptr, TRUE, kFlags,
                            nullptr, folder.empty() ? nullptr : folder.c_str(), inheritance.startup(),
                            &created) != 0;
  };
  // On a busy machine, Wine's new process sometimes dies before it runs the program. Then it is made again.
  if (!create() && (::GetLastError() != ERROR_INTERNAL_ERROR || !create())) {
    const std::error_code error = os::last_error();
    if (error == std::error_code(ERROR_DIRECTORY, std::system_category()))
      return Error{"cannot be the engine's working directory: it is not a folder", launch.working_directory};
    return explain_start_failure(executable, error);
  }
  Started started{os::own(created.hProcess), created.dwProcessId};
  const os::Descriptor thread = os::own(created.hThread);
  if (launch.nice)
    if (auto set = set_nice_of(started.process, *launch.nice); !set)
      warnings.push_back(set.error().to_string());
  if (launch.affinity != 0)
    if (auto set = set_affinity_of(started.process, launch.affinity); !set)
      warnings.push_back(set.error().to_string());
  ::ResumeThread(created.hThread);
  return started;
}

}  // namespace

std::string ExitReport::text() const {
  if (kind == Kind::exited) return fmt::format("exited with status {}", code);
  if (kind == Kind::unguarded && code > 0)
    return fmt::format("ended by force, and {} of its processes cannot be killed", code);
  const auto status = static_cast<std::uint32_t>(code);
  const auto crash = std::ranges::find(kCrashes, status, &Crash::status);
  if (crash != kCrashes.end()) return fmt::format("crashed with 0x{:08X} ({})", status, crash->text);
  if (code < 0) return fmt::format("crashed with 0x{:08X}", status);
  return "ended by force";
}

Result<std::unique_ptr<EngineProcess>> EngineProcess::start(const boost::asio::any_io_executor& executor,
                                                            const EngineLaunch& launch) {
  if (launch.argv.empty()) return Error{"the command is empty"};
  const Result<std::string> executable = find_executable(launch.argv.front(), launch.working_directory);
  if (!executable) return executable.error();
  auto in = make_plain_pipe();
  auto out = make_plain_pipe();
  auto err = make_plain_pipe();
  for (const auto* const pipe : {&in, &out, &err})
    if (!*pipe) return pipe->error();
  if (launch.shares_stderr) {
    const os::Handle errors{reinterpret_cast<std::intptr_t>(::GetStdHandle(STD_ERROR_HANDLE))};
    auto ours = duplicate(errors);
    if (!ours) return ours.error();
    err->read.reset();
    err->write = *std::move(ours);
  }
  auto job = Job::make();
  if (!job) return job.error();
  std::vector<std::string> warnings;
  auto started =
      create_process(*executable, launch, *job,
                     {handle_of(in->read), handle_of(out->write), handle_of(err->write)}, warnings);
  if (!started) return started.error();
  const auto supervision = std::make_shared<Supervision>(executor, std::move(started->process), started->id,
                                                         *std::move(job), std::move(warnings));
  const auto reader = [](os::Descriptor end) {
    return end ? watch(make_wire(std::move(end)), Way::in) : os::Descriptor();
  };
  std::unique_ptr<EngineProcess> engine(new EngineProcess(
      {{executor, watch(make_wire(std::move(in->write)), Way::out), LineWriter::Mode::non_blocking},
       {executor, reader(std::move(out->read)), Sharing::own, LineReader::kDefaultMaxLine, launch.output},
       {executor, reader(std::move(err->read)), Sharing::own, kMaxErrorLine, LineReader::Lines::messages}},
      *executable, supervision));
  Supervision::begin(supervision);
  return engine;
}

EngineProcess::EngineProcess(Streams streams, std::string executable,
                             std::shared_ptr<Supervision> supervision)
    : EngineConnection(std::move(streams), std::move(executable), supervision->warnings()),
      supervision_(std::move(supervision)) {}

EngineProcess::~EngineProcess() {
  input().close();
  output().close();
  errors().close();
  supervision_->end_now();
}

// ---- The running engine -----------------------------------------------------------------------------------

ProcessId EngineProcess::id() const noexcept {
  return ProcessId{static_cast<std::int64_t>(supervision_->engine())};
}
/// On Windows a Job Object does the work of a guardian.
ProcessId EngineProcess::guardian_id() const noexcept {
  return ProcessId{0};
}
bool EngineProcess::running() const noexcept {
  return !supervision_->gone();
}
awaitable<ExitReport> EngineProcess::wait() {
  return Supervision::wait(supervision_);
}

awaitable<ExitReport> EngineProcess::shutdown(std::chrono::milliseconds grace) {
  input().close();
  return Supervision::shutdown(supervision_, grace);
}

awaitable<std::string> EngineProcess::ended() {
  const ExitReport report = co_await Supervision::wait(supervision_);
  co_return report.text();
}

awaitable<void> EngineProcess::end(std::chrono::milliseconds grace) {
  (void)co_await shutdown(grace);
}

/// Ctrl-C reaches only the processes of our console. An engine has another console, so that the user's Ctrl-C
/// does not end it before us. Engines for Windows watch their input instead.
void EngineProcess::interrupt() noexcept {}

namespace {

/// Applies `set` to all processes of the engine.
template <class Set>
Result<void> set_for_all(const Supervision& supervision, Set set) {
  if (supervision.gone()) return Error{"the engine is not running"};
  for (const unsigned long id : supervision.job().processes()) {
    const os::Descriptor process =
        os::own(::OpenProcess(PROCESS_SET_INFORMATION | PROCESS_QUERY_INFORMATION, FALSE, id));
    if (!process) continue;  // it has already ended
    if (auto done = set(process); !done) return done;
  }
  return {};
}

}  // namespace

Result<void> EngineProcess::set_nice(int nice) {
  return set_for_all(*supervision_,
                     [nice](const os::Descriptor& process) { return set_nice_of(process, nice); });
}

Result<void> EngineProcess::set_affinity(std::uint64_t mask) {
  return set_for_all(*supervision_,
                     [mask](const os::Descriptor& process) { return set_affinity_of(process, mask); });
}

}  // namespace polyglot::process
