// SPDX-License-Identifier: MIT
// Compiles Boost.URL here, so that no library is needed. Since 1.82 it exists only as a library.
#include <boost/version.hpp>
#if BOOST_VERSION < 108200
// Boost includes <iostream> without using it. Its object would set up eight streams whenever Polyglot starts.
#define _GLIBCXX_IOSTREAM  // NOLINT(bugprone-reserved-identifier): the guard of libstdc++
#include <ostream>

#include <boost/url/src.hpp>
#endif
