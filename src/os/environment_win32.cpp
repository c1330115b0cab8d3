// SPDX-License-Identifier: MIT
#include <windows.h>
#include <cstdlib>

#include <boost/nowide/convert.hpp>

#include <polyglot/os/descriptor.hpp>
#include <polyglot/os/environment.hpp>

namespace polyglot::os {

Environment own_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const std::wstring wide = boost::nowide::widen(name);
    ::SetLastError(ERROR_SUCCESS);
    std::wstring value(::GetEnvironmentVariableW(wide.c_str(), nullptr, 0), L'\0');
    if (value.empty() && ::GetLastError() != ERROR_SUCCESS) return std::nullopt;
    value.resize(::GetEnvironmentVariableW(wide.c_str(), value.data(), static_cast<DWORD>(value.size())));
    return boost::nowide::narrow(value);
  };
}

std::string own_process_id() {
  return std::to_string(::GetCurrentProcessId());
}

std::tm local_time(std::time_t time) noexcept {
  std::tm local{};
  ::_localtime64_s(&local, &time);
  return local;
}

}  // namespace polyglot::os
