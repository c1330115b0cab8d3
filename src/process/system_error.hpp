#pragma once

#include <polyglot/os/error.hpp>

namespace polyglot::process {

using os::system_text;

}  // namespace polyglot::process
