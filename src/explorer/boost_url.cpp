// SPDX-License-Identifier: MIT
// Boost.URL, compiled here once rather than taken as a library. Since 1.82 it is a library alone.
#include <boost/version.hpp>
#if BOOST_VERSION < 108200
#include <boost/url/src.hpp>
#endif
