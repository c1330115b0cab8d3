// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polyglot::os {

/// The places where a file of our share folder may be, the best first. For a program installed as
/// PREFIX/bin/polyglot that is PREFIX/share/polyglot; then comes the folder config of the sources that the
/// program was built from. Empty if the system does not tell where the program is. The places may not exist.
[[nodiscard]] std::vector<std::string> shared_file_places(std::string_view name);

/// Where a package of the system installs a shared file such as "scid/data/scid.eco". The file may not exist.
[[nodiscard]] std::string packaged_file_place(std::string_view name);

}  // namespace polyglot::os
