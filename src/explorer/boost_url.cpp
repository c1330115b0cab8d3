// SPDX-License-Identifier: MIT
// Compiles Boost.URL here, because Polyglot does not link its library. It has no header-only form since 1.82.
#include <boost/version.hpp>
#if BOOST_VERSION < 108200
// Boost includes <iostream> without using it. That would set up eight streams whenever Polyglot starts.
#define _GLIBCXX_IOSTREAM  // NOLINT(bugprone-reserved-identifier): the guard of libstdc++
#include <ostream>

#include <boost/url/src.hpp>
#endif
