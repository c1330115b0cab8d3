// SPDX-License-Identifier: MIT
#include <polyglot/os/mapping.hpp>

namespace polyglot::os {

/// Windows lets nobody shorten or remove a mapped file, and many file systems let nobody replace it. Users do
/// that with a book that a GUI has open.
Result<Mapping> Mapping::of(const File& file, std::uint64_t /*size*/) {
  return Error{"is not mapped on Windows, so that it can be replaced", file.path()};
}

Mapping::~Mapping() = default;

}  // namespace polyglot::os
