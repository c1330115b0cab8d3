#include "process/boost_process.hpp"

#if BOOST_VERSION < 108600
#include <boost/process/v2/src.hpp>
#endif
