#pragma once

#include "tools/tool.hpp"

namespace polyglot::tools {

extern const Tool kMakeBook;
extern const Tool kPerft;

}  // namespace polyglot::tools
