// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <vector>

#include <boost/endian/arithmetic.hpp>
#include <boost/unordered/unordered_flat_map.hpp>

#include <polyglot/book/learned_games.hpp>
#include <polyglot/os/atomic_file.hpp>
#include <polyglot/os/file.hpp>

namespace polyglot::book {
namespace {

namespace fs = std::filesystem;

/// The first bytes of a file with games.
constexpr std::string_view kMarkOfGames = "POLYGLOT GAMES 1";

struct StoredGame {
  boost::endian::big_uint64_t fingerprint;
  boost::endian::big_uint32_t times_of_white;
  boost::endian::big_uint32_t times_of_black;
};
static_assert(sizeof(StoredGame) == kMarkOfGames.size());

/// Numbers of times, by Color.
using Times = std::array<std::uint32_t, 2>;

/// The endings of the two files beside the results.
constexpr std::string_view kGames = ".games";
constexpr std::string_view kPromised = ".next";

Failure damaged(const std::string& path, std::uint64_t offset) {
  return Failure("is no list of learned games, or damaged at offset " + std::to_string(offset) +
                     "; move it away to go on, and no game counts as learned before",
                 path);
}

}  // namespace

std::string learned_games_file(const std::string& results) {
  std::error_code error;
  const bool is_link = fs::is_symlink(results, error);
  const fs::path real = is_link ? fs::canonical(results, error) : fs::path(results);
  return (real.empty() ? results : real.string()) + std::string(kGames);
}

struct LearnedGames::State {
  explicit State(std::string name) : path(std::move(name)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (!lock || !games.empty()) return;
    const auto size = lock->size();
    std::error_code none;
    if (size && *size == 0) fs::remove(path, none);
  }

  /// Loads the promised games if the results were replaced, otherwise those of the file. A promised file
  /// starts with the stamp of the new results.
  void load_valid(const os::File* file) {
    const std::string name = promised();
    std::error_code none;
    if (fs::exists(name, none)) {
      const auto other = os::File::open(name).value();
      os::FileStamp stamp;
      const auto got = other.read_at(0, std::as_writable_bytes(std::span(&stamp, 1))).value();
      const auto now = os::stamp_of(path.substr(0, path.size() - kGames.size()));
      if (got == sizeof stamp && now && *now == stamp) return load(other, sizeof stamp);
    }
    if (file != nullptr) load(*file, 0);
  }
  [[nodiscard]] std::string promised() const { return path + std::string(kPromised); }

  void load(const os::File& file, std::uint64_t start) {
    const std::uint64_t size = file.size().value() - start;
    if (size == 0) return;
    std::vector<StoredGame> stored(size / sizeof(StoredGame));
    if (size % sizeof(StoredGame) != 0) throw damaged(path, stored.size() * sizeof(StoredGame));
    (void)file.read_at(start, std::as_writable_bytes(std::span(stored))).value();
    if (std::memcmp(stored.data(), kMarkOfGames.data(), kMarkOfGames.size()) != 0) throw damaged(path, 0);
    for (std::size_t i = 1; i < stored.size(); ++i) {
      const StoredGame& game = stored[i];
      if (i > 1 && game.fingerprint <= stored[i - 1].fingerprint) throw damaged(path, i * sizeof(StoredGame));
      games.emplace(game.fingerprint, Times{game.times_of_white, game.times_of_black});
    }
  }

  [[nodiscard]] std::vector<std::byte> bytes() const {
    std::vector<StoredGame> stored(1);
    std::memcpy(stored.data(), kMarkOfGames.data(), kMarkOfGames.size());
    for (const auto& [fingerprint, times] : games)
      stored.push_back({.fingerprint = fingerprint, .times_of_white = times[0], .times_of_black = times[1]});
    std::ranges::sort(stored.begin() + 1, stored.end(), {},
                      [](const StoredGame& game) { return game.fingerprint.value(); });
    const auto all = std::as_bytes(std::span(stored));
    return {all.begin(), all.end()};
  }

  std::string path;
  std::optional<os::File> lock = std::nullopt;  ///< the file that had the name when it was locked
  std::optional<os::AtomicFile> next = std::nullopt;
  boost::unordered_flat_map<std::uint64_t, Times> games = {};
};

LearnedGames::LearnedGames(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
LearnedGames::LearnedGames(LearnedGames&& other) noexcept = default;
LearnedGames::~LearnedGames() = default;

Result<LearnedGames> LearnedGames::read(const std::string& path) {
  return result_of([&] {
    auto state = std::make_unique<State>(path);
    std::error_code none;  // an error means that the file is missing
    std::optional<os::File> file;
    if (fs::exists(path, none)) file = os::File::open(path).value();
    state->load_valid(file ? &*file : nullptr);
    return LearnedGames(std::move(state));
  });
}

Result<LearnedGames> LearnedGames::open_locked(const std::string& path, std::chrono::milliseconds patience) {
  return result_of([&] {
    auto state = std::make_unique<State>(path);
    // A process that locks a file without games removes it at the end, so we may have to try again.
    constexpr int kMostTries = 100;
    for (int tries = 1; !state->lock; ++tries) {
      (void)os::write_new_file(path, "").value();
      auto locked = os::open_locked(path, patience);
      std::error_code none;
      if (locked || tries == kMostTries || fs::exists(path, none))
        state->lock.emplace(std::move(locked).value());
    }
    if (const auto loaded = result_of([&] { state->load_valid(&*state->lock); }); !loaded) {
      state->lock.reset();  // so that the destructor does not remove the file
      loaded.value();
    }
    return LearnedGames(std::move(state));
  });
}

std::uint32_t LearnedGames::times(std::uint64_t fingerprint, chess::Color side) const noexcept {
  const auto game = state_->games.find(fingerprint);
  return game == state_->games.end() ? 0 : game->second[static_cast<std::size_t>(side)];
}

void LearnedGames::set_times(std::uint64_t fingerprint, chess::Color side, std::uint32_t times) {
  Times& of_game = state_->games[fingerprint];
  of_game[static_cast<std::size_t>(side)] = times;
  if (of_game == Times{}) state_->games.erase(fingerprint);
}

Result<void> LearnedGames::prepare() {
  return result_of([this] {
    state_->next.reset();
    if (state_->games.empty()) return;
    auto file = os::AtomicFile::create(state_->path).value();
    file.write(state_->bytes()).value();
    file.flush().value();
    state_->next.emplace(std::move(file));
  });
}

Result<void> LearnedGames::promise(const os::FileStamp& stamp_of_new_results) const {
  return result_of([&] {
    auto file = os::AtomicFile::create(state_->promised()).value();
    file.write(std::as_bytes(std::span(&stamp_of_new_results, 1))).value();
    file.write(state_->bytes()).value();
    file.commit().value();
  });
}

Result<void> LearnedGames::commit() {
  std::error_code error;
  if (state_->next) {
    if (auto done = state_->next->commit(); !done) return done;
  } else {
    fs::remove(state_->path, error);
  }
  if (!error) fs::remove(state_->promised(), error);
  return error ? Result<void>(Error{error.message(), state_->path}) : Result<void>();
}

}  // namespace polyglot::book
