#include <polyglot/proxy/proxy.hpp>

#include "proxy/shell.hpp"

namespace polyglot::proxy {

int run(const Setup& setup) {
  return Shell(setup).run();
}

void report_failure(const std::string& message) {
  (void)Shell(Setup()).run_failed(message);
}

}  // namespace polyglot::proxy
