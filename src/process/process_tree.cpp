#include "process/process_tree.hpp"
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace polyglot::process {

std::vector<pid_t> threads_of_tree(pid_t root) {
  std::vector<pid_t> threads;
  std::vector<pid_t> processes{root};
  while (!processes.empty()) {
    const std::string tasks = "/proc/" + std::to_string(processes.back()) + "/task";
    processes.pop_back();
    std::error_code gone;
    auto task = std::filesystem::directory_iterator(tasks, gone);
    for (; !gone && task != std::filesystem::directory_iterator(); task.increment(gone)) {
      threads.push_back(std::stoi(task->path().filename().string()));
      std::ifstream children(task->path() / "children");
      for (pid_t child = 0; children >> child;) processes.push_back(child);
    }
  }
  return threads;
}

}  // namespace polyglot::process
