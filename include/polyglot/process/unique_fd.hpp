#pragma once

#include <polyglot/os/descriptor.hpp>

namespace polyglot::process {

using UniqueFd = os::Descriptor;

}  // namespace polyglot::process
