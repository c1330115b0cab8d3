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
#include "process/program_start.hpp"

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
    Crash{0xC000001D, "illegal instruction: it may be built for another processor"},
    Crash{0xC000007B, "a DLL that it needs is damaged or for another kind of machine"},
    Crash{0xC00000FD, "stack overflow"},
    Crash{0xC0000135, "a DLL that it needs is missing"},
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

// ---- The job ----------------------------------------------------------------------------------------------

/// Makes a job that ends its processes when its last handle closes. Only we have handles, so they also end if
/// we are killed. A crash shows no window, which would hold the engine until a user closes it.
os::Descriptor make_job() noexcept {
  os::Descriptor job = os::own(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags =
      JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
  const bool is_set = job && ::SetInformationJobObject(job.native(), JobObjectExtendedLimitInformation,
                                                       &limits, sizeof limits) != 0;
  return is_set ? std::move(job) : os::Descriptor();
}

std::vector<DWORD> processes_of(const os::Descriptor& job) {
  constexpr std::size_t kMost = 1024;
  constexpr std::size_t kHead = sizeof(JOBOBJECT_BASIC_PROCESS_ID_LIST) / sizeof(ULONG_PTR);
  std::vector<ULONG_PTR> room(kHead + kMost);
  auto* const list = reinterpret_cast<JOBOBJECT_BASIC_PROCESS_ID_LIST*>(room.data());
  if (::QueryInformationJobObject(job.native(), JobObjectBasicProcessIdList, list,
                                  static_cast<DWORD>(room.size() * sizeof(ULONG_PTR)), nullptr) == 0)
    return {};
  std::vector<DWORD> ids;
  for (DWORD i = 0; i < list->NumberOfProcessIdsInList; ++i)
    ids.push_back(static_cast<DWORD>(list->ProcessIdList[i]));
  return ids;
}

/// An initializer for Boost.Process. The process starts in the job, so that it ends even if we are terminated
/// at this moment. It inherits only its three handles.
class InJob {
 public:
  InJob(const os::Descriptor& job, const EngineEnds& ends) : job_(job.native()), handles_(ends) {}
  ~InJob() {
    if (!room_.empty()) ::DeleteProcThreadAttributeList(list());
  }
  InJob(const InJob&) = delete;
  InJob& operator=(const InJob&) = delete;

  bp::error_code on_setup(bp::windows::default_launcher& launcher, const bp::filesystem::path& /*executable*/,
                          std::wstring& /*command_line*/) {
    constexpr DWORD kAttributes = 2;
    SIZE_T size = 0;
    ::InitializeProcThreadAttributeList(nullptr, kAttributes, 0, &size);
    room_.resize(size);
    if (::InitializeProcThreadAttributeList(list(), kAttributes, 0, &size) == 0 ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                    sizeof handles_, nullptr, nullptr) == 0 ||
        ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &job_, sizeof job_, nullptr,
                                    nullptr) == 0)
      return {static_cast<int>(::GetLastError()), boost::system::system_category()};
    launcher.startup_info.lpAttributeList = list();
    launcher.creation_flags |= CREATE_NO_WINDOW;
    return {};
  }

 private:
  [[nodiscard]] LPPROC_THREAD_ATTRIBUTE_LIST list() noexcept {
    return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(room_.data());
  }

  HANDLE job_;
  EngineEnds handles_;
  std::vector<std::byte> room_;
};

// ---- The engine -------------------------------------------------------------------------------------------

/// An engine in a Job Object.
class JobEngine final : public EngineConnection {
 public:
  JobEngine(const asio::any_io_executor& executor, const std::string& executable, os::Descriptor job)
      : EngineConnection(executor, executable), job_(std::move(job)), process_(executor) {}

  [[nodiscard]] Result<void> start(const std::string& executable, const EngineLaunch& launch,
                                   const EngineEnds& ends);
  static awaitable<void> await_end(std::shared_ptr<JobEngine> self);

  [[nodiscard]] ProcessId id() const noexcept override { return id_; }
  // No interrupt(): Ctrl-C reaches only the processes of our console. An engine has another console, so that
  // the user's Ctrl-C does not end it before us. Engines for Windows watch their input instead.
  [[nodiscard]] Result<void> set_nice(int nice) override {
    return set_for_all("cannot change the engine's priority", [nice](HANDLE process) {
      return ::SetPriorityClass(process, priority_class_of(nice)) != 0;
    });
  }
  [[nodiscard]] Result<void> set_affinity(std::uint64_t mask) override {
    return set_for_all("Affinity cannot choose the engine's processors", [mask](HANDLE process) {
      DWORD_PTR now = 0;
      DWORD_PTR all = 0;
      ::GetProcessAffinityMask(process, &now, &all);
      return ::SetProcessAffinityMask(process, mask == 0 ? all : mask & all) != 0;
    });
  }

 private:
  void end_now() override;
  template <class Set>
  [[nodiscard]] Result<void> set_for_all(const std::string& what, Set set) const;

  os::Descriptor job_;
  bp::basic_process<asio::any_io_executor> process_;
  ProcessId id_{0};
  std::optional<DWORD> exit_code_;
};

Result<void> JobEngine::start(const std::string& executable, const EngineLaunch& launch,
                              const EngineEnds& ends) {
  if (const int fault = os::fault_of(os::Call::start_process).error; fault != 0)
    return Error{"cannot create a process: " + os::system_text({fault, std::generic_category()}), executable};
  const auto line = make_command_line(executable, launch.argv);
  if (!line) return line.error();
  InJob in_job(job_, ends);
  const std::wstring folder = boost::nowide::widen(launch.working_directory);
  bp::error_code error;
  const auto create = [&] {
    error.clear();
    bp::windows::default_launcher launcher;
    process_ = launcher(process_.get_executor(), error, program_of(executable), line->c_str(), in_job,
                        bp::process_stdio{ends[0], ends[1], ends[2]}, bp::process_start_dir(folder));
  };
  create();
  // On a busy machine, Wine's new process sometimes dies before it runs the program. Then it is made again.
  if (error.value() == ERROR_INTERNAL_ERROR) create();
  if (error.value() == ERROR_DIRECTORY)
    return Error{"cannot be the engine's working directory: it is not a folder", launch.working_directory};
  if (error) return explain_start_failure(executable, {error.value(), std::system_category()});
  id_ = ProcessId{static_cast<std::int64_t>(process_.id())};
  return {};
}

awaitable<void> JobEngine::await_end(std::shared_ptr<JobEngine> self) {
  bp::error_code error;
  const auto code = co_await self->process_.async_wait(asio::redirect_error(asio::use_awaitable, error));
  if (!error) self->exit_code_ = static_cast<DWORD>(code);
  self->end_now();
}

void JobEngine::end_now() {
  if (!running() || id_ == ProcessId{0}) return;
  // It may have ended by itself just now.
  DWORD code = STILL_ACTIVE;
  if (!exit_code_ && ::GetExitCodeProcess(process_.native_handle(), &code) != 0 && code != STILL_ACTIVE)
    exit_code_ = code;
  ::TerminateJobObject(job_.native(), kEndedByForce);
  const auto deadline = Event::Clock::now() + kCleanUpLimit;
  while (!processes_of(job_).empty() && Event::Clock::now() < deadline) ::Sleep(1);
  if (const std::size_t survivors = processes_of(job_).size(); survivors > 0)
    return set_gone({ExitReport::Kind::unguarded, static_cast<int>(survivors),
                     fmt::format("ended by force, and {} of its processes cannot be killed", survivors)});
  if (exit_code_) return set_gone(report_of(static_cast<int>(*exit_code_)));
  set_gone({ExitReport::Kind::killed, static_cast<int>(kEndedByForce), "ended by force"});
}

template <class Set>
Result<void> JobEngine::set_for_all(const std::string& what, Set set) const {
  if (!running()) return Error{"the engine is not running"};
  for (const DWORD id : processes_of(job_)) {
    const os::Descriptor process =
        os::own(::OpenProcess(PROCESS_SET_INFORMATION | PROCESS_QUERY_INFORMATION, FALSE, id));
    // A process that cannot be opened has already ended.
    if (process && !set(process.native())) return Error{what + ": " + os::system_text(os::last_error())};
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<EngineConnection>> start_engine(const asio::any_io_executor& executor,
                                                       const std::string& executable,
                                                       const EngineLaunch& launch, const EngineEnds& ends) {
  os::Descriptor job = make_job();
  if (!job) return Error{"cannot create a job object: " + os::system_text(os::last_error())};
  const auto engine = std::make_shared<JobEngine>(executor, executable, std::move(job));
  if (auto started = engine->start(executable, launch, ends); !started) return started.error();
  spawn(executor, JobEngine::await_end(engine), std::rethrow_exception);
  return std::shared_ptr<EngineConnection>(engine);
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
