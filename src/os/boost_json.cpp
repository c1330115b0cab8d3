// SPDX-License-Identifier: MIT
// The one translation unit that Boost.JSON is compiled in; whoever includes its headers links deps::json.
#include <boost/json/src.hpp>
