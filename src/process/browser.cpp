// SPDX-License-Identifier: MIT
#include <polyglot/process/browser.hpp>

#if defined(_WIN32)
#include <windows.h>
#include <cstdint>
#include <shellapi.h>

#include <boost/nowide/convert.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/error.hpp>
#else
#include <unistd.h>

#include <boost/asio/io_context.hpp>

#include "process/guardian.hpp"
#include "process/program_start.hpp"
#endif

namespace polyglot::process {

#if defined(_WIN32)

Result<void> open_in_browser(const std::string& page) {
  constexpr std::intptr_t kMostFailures = 32;  // more than that is success, says the manual of ShellExecute
  const HINSTANCE started =
      ::ShellExecuteW(nullptr, L"open", boost::nowide::widen(page).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
  if (reinterpret_cast<std::intptr_t>(started) > kMostFailures) return {};
  return os::system_error("cannot be opened in a browser", os::last_error(), page);
}

#else

namespace {

/// An initializer of Boost.Process. Ctrl-C in our terminal does not reach a session of its own.
struct InOwnSession {
  template <class Launcher>
  boost::process::v2::error_code on_exec_setup(Launcher& /*launcher*/,
                                               const boost::process::v2::filesystem::path& /*executable*/,
                                               const char* const*& /*argv*/) const {
    leave_parent();
    ::setsid();
    return {};
  }
};

}  // namespace

/// The browser's messages must not mix with our output. It must not hold our output open either, because a
/// reader may wait for its end.
Result<void> open_in_browser(const std::string& page) {
  namespace bp = boost::process::v2;
  const auto program = find_executable("xdg-open", "");
  if (!program) return Error{"cannot be started: " + program.error().what, "xdg-open"};
  boost::asio::io_context context;
  try {
    bp::process browser(context, *program, {page}, bp::process_stdio{nullptr, nullptr, nullptr},
                        InOwnSession());
    browser.detach();
  } catch (const boost::system::system_error& failure) {
    return explain_exec_failure(*program, failure.code().value());
  }
  return {};
}

#endif

}  // namespace polyglot::process
