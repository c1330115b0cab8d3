// SPDX-License-Identifier: MIT
// Boost.JSON is compiled in this translation unit only. Whoever includes its headers links deps::json.
#include <boost/json/src.hpp>
