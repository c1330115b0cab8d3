// SPDX-License-Identifier: MIT
// std::error_code has the errors of both systems. The texts are those of the C++ library if POSIX knows the
// error, otherwise those of Boost.System: libstdc++ of mingw-w64 has none for errors of Windows.
#include <boost/system/error_code.hpp>

#include <polyglot/os/error.hpp>

#if defined(_WIN32)
#include "os/calls_win32.hpp"
#else
#include <cerrno>
#endif

namespace polyglot::os {

std::string what_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& exception) {
    return exception.what();
  } catch (...) {
    return "unknown";
  }
}

std::error_code last_error() noexcept {
#if defined(_WIN32)
  const auto error = static_cast<int>(::GetLastError());
  if ((error & kOfPosix) != 0) return {error & ~kOfPosix, std::generic_category()};
  return {error, std::system_category()};
#else
  return {errno, std::generic_category()};
#endif
}

std::string system_text(const std::error_code& error) {
#if defined(_WIN32)
  if (error == std::error_code(ERROR_SHARING_VIOLATION, std::system_category()))
    return "another program has it open";
#endif
  const std::error_condition condition = error.default_error_condition();
  if (condition.category() == std::generic_category()) return condition.message();
  return boost::system::error_code(error.value(), boost::system::system_category()).message();
}

std::string system_text(int errno_value) {
  return system_text(std::error_code(errno_value, std::generic_category()));
}

Error system_error(std::string_view what_failed, const std::error_code& error, std::string where) {
  return {.what = std::string(what_failed) + ": " + system_text(error), .where = std::move(where)};
}

Error system_error(std::string_view what_failed, int errno_value, std::string where) {
  return system_error(what_failed, std::error_code(errno_value, std::generic_category()), std::move(where));
}

}  // namespace polyglot::os
