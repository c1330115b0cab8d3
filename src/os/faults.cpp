// SPDX-License-Identifier: MIT
#include <atomic>
#include <utility>

#include <polyglot/os/faults.hpp>

namespace polyglot::os {
namespace {

std::atomic<const FaultInjection::Choose*> g_choose = nullptr;

}  // namespace

FaultInjection::FaultInjection(Choose choose) : choose_(std::move(choose)) {
  g_choose = &choose_;
}

FaultInjection::~FaultInjection() {
  g_choose = nullptr;
}

Fault fault_of(Call call) {
  const FaultInjection::Choose* const choose = g_choose;
  return choose == nullptr ? Fault{} : (*choose)(call);
}

}  // namespace polyglot::os
