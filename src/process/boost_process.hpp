#pragma once

// The one place that knows how Boost.Process v2 is packaged: up to 1.85 a source file of ours compiles it
// (boost_process.cpp), since 1.86 it is a library.
#include <boost/process/v2/posix/default_launcher.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/version.hpp>
