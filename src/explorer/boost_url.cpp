// SPDX-License-Identifier: MIT
// Boost.URL, compiled here once rather than taken as a library.
#include <boost/url/src.hpp>
