// SPDX-License-Identifier: MIT
#include "analysis/faulty_files.hpp"
#include <list>
#include <sqlite3.h>
#include <utility>

namespace polyglot::analysis::test {
namespace {

using Call = FaultyFiles::Call;

/// The calls of a kind of file, and those that they replace.
struct Methods {
  sqlite3_io_methods faulty;  ///< the first member: a file points to it
  const sqlite3_io_methods* real;
};

std::function<int(Call)> chosen_fault;
sqlite3_vfs* real_system = nullptr;
sqlite3_vfs faulty_system;

const sqlite3_io_methods& real(sqlite3_file* file) {
  return *reinterpret_cast<const Methods*>(file->pMethods)->real;
}

int fault_of(Call call) {
  return chosen_fault ? chosen_fault(call) : SQLITE_OK;
}

const sqlite3_io_methods* with_faults(const sqlite3_io_methods* methods) {
  static std::list<Methods> kinds;
  for (const Methods& kind : kinds)
    if (kind.real == methods) return &kind.faulty;
  Methods& kind = kinds.emplace_back(Methods{*methods, methods});
  kind.faulty.xRead = [](sqlite3_file* file, void* to, int size, sqlite3_int64 at) {
    const int fault = fault_of(Call::read);
    return fault == SQLITE_OK ? real(file).xRead(file, to, size, at) : fault;
  };
  kind.faulty.xWrite = [](sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
    const int fault = fault_of(Call::write);
    if (fault == SQLITE_OK) return real(file).xWrite(file, from, size, at);
    // A disk that gets full takes a part.
    (void)real(file).xWrite(file, from, size / 2, at);
    return fault;
  };
  kind.faulty.xSync = [](sqlite3_file* file, int flags) {
    const int fault = fault_of(Call::sync);
    return fault == SQLITE_OK ? real(file).xSync(file, flags) : fault;
  };
  kind.faulty.xTruncate = [](sqlite3_file* file, sqlite3_int64 size) {
    const int fault = fault_of(Call::truncate);
    return fault == SQLITE_OK ? real(file).xTruncate(file, size) : fault;
  };
  kind.faulty.xShmMap = [](sqlite3_file* file, int part, int size, int extend, void volatile** memory) {
    const int fault = fault_of(Call::share_memory);
    return fault == SQLITE_OK ? real(file).xShmMap(file, part, size, extend, memory) : fault;
  };
  // Reading through a mapping would be no call.
  kind.faulty.xFetch = [](sqlite3_file*, sqlite3_int64, int, void** memory) {
    *memory = nullptr;
    return SQLITE_OK;
  };
  return &kind.faulty;
}

int open_file(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* result) {
  file->pMethods = nullptr;
  if (const int fault = fault_of(Call::open); fault != SQLITE_OK) return fault;
  const int code = real_system->xOpen(real_system, name, file, flags, result);
  if (file->pMethods != nullptr) file->pMethods = with_faults(file->pMethods);
  return code;
}

}  // namespace

FaultyFiles::FaultyFiles(std::function<int(Call)> fault) {
  chosen_fault = std::move(fault);
  real_system = sqlite3_vfs_find(nullptr);
  faulty_system = *real_system;
  faulty_system.zName = "faulty";
  faulty_system.xOpen = open_file;
  sqlite3_vfs_register(&faulty_system, 1);
}

FaultyFiles::~FaultyFiles() {
  sqlite3_vfs_unregister(&faulty_system);
  sqlite3_vfs_register(real_system, 1);
  chosen_fault = nullptr;
}

}  // namespace polyglot::analysis::test
