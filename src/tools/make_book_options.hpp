#pragma once

#include <polyglot/builder/build.hpp>

#include "tools/tool.hpp"

namespace polyglot::tools {

void declare_make_book(Syntax& syntax);

/// What the options ask for, inputs and all. Error: the option and what is wrong with it.
[[nodiscard]] Result<builder::Settings> make_book_settings(const Arguments& arguments);

}  // namespace polyglot::tools
