#pragma once

#include "tools/tool.hpp"

namespace polyglot::tools {

extern const Tool kCheckBook;
extern const Tool kDiffBook;
extern const Tool kDumpBook;
extern const Tool kEditBook;
extern const Tool kEpdTest;
extern const Tool kExplore;
extern const Tool kHeader;
extern const Tool kImport;
extern const Tool kInfoBook;
extern const Tool kKey;
extern const Tool kMakeBook;
extern const Tool kMergeBook;
extern const Tool kPerft;
extern const Tool kProbe;

}  // namespace polyglot::tools
