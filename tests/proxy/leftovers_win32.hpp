// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::proxy::testing {

/// Puts a process, with all that it will start, into a Job Object by which processes_marked() finds them:
/// Windows does not show the environment of other processes.
void mark(const os::Descriptor& process, const std::string& name);

}  // namespace polyglot::proxy::testing
