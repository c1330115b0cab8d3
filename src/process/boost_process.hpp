// SPDX-License-Identifier: MIT
#pragma once

// Boost.Process v2. 1.81 forgets some headers if it uses std::filesystem.
#include <boost/optional.hpp>
#include <boost/type_traits.hpp>
// These need the headers above.
#include <boost/process/v2/default_launcher.hpp>
#include <boost/process/v2/process.hpp>
#include <boost/process/v2/start_dir.hpp>
#include <boost/process/v2/stdio.hpp>
