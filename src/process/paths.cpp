#include <system_error>
#include <utility>

#include <polyglot/process/paths.hpp>

#include "process/expansion.hpp"

namespace polyglot::process {

Result<std::string> expand_file_name(std::string_view name, const Environment& environment) {
  std::string expanded;
  std::size_t at = 0;
  if (const auto home = leading_home(name, environment)) {
    expanded = *home;
    at = 1;
  }
  while (at < name.size()) {
    if (name[at] != '$') {
      expanded += name[at++];
      continue;
    }
    const Result<VariableReference> variable = parse_variable(name.substr(at));
    if (!variable) return Error{variable.error().what, std::string(name)};
    if (variable->name.empty()) {
      expanded += name[at++];
      continue;
    }
    const auto value = environment(variable->name);
    if (!value) return Error{"the environment variable " + variable->name + " is not set", std::string(name)};
    expanded += *value;
    at += variable->length;
  }
  return {boost::system::in_place_value, std::move(expanded)};
}

Result<std::filesystem::path> find_file(std::string_view name, const std::filesystem::path& ini_folder,
                                        const Environment& environment) {
  const Result<std::string> expanded = expand_file_name(name, environment);
  if (!expanded) return expanded.error();
  const std::filesystem::path path = *expanded;
  std::error_code ignored;
  const std::filesystem::path first = path.is_absolute() ? path : ini_folder / path;
  if (std::filesystem::exists(first, ignored)) return {boost::system::in_place_value, first};
  if (path.is_absolute() || first == path) return Error{"there is no file " + first.string()};
  if (std::filesystem::exists(path, ignored)) return {boost::system::in_place_value, path};
  const std::filesystem::path second = std::filesystem::absolute(path, ignored);
  return Error{"there is neither a file " + first.string() + " nor " + second.string()};
}

}  // namespace polyglot::process
