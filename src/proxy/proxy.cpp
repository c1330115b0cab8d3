#include <polyglot/proxy/proxy.hpp>

#include "proxy/shell.hpp"

namespace polyglot::proxy {

int run(Setup setup) {
  return Shell(std::move(setup)).run();
}

void report_failure(const std::string& message) {
  (void)Shell(Setup()).run_failed(message);
}

}  // namespace polyglot::proxy
