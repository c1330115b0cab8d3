#include "builder/problem_log.hpp"
#include <algorithm>
#include <utility>

namespace polyglot::builder {

Result<void> ProblemLog::open(const std::string& report, std::size_t shown) {
  shown_ = std::max<std::size_t>(shown, 1);
  path_ = report;
  if (path_.empty()) return {};
  report_.open(path_, std::ios::binary | std::ios::trunc);
  if (!report_) return Error{"the report cannot be written", path_};
  return {};
}

void ProblemLog::add(std::uint64_t number, std::vector<Problem> problems) {
  const std::scoped_lock lock(mutex_);
  waiting_.emplace(number, std::move(problems));
  for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_; ++next_) {
    for (Problem& problem : next->second) log(std::move(problem));
    next = waiting_.erase(next);
  }
}

void ProblemLog::log(Problem problem) {
  ++count_;
  if (report_.is_open()) report_ << problem.to_string() << '\n';
  if (first_.size() < shown_) first_.push_back(std::move(problem));
}

std::uint64_t ProblemLog::count() const {
  const std::scoped_lock lock(mutex_);
  return count_;
}

std::vector<Problem> ProblemLog::first() const {
  const std::scoped_lock lock(mutex_);
  return first_;
}

Result<void> ProblemLog::close() {
  if (!report_.is_open()) return {};
  report_.close();
  if (!report_) return Error{"the report cannot be written", path_};
  return {};
}

}  // namespace polyglot::builder
