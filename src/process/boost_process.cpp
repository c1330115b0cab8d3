// SPDX-License-Identifier: MIT
// Boost.Process v2 is a library from 1.86 on. Of earlier versions, this file compiles once what we use. It
// cannot include <boost/process/v2/src.hpp>: the environment of 1.81 does not compile for Windows.
#define BOOST_PROCESS_V2_SOURCE
#include "process/boost_process.hpp"
// They need the headers above.
#include <boost/process/v2/detail/impl/last_error.ipp>
#include <boost/process/v2/detail/impl/throw_error.ipp>
#include <boost/process/v2/detail/impl/utf8.ipp>
#include <boost/process/v2/impl/default_launcher.ipp>
#include <boost/process/v2/impl/error.ipp>
#include <boost/process/v2/impl/process_handle.ipp>
