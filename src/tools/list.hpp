#pragma once

#include "tools/tool.hpp"

namespace polyglot::tools {

extern const Tool kDumpBook;
extern const Tool kInfoBook;
extern const Tool kMergeBook;
extern const Tool kPerft;

}  // namespace polyglot::tools
