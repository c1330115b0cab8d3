#include <cstdlib>

#include <polyglot/process/environment.hpp>

namespace polyglot::process {

Environment own_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

}  // namespace polyglot::process
