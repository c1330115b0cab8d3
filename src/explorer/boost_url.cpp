// SPDX-License-Identifier: MIT
// Compiles Boost.URL here, so that no library is needed. Since 1.82 it exists only as a library.
#include <boost/version.hpp>
#if BOOST_VERSION < 108200
#include <boost/url/src.hpp>
#endif
