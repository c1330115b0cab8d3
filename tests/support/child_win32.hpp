// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::test {

/// Throws, with the system's last error, if something has failed.
void check(bool succeeded, const char* what);

/// A file that children inherit: a new one to append to, or one to read from.
[[nodiscard]] os::Descriptor create_inherited(const std::string& path);
[[nodiscard]] os::Descriptor open_inherited(const std::string& path);

/// An anonymous pipe.
struct Pipe {
  os::Descriptor read;
  os::Descriptor write;

  /// Children inherit this end.
  explicit Pipe(os::Descriptor Pipe::*inherited);
};

/// How a child is started, in UTF-8. All handles that can be inherited are.
struct ChildLaunch {
  std::vector<std::string> argv;         ///< the path of the program, then its arguments
  std::string folder;                    ///< its current folder; empty: ours
  std::vector<std::string> environment;  ///< NAME=VALUE, besides our own
  void* input = nullptr;
  void* output = nullptr;
  void* errors = nullptr;
  unsigned long flags = 0;  ///< of CreateProcessW()
};

struct Child {
  os::Descriptor process;
  os::Descriptor thread;  ///< its first, which waits if the flags had CREATE_SUSPENDED
  unsigned long id = 0;
};

[[nodiscard]] Child start_child(const ChildLaunch& launch);

}  // namespace polyglot::test
