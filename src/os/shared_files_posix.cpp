// SPDX-License-Identifier: MIT
#include <polyglot/os/shared_files.hpp>

namespace polyglot::os {

/// POSIX does not say where the program is. The places are where it was configured to be installed, and the
/// folder config of its sources.
std::vector<std::string> shared_file_places(std::string_view name) {
  return {std::string(POLYGLOT_SHARE_PATH "/").append(name),
          std::string(POLYGLOT_CONFIG_PATH "/").append(name)};
}

std::string packaged_file_place(std::string_view name) {
  return std::string("/usr/share/").append(name);
}

}  // namespace polyglot::os
