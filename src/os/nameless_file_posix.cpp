// SPDX-License-Identifier: MIT
#include <array>
#include <cerrno>
#include <climits>
#include <unistd.h>

#include "os/calls_posix.hpp"
#include "os/nameless_file_posix.hpp"

namespace polyglot::os {

Descriptor open_nameless(const std::string& /*folder*/, int /*access*/, mode_t /*mode*/) {
  errno = EOPNOTSUPP;
  return {};
}

bool can_be_named(const Descriptor& /*file*/) {
  return false;
}

int name_file(const Descriptor& /*file*/, const std::string& /*path*/) {
  errno = EOPNOTSUPP;
  return -1;
}

std::optional<std::string> read_link(const std::string& path, struct stat& status) {
  if (::lstat(path.c_str(), &status) != 0 || !S_ISLNK(status.st_mode)) return std::nullopt;
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlink(path.c_str(), text.data(), text.size());
  return std::string(text.data(), static_cast<std::size_t>(size < 0 ? 0 : size));
}

}  // namespace polyglot::os
