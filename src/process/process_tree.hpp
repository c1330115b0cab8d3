#pragma once

#include <sys/types.h>
#include <vector>

namespace polyglot::process {

/// The threads of process `root` and of all its descendants at this moment; empty if it is gone.
/// What is started meanwhile inherits from its parent, so a second look is not needed for limits.
[[nodiscard]] std::vector<pid_t> threads_of_tree(pid_t root);

}  // namespace polyglot::process
