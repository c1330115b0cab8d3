#pragma once

#include "tools/tool.hpp"

namespace polyglot::tools {

extern const Tool kExplore;
extern const Tool kKey;
extern const Tool kPerft;
extern const Tool kProbe;

}  // namespace polyglot::tools
