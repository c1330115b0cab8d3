// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polyglot::os {

/// Where a file of our share folder may be, seen from where this program is, the best first: where the
/// program is installed as PREFIX/bin/polyglot, in PREFIX/share/polyglot; where it was built, in the folder
/// config of the sources. None if the system does not tell where the program is. Nothing is said about
/// whether they exist.
[[nodiscard]] std::vector<std::string> shared_file_places(std::string_view name);

/// Where a file is that a package of the system has installed for all: "scid/data/scid.eco". Nothing is said
/// about whether it exists.
[[nodiscard]] std::string packaged_file_place(std::string_view name);

}  // namespace polyglot::os
