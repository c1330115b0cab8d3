// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::os {

/// Creates a file without a name in `folder`. Owns nothing if the file system has no such files; errno
/// says why. `access`: O_WRONLY or O_RDWR.
[[nodiscard]] Descriptor open_nameless(const std::string& folder, int access, mode_t mode);
/// Whether name_file() can give this file a name.
[[nodiscard]] bool can_be_named(const Descriptor& file);
/// Gives the file a name. Returns 0, or -1 and sets errno.
[[nodiscard]] int name_file(const Descriptor& file, const std::string& path);

/// The target of the symbolic link `path`, and its owner in `status`. Nothing if it is not a link. Empty if
/// it cannot be read; errno says why.
[[nodiscard]] std::optional<std::string> read_link(const std::string& path, struct stat& status);

}  // namespace polyglot::os
