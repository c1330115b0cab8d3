// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <polyglot/process/engine_process.hpp>

/// For a test of what POSIX alone cannot promise: a member of SupervisionPromises.
#define SKIP_WITHOUT(promise)                               \
  if (!::polyglot::process::supervision_promises().promise) \
  GTEST_SKIP() << "this system cannot promise it: " #promise
