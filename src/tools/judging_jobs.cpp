// SPDX-License-Identifier: MIT
#include "tools/judging_jobs.hpp"
#include <algorithm>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <system_error>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

#include <polyglot/game/notation.hpp>
#include <polyglot/json_text.hpp>
#include <polyglot/os/input.hpp>

#include "tools/text_files.hpp"

namespace polyglot::tools {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr int kVersion = 1;
constexpr const char* kSuffix = ".job";
constexpr std::size_t kMostBytes = std::size_t{1} << 28;

json::object object_of(const std::string& configuration, const analysis::Judge& judge,
                       std::span<const game::Position> positions) {
  json::array fens;
  for (const game::Position& position : positions)
    fens.emplace_back(position.chess() != nullptr
                          ? position.to_fen()
                          : position.to_uci_fen(game::CastlingNotation::king_to_destination));
  return {{"job", kVersion},
          {"configuration", configuration},
          {"engine", judge.engine},
          {"settings", judge.settings},
          {"variant", judge.variant},
          {"nodes", judge.limits.nodes},
          {"depth", judge.limits.depth},
          {"milliseconds", judge.limits.milliseconds},
          {"multipv", judge.multipv},
          {"positions", std::move(fens)}};
}

/// Throws if a member is missing or has another type.
Result<JudgingJob> job_of(const json::object& object, const std::string& path,
                          const VariantOptions& variant) {
  const auto text = [&](const char* name) { return json::value_to<std::string>(object.at(name)); };
  if (const int version = json::value_to<int>(object.at("job")); version != kVersion)
    return Error{
        fmt::format("is a job of version {}, and this Polyglot does jobs of version {}", version, kVersion),
        path};
  auto rules = variant.find(text("variant"), path);
  if (!rules) return rules.error();
  JudgingJob job{
      .rules = *std::move(rules),
      .configuration = text("configuration"),
      .judge = {.engine = text("engine"),
                .settings = text("settings"),
                .variant = text("variant"),
                .limits = {.nodes = json::value_to<std::uint64_t>(object.at("nodes")),
                           .depth = json::value_to<int>(object.at("depth")),
                           .milliseconds = json::value_to<std::uint64_t>(object.at("milliseconds"))},
                .multipv = json::value_to<int>(object.at("multipv"))},
      .positions = {}};
  for (const json::value& fen : object.at("positions").as_array()) {
    auto position = job.rules.read_fen(fen.as_string());
    if (!position) return Error{position.error().to_string(), path};
    job.positions.push_back(*std::move(position));
  }
  return job;
}

}  // namespace

Result<JudgingJob> read_job(const std::string& path, const VariantOptions& variant) {
  std::string text;
  if (const auto error = os::read_file(path, text, kMostBytes)) return Error{error.message(), path};
  try {
    return job_of(json::parse(text).as_object(), path, variant);
  } catch (const std::exception& wrong) {
    return Error{fmt::format("is not a job that analyse --emit-jobs has written: {}", wrong.what()), path};
  }
}

Result<JobWriter> JobWriter::create(const std::string& folder, std::size_t size) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{error.message(), folder};
  const bool empty = fs::is_empty(folder, error);
  if (error) return Error{error.message(), folder};
  if (!empty) return Error{"is not empty; name another folder for these jobs", folder};
  return JobWriter(folder, size);
}

Result<void> JobWriter::write(const std::string& configuration, const analysis::Judge& judge,
                              std::span<const game::Position> positions) {
  for (std::size_t begin = 0; begin < positions.size(); begin += size_) {
    const auto part = positions.subspan(begin, std::min(size_, positions.size() - begin));
    const fs::path file = fs::path(folder_) / fmt::format("{:04}{}", ++count_, kSuffix);
    const std::string text = json_text(object_of(configuration, judge, part)) + "\n";
    if (auto written = write_text(file.string(), text); !written) return written;
  }
  return {};
}

std::string results_of_job(const std::string& job) {
  return fs::path(job).replace_extension(".verdicts").string();
}

Result<std::vector<std::string>> jobs_in(const std::string& folder) {
  std::vector<std::string> jobs;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == kSuffix) jobs.push_back(entry->path().string());
  if (error) return Error{error.message(), folder};
  std::ranges::sort(jobs);
  return {boost::system::in_place_value, std::move(jobs)};
}

}  // namespace polyglot::tools
