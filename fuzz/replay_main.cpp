// SPDX-License-Identifier: MIT
/// For compilers without libFuzzer: fuzz_replay TARGET [--seconds N] FILE|FOLDER... It feeds every file to
/// the fuzz target once, as a regression test of the corpus. Then, for N seconds, it feeds inputs that are
/// made from these files. The last one is in ./last-input.

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What libFuzzer would call; here each target has a name of its own.
#define FUZZ_TARGET(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
#include "fuzz_targets.inc"
#undef FUZZ_TARGET

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_in(const fs::path& path) {
  if (!fs::is_directory(path)) return {path};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) files.push_back(entry.path());
  return files;
}

using Target = int (*)(const std::uint8_t* data, std::size_t size);

/// Nothing if there is no such target.
Target target_of(std::string_view name) {
#define FUZZ_TARGET(target) \
  if (name == #target) return fuzz_##target;
#include "fuzz_targets.inc"
#undef FUZZ_TARGET
  return nullptr;
}

void run(Target target, const std::string& input) {
  target(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::string replay(Target target, const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string input{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  std::fprintf(stderr, "%s\n", file.c_str());  // the last one printed is the one that failed
  run(target, input);
  return input;
}

/// Makes new inputs from others. Unlike libFuzzer, it does not see which code they reach.
class Maker {
 public:
  explicit Maker(std::vector<std::string> inputs) : inputs_(std::move(inputs)) {}

  [[nodiscard]] std::string make() {
    std::string input = any();
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(input);
    return input;
  }

 private:
  static constexpr std::size_t kLongestPiece = 64;

  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }
  const std::string& any() { return inputs_[below(inputs_.size())]; }
  std::string_view piece_of(std::string_view text) {
    return text.substr(below(text.size() + 1), 1 + below(kLongestPiece));
  }

  void change(std::string& input) {
    const std::size_t place = below(input.size() + 1);
    switch (below(5)) {
      case 0:
        if (place < input.size()) input[place] = static_cast<char>(below(256));
        break;
      case 1:
        if (place < input.size()) input[place] = static_cast<char>(input[place] ^ (1 << below(8)));
        break;
      case 2:
        input.erase(place, 1 + below(kLongestPiece));
        break;
      case 3:
        input.insert(place, piece_of(any()));
        break;
      default:
        input.insert(place, std::string(piece_of(input)));
    }
  }

  std::vector<std::string> inputs_;
  std::mt19937_64 random_{std::random_device()()};
};

std::size_t run_for(Target target, std::chrono::seconds time, std::vector<std::string> inputs) {
  const auto end = std::chrono::steady_clock::now() + time;
  Maker maker(std::move(inputs));
  std::size_t count = 0;
  for (; std::chrono::steady_clock::now() < end; ++count) {
    const std::string input = maker.make();
    std::ofstream("last-input", std::ios::binary) << input;
    run(target, input);
  }
  fs::remove("last-input");
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> inputs;
  std::chrono::seconds time{0};
  const auto arguments = std::span(argv, static_cast<std::size_t>(argc)).subspan(1);
  const Target target = arguments.empty() ? nullptr : target_of(arguments.front());
  if (target == nullptr) {
    std::fprintf(stderr,
                 "fuzz_replay TARGET [--seconds N] FILE|FOLDER...: name a target of fuzz/CMakeLists.txt\n");
    return 1;
  }
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    if (std::string_view(arguments[i]) == "--seconds" && i + 1 < arguments.size())
      time = std::chrono::seconds(std::stoi(arguments[++i]));
    else
      for (const fs::path& file : inputs_in(arguments[i])) inputs.push_back(replay(target, file));
  }
  std::printf("%zu inputs\n", inputs.size());
  if (inputs.empty()) return 1;
  if (time.count() > 0) std::printf("%zu made of them\n", run_for(target, time, std::move(inputs)));
  return 0;
}
