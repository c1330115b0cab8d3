// SPDX-License-Identifier: MIT
#include <polyglot/ascii.hpp>
#include <polyglot/book/book_format.hpp>
#include <polyglot/builder/build.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>
#include <polyglot/os/streams.hpp>
#include <polyglot/pgn/input.hpp>

#include "builder/run.hpp"

namespace polyglot::builder {

namespace {

namespace fs = std::filesystem;

/// Packed files that cannot be read are found, too, so that an error names them.
bool is_pgn_name(std::string_view path) {
  const std::string name = lower_case(path);
  return std::ranges::any_of(std::array{".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".pgn.xz", ".pgn.zip"},
                             [&](const char* ending) { return name.ends_with(ending); });
}

/// A folder inside that cannot be read stays in the list, so that an error names it.
void find_files(const fs::path& folder, std::vector<std::string>& found, std::error_code& error) {
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_directory(ignored) && !at->is_symlink(ignored)) {
      std::error_code locked;
      find_files(at->path(), found, locked);
      if (locked) found.push_back(at->path().string());
    } else if (at->is_regular_file(ignored) && is_pgn_name(at->path().filename().string())) {
      found.push_back(at->path().string());
    }
  }
}

void add_folder(const std::string& folder, std::vector<std::string>& files) {
  std::error_code error;
  std::vector<std::string> found;
  find_files(folder, found, error);
  if (error) throw Failure("the folder cannot be read: " + error.message(), folder);
  if (found.empty()) throw Failure("the folder holds no PGN files", folder);
  std::ranges::sort(found);
  files.insert(files.end(), found.begin(), found.end());
}

/// Failure: the file cannot be opened. We do not try a pipe, because it would lose its first bytes.
void check_file(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status) || fs::is_regular_file(status)) (void)pgn::Input::open(path).value();
}

}  // namespace

Result<std::vector<std::string>> input_files(const std::vector<std::string>& arguments) {
  return result_of([&] {
    std::vector<std::string> files;
    for (const std::string& argument : arguments) {
      std::error_code error;
      if (argument != "-" && fs::is_directory(argument, error)) {
        add_folder(argument, files);
        continue;
      }
      if (argument != "-") check_file(argument);
      files.push_back(argument);
    }
    return files;
  });
}

namespace {

/// Whether two names are the same file. Devices like terminals are ignored, because they may be read and
/// written at once.
bool are_same(const std::string& first, const std::string& second) {
  const os::PathKind kind = os::kind_of(first);
  if (kind != os::PathKind::missing && os::kind_of(second) != os::PathKind::missing) {
    const auto one = os::stamp_of(first);
    const auto other = os::stamp_of(second);
    return kind == os::PathKind::file && one && other && one->is_same_file(*other);
  }
  std::error_code error;
  return std::filesystem::weakly_canonical(first, error) == std::filesystem::weakly_canonical(second, error);
}

void check_is_no_input(const std::string& path, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (are_same(path, input == "-" ? os::kStandardInputFile : input))
      throw Failure("is an input, and would be overwritten: choose another name", path);
}

}  // namespace

void check_files(const Settings& settings) {
  const std::string* const outputs[] = {&settings.output, &settings.report, &settings.counts};
  for (const std::string* const* output = std::begin(outputs); output != std::end(outputs); ++output) {
    const std::string& path = **output;
    if (path.empty()) continue;
    os::check_kind_of_output(path).value();
    check_is_no_input(path, settings.inputs);
    const auto kind = &path == &settings.report                          ? book::FileKind::text
                      : &path == &settings.counts || settings.counted_by ? book::FileKind::counts
                                                                         : book::FileKind::book;
    book::check_output(path, kind).value();
    for (const std::string* const* other = std::begin(outputs); other != output; ++other)
      if (!(*other)->empty() && are_same(path, **other))
        throw Failure(&path == &settings.report ? "cannot be the book and the report"
                                                : "cannot be the file of counts and another output",
                      path);
  }
  check_is_no_input(settings.output, settings.added);
  if (!settings.temporary_folder.empty()) (void)os::File::open_temporary(settings.temporary_folder).value();
}

}  // namespace polyglot::builder
