// SPDX-License-Identifier: MIT
#include "builder/problem_log.hpp"
#include <algorithm>
#include <span>
#include <utility>

namespace polyglot::builder {
namespace {

constexpr std::size_t kLoggedTextLimit = std::size_t{1} << 16;

}  // namespace

Result<void> ProblemLog::open(const std::string& report, std::size_t shown) {
  shown_ = std::max<std::size_t>(shown, 1);
  if (report.empty()) return {};
  auto file = os::AtomicFile::create(report);
  if (!file) return file.error();
  report_.emplace(std::move(*file));
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
  if (report_) {
    waiting_text_.append(problem.to_string()).append("\n");
    if (waiting_text_.size() >= kLoggedTextLimit) flush();
  }
  if (first_.size() < shown_) first_.push_back(std::move(problem));
}

void ProblemLog::flush() {
  auto written = report_->write(std::as_bytes(std::span(waiting_text_)));
  if (!written && !failure_) failure_ = written.error();
  waiting_text_.clear();
}

std::uint64_t ProblemLog::count() const {
  const std::scoped_lock lock(mutex_);
  return count_;
}

std::vector<Problem> ProblemLog::first() const {
  const std::scoped_lock lock(mutex_);
  return first_;
}

Error ProblemLog::first_error() const {
  const Problem problem = first().front();
  return {problem.what, problem.place};
}

Result<void> ProblemLog::close(Summary& summary) {
  summary.problems = count();
  summary.first_problems = first();
  if (!report_) return {};
  flush();
  if (failure_) return *failure_;
  return report_->commit();
}

}  // namespace polyglot::builder
