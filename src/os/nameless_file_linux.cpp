// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <climits>
#include <fcntl.h>
#include <unistd.h>

#include <polyglot/os/descriptor_posix.hpp>

#include "os/calls_posix.hpp"
#include "os/nameless_file_posix.hpp"

namespace polyglot::os {
namespace {

/// The name under /proc by which linkat() can give the file a real name.
std::string name_in_proc(const Descriptor& file) {
  return "/proc/self/fd/" + std::to_string(number_of(file));
}

}  // namespace

Descriptor open_nameless(const std::string& folder, int access, mode_t mode) {
  return own(make_call(Call::open_nameless,
                       [&] { return ::open(folder.c_str(), O_TMPFILE | access | O_CLOEXEC, mode); }));
}

bool can_be_named(const Descriptor& file) {
  return ::access(name_in_proc(file).c_str(), F_OK) == 0;
}

int name_file(const Descriptor& file, const std::string& path) {
  return make_call(Call::link, [&] {
    return ::linkat(AT_FDCWD, name_in_proc(file).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
  });
}

std::optional<std::string> read_link(const std::string& path, struct stat& status) {
  const Descriptor found = own(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  if (!found || ::fstat(number_of(found), &status) != 0 || !S_ISLNK(status.st_mode)) return std::nullopt;
  std::array<char, PATH_MAX> text{};
  const ssize_t size = ::readlinkat(number_of(found), "", text.data(), text.size());
  return std::string(text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
}

}  // namespace polyglot::os
