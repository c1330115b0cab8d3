// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <sys/stat.h>
#include <sys/types.h>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::os {

/// A file in `folder` that has no name yet. Owns nothing where system or file system have no such files;
/// errno says why. `access`: O_WRONLY or O_RDWR.
[[nodiscard]] Descriptor open_nameless(const std::string& folder, int access, mode_t mode);
/// Whether name_file() will find it.
[[nodiscard]] bool can_be_named(const Descriptor& file);
/// 0, or -1 and errno is set.
[[nodiscard]] int name_file(const Descriptor& file, const std::string& path);

/// What the link `path` leads to, and in `status` whose it is. Nothing: it is no link. Empty: it cannot be
/// read, errno says why.
[[nodiscard]] std::optional<std::string> read_link(const std::string& path, struct stat& status);

}  // namespace polyglot::os
