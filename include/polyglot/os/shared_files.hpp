// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polyglot::os {

/// Returns the places where a file of our share folder may be, the best first. For a program installed as
/// PREFIX/bin/polyglot the first is PREFIX/share/polyglot. Then comes the folder config of the sources from
/// which the program was built. Empty if the system does not report where the program is. They may not exist.
[[nodiscard]] std::vector<std::string> shared_file_places(std::string_view name);

/// Returns the path to which a package of the system installs a shared file such as "scid/data/scid.eco". It
/// may not exist.
[[nodiscard]] std::string packaged_file_place(std::string_view name);

}  // namespace polyglot::os
