// SPDX-License-Identifier: MIT
#if defined(_WIN32)
#include <windows.h>
#include <algorithm>
#include <array>
#include <optional>

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/nowide/convert.hpp>
#include <fmt/format.h>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#include <polyglot/os/faults.hpp>

#include "process/boost_process.hpp"
#include "process/engine_peer.hpp"
#include "process/executable.hpp"

namespace polyglot::process {
namespace {

namespace asio = boost::asio;
namespace bp = boost::process::v2;
using asio::awaitable;

/// The exit code of processes that we end.
constexpr UINT kEndedByForce = 137;  // what shells show for SIGKILL

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

// ---- Settings of processes --------------------------------------------------------------------------------

/// Returns the priority class for a niceness.
DWORD priority_class_of(int nice) noexcept {
  constexpr int kHigh = -15;
  constexpr int kIdle = 15;
  if (nice <= kHigh) return HIGH_PRIORITY_CLASS;
  if (nice < 0) return ABOVE_NORMAL_PRIORITY_CLASS;
  if (nice == 0) return NORMAL_PRIORITY_CLASS;
  return nice < kIdle ? BELOW_NORMAL_PRIORITY_CLASS : IDLE_PRIORITY_CLASS;
}

Result<void> set_nice_of(HANDLE process, int nice) {
  if (::SetPriorityClass(process, priority_class_of(nice)) != 0) return {};
  return Error{"cannot change the engine's priority: " + os::system_text(os::last_error())};
}

Result<void> set_affinity_of(HANDLE process, std::uint64_t mask) {
  DWORD_PTR now = 0;
  DWORD_PTR all = 0;
  ::GetProcessAffinityMask(process, &now, &all);
  if (::SetProcessAffinityMask(process, mask == 0 ? all : mask & all) != 0) return {};
  return Error{"Affinity cannot choose the engine's processors: " + os::system_text(os::last_error())};
}

// ---- The job ----------------------------------------------------------------------------------------------

/// Makes a job that ends its processes when its last handle closes. Only we have handles, so they also end if
/// we are killed. A crash shows no window, which would hold the engine until a user closes it.
os::Descriptor make_job() noexcept {
  os::Descriptor job = os::own(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  const bool is_set = job && ::SetInformationJobObject(handle_of(job), JobObjectExtendedLimitInformation,
                                                       &limits, sizeof limits) != 0;
  return is_set ? std::move(job) : os::Descriptor();
}

DWORD count_processes(const os::Descriptor& job) noexcept {
  JOBOBJECT_BASIC_ACCOUNTING_INFORMATION account{};
  if (::QueryInformationJobObject(handle_of(job), JobObjectBasicAccountingInformation, &account,
                                  sizeof account, nullptr) == 0)
    return 0;
  return account.ActiveProcesses;
}

std::vector<DWORD> processes_of(const os::Descriptor& job) {
  constexpr std::size_t kMost = 1024;
  constexpr std::size_t kHead = sizeof(JOBOBJECT_BASIC_PROCESS_ID_LIST) / sizeof(ULONG_PTR);
  std::vector<ULONG_PTR> room(kHead + kMost);
  auto* const list = reinterpret_cast<JOBOBJECT_BASIC_PROCESS_ID_LIST*>(room.data());
  if (::QueryInformationJobObject(handle_of(job), JobObjectBasicProcessIdList, list,
                                  static_cast<DWORD>(room.size() * sizeof(ULONG_PTR)), nullptr) == 0)
    return {};
  std::vector<DWORD> ids;
  for (DWORD i = 0; i < list->NumberOfProcessIdsInList; ++i)
    ids.push_back(static_cast<DWORD>(list->ProcessIdList[i]));
  return ids;
}

/// An initializer for Boost.Process. The process starts in the job, so that it ends even if we are terminated
/// at this moment. It inherits only its three handles, and it is suspended until it has its settings. Its
/// command line is ours, because Boost's quotes words in another way than programs and cmd.exe read them.
class InJob {
 public:
  InJob(const os::Descriptor& job, const EngineLaunch& launch, const EngineEnds& ends,
        std::wstring command_line)
      : job_(handle_of(job)),
        launch_(launch),
        handles_{ends.input, ends.output, ends.errors},
        command_line_(std::move(command_line)) {}
  ~InJob() {
    if (!room_.empty()) ::DeleteProcThreadAttributeList(list());
  }
  InJob(const InJob&) = delete;
  InJob& operator=(const InJob&) = delete;

  bp::error_code on_setup(bp::windows::default_launcher& launcher, const bp::filesystem::path& /*executable*/,
                          std::wstring& command_line) {
    command_line = command_line_;
    constexpr DWORD kAttributes = 2;
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, kAttributes, 0, &size);
    room_.resize(size);
    for (const HANDLE handle : handles_)
      ::SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    if (::InitializeProcThreadAttributeList(list(), kAttributes, 0, &size) == 0 ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                    sizeof handles_, nullptr, nullptr) == 0 ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &job_, sizeof job_, nullptr,
                                    nullptr) == 0)
      return {static_cast<int>(::GetLastError()), boost::system::system_category()};
    STARTUPINFOW& startup = launcher.startup_info.StartupInfo;
    startup.dwFlags |= STARTF_USESTDHANDLES;
    startup.hStdInput = handles_[0];
    startup.hStdOutput = handles_[1];
    startup.hStdError = handles_[2];
    launcher.startup_info.lpAttributeList = list();
    launcher.inherit_handles = true;
    launcher.creation_flags |= CREATE_NO_WINDOW | CREATE_SUSPENDED;
    return {};
  }

  /// Sets the priority and the processors of the new process, and lets it run.
  void on_success(bp::windows::default_launcher& launcher, const bp::filesystem::path& /*executable*/,
                  std::wstring& /*command_line*/) {
    const HANDLE process = launcher.process_information.hProcess;
    const auto note = [this](const Result<void>& set) {
      if (!set) warnings_.push_back(set.error().to_string());
    };
    if (launch_.nice) note(set_nice_of(process, *launch_.nice));
    if (launch_.affinity != 0) note(set_affinity_of(process, launch_.affinity));
    ::ResumeThread(launcher.process_information.hThread);
  }

  [[nodiscard]] std::vector<std::string>& warnings() noexcept { return warnings_; }

 private:
  [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST list() noexcept {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room_.data());
  }

  HANDLE job_;
  const EngineLaunch& launch_;
  std::array<HANDLE, 3> handles_;
  std::wstring command_line_;
  std::vector<std::string> warnings_;
  std::vector<std::byte> room_;
};

// ---- The engine -------------------------------------------------------------------------------------------

/// An engine in a Job Object.
class JobEngine final : public EnginePeer {
 public:
  JobEngine(const asio::any_io_executor& executor, os::Descriptor job)
      : EnginePeer(executor), executor_(executor), job_(std::move(job)), process_(executor) {}
  ~JobEngine() override { end_now(); }

  [[nodiscard]] Result<void> launch(const std::string& executable, const EngineLaunch& launch,
                                    const EngineEnds& ends);
  void begin() {
    spawn(executor_, await_end(std::static_pointer_cast<JobEngine>(shared_from_this())),
          std::rethrow_exception);
  }

  [[nodiscard]] ProcessId id() const noexcept override { return id_; }
  // No interrupt(): Ctrl-C reaches only the processes of our console. An engine has another console, so that
  // the user's Ctrl-C does not end it before us. Engines for Windows watch their input instead.
  [[nodiscard]] Result<void> set_nice(int nice) override {
    return set_for_all([nice](HANDLE process) { return set_nice_of(process, nice); });
  }
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override {
    return set_for_all([mask](HANDLE process) { return set_affinity_of(process, mask); });
  }
  void end_now() override;

 private:
  static awaitable<void> await_end(std::shared_ptr<JobEngine> self);

  void end_all() noexcept override;
  void give_up() override { settle(); }
  void settle();
  template <class Set>
  [[nodiscard]] Result<void> set_for_all(Set set) const;

  asio::any_io_executor executor_;
  os::Descriptor job_;
  bp::basic_process<asio::any_io_executor> process_;
  ProcessId id_{0};
  std::optional<DWORD> exit_code_;
  bool is_ended_by_us_ = false;
};

Result<void> JobEngine::launch(const std::string& executable, const EngineLaunch& launch,
                               const EngineEnds& ends) {
  auto line = make_command_line(executable, launch.argv);
  if (!line) return line.error();
  if (const int fault = os::fault_of(os::Call::start_process).error; fault != 0)
    return Error{"cannot create a process: " + os::system_text({fault, std::generic_category()}), executable};
  InJob in_job(job_, launch, ends, *std::move(line));
  const std::wstring folder = boost::nowide::widen(launch.working_directory);
  bp::error_code error;
  const auto start = [&] {
    error.clear();
    bp::windows::default_launcher launcher;
    process_ = launcher(executor_, error, program_of(executable), L"", in_job, bp::process_start_dir(folder));
  };
  start();
  // On a busy machine, Wine's new process sometimes dies before it runs the program. Then it is made again.
  if (error.value() == ERROR_INTERNAL_ERROR) start();
  if (error.value() == ERROR_DIRECTORY)
    return Error{"cannot be the engine's working directory: it is not a folder", launch.working_directory};
  if (error) return explain_start_failure(executable, {error.value(), std::system_category()});
  id_ = ProcessId{static_cast<std::int64_t>(process_.id())};
  for (std::string& warning : in_job.warnings()) warn(std::move(warning));
  return {};
}

awaitable<void> JobEngine::await_end(std::shared_ptr<JobEngine> self) {
  bp::error_code error;
  const auto code = co_await self->process_.async_wait(asio::redirect_error(asio::use_awaitable, error));
  if (self->gone()) co_return;
  if (!error) self->exit_code_ = static_cast<DWORD>(code);
  self->end_all();
  asio::steady_timer pause(self->executor_);
  const auto deadline = Event::Clock::now() + kCleanUpLimit;
  while (count_processes(self->job_) > 0 && Event::Clock::now() < deadline) {
    pause.expires_after(std::chrono::milliseconds(1));
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, error));
  }
  self->settle();
}

void JobEngine::end_all() noexcept {
  if (!exit_code_) is_ended_by_us_ = true;
  set_ending();
  ::TerminateJobObject(handle_of(job_), kEndedByForce);
}

void JobEngine::end_now() {
  if (gone() || id_ == ProcessId{0}) return;
  end_all();
  const ULONGLONG deadline = ::GetTickCount64() + static_cast<ULONGLONG>(kCleanUpLimit.count());
  while (count_processes(job_) > 0 && ::GetTickCount64() < deadline) ::Sleep(1);
  settle();
}

void JobEngine::settle() {
  if (gone()) return;
  DWORD code = exit_code_.value_or(kEndedByForce);
  if (!exit_code_) ::GetExitCodeProcess(process_.native_handle(), &code);
  ExitReport report = report_of(static_cast<int>(code));
  if (is_ended_by_us_) report = {ExitReport::Kind::killed, static_cast<int>(code), "ended by force"};
  if (const DWORD survivors = count_processes(job_); survivors > 0)
    report = {ExitReport::Kind::unguarded, static_cast<int>(survivors),
              fmt::format("ended by force, and {} of its processes cannot be killed", survivors)};
  set_gone(std::move(report));
}

template <class Set>
Result<void> JobEngine::set_for_all(Set set) const {
  for (const DWORD id : processes_of(job_)) {
    const os::Descriptor process =
        os::own(::OpenProcess(PROCESS_SET_INFORMATION | PROCESS_QUERY_INFORMATION, FALSE, id));
    if (!process) continue;  // it has already ended
    if (auto done = set(handle_of(process)); !done) return done;
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<EnginePeer>> start_engine(const asio::any_io_executor& executor,
                                                 const std::string& executable, const EngineLaunch& launch,
                                                 const EngineEnds& ends) {
  os::Descriptor job = make_job();
  if (!job) return Error{"cannot create a job object: " + os::system_text(os::last_error())};
  const auto engine = std::make_shared<JobEngine>(executor, std::move(job));
  if (auto started = engine->launch(executable, launch, ends); !started) return started.error();
  engine->begin();
  return std::shared_ptr<EnginePeer>(engine);
}

ExitReport report_of(int status) {
  using Kind = ExitReport::Kind;
  // These bits mark errors of the system and exceptions of languages. The code of exit(-1) differs.
  constexpr std::uint32_t kErrorBits = 0xD0000000;
  constexpr std::uint32_t kError = 0xC0000000;
  const auto code = static_cast<std::uint32_t>(status);
  const auto crash = std::ranges::find(kCrashes, code, &Crash::status);
  if (crash != kCrashes.end())
    return {Kind::killed, status, fmt::format("crashed with 0x{:08X} ({})", code, crash->text)};
  if ((code & kErrorBits) == kError)
    return {Kind::killed, status, fmt::format("crashed with 0x{:08X}", code)};
  return {Kind::exited, status, fmt::format("exited with status {}", status)};
}

}  // namespace polyglot::process

#endif
