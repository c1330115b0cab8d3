// SPDX-License-Identifier: MIT
// Boost.Process v2: compiled here up to 1.85, a library since 1.86.
#include <boost/version.hpp>

#if BOOST_VERSION < 108600
#include <boost/process/v2/src.hpp>
#endif
