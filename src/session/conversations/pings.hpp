// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::session {

/// The unanswered pings of an XBoard GUI. The oldest ones have been passed on to the engine. The others wait,
/// because the engine thinks.
///
/// A GUI pings after it has changed the game, and the pong shows that the engine knows the change. Without a
/// ping nobody can know, so the engine's moves are accepted.
class Pings {
 public:
  /// The GUI has changed the game by a command that the engine does not answer.
  void game_changed() noexcept { has_changed_ = true; }
  /// The GUI has pinged. `waits`: the ping is not passed on now.
  void add(std::string_view tag, bool waits) {
    tags_.emplace_back(tag);
    bytes_ += bytes_of(tags_.back());
    if (!waits) ++passed_on_;
    if (std::exchange(has_changed_, false)) ping_of_change_ = answered_ + tags_.size();
  }
  /// The first waiting ping has been passed on; pass_all_on(): all of them.
  void pass_on() noexcept { ++passed_on_; }
  void pass_all_on() noexcept { passed_on_ = tags_.size(); }
  /// The engine has answered its oldest ping, if it has got any.
  void engine_answers() noexcept {
    if (passed_on_ > 0) --passed_on_;
  }
  /// The engine is lost, so all pings wait again. Returns how many had been passed on.
  std::size_t take_back() noexcept { return std::exchange(passed_on_, 0); }
  /// Removes the oldest ping, because the GUI gets its answer now. There must be one.
  std::string take() {
    std::string tag = std::move(tags_.front());
    tags_.pop_front();
    bytes_ -= bytes_of(tag);
    ++answered_;
    return tag;
  }

  [[nodiscard]] bool any() const noexcept { return !tags_.empty(); }
  [[nodiscard]] bool any_waits() const noexcept { return passed_on_ < tags_.size(); }
  [[nodiscard]] bool engine_owes() const noexcept { return passed_on_ > 0; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  /// The number of pings that the GUI has got an answer to.
  [[nodiscard]] std::uint64_t answered() const noexcept { return answered_; }
  /// The GUI has pinged after its last change of the game, and the engine has not answered that ping.
  [[nodiscard]] bool change_is_unanswered() const noexcept { return answered_ < ping_of_change_; }
  /// The engine has answered a ping after the last change of the game.
  [[nodiscard]] bool engine_knows_game() const noexcept { return !has_changed_ && !change_is_unanswered(); }
  /// Sends another engine the waiting pings, or those that the previous engine has got.
  void print(bool waiting, std::string& to_engine) const {
    const auto first_waiting = tags_.begin() + static_cast<std::ptrdiff_t>(passed_on_);
    auto tag = waiting ? first_waiting : tags_.begin();
    for (const auto end = waiting ? tags_.end() : first_waiting; tag != end; ++tag)
      to_engine.append("ping ").append(*tag) += '\n';
  }

 private:
  [[nodiscard]] static std::size_t bytes_of(const std::string& tag) noexcept {
    return sizeof(std::string) + tag.size();
  }

  std::deque<std::string> tags_;  ///< the oldest first
  std::size_t passed_on_ = 0;     ///< number of first tags that the engine has got
  std::size_t bytes_ = 0;         ///< sum of bytes_of() the tags
  std::uint64_t answered_ = 0;
  std::uint64_t ping_of_change_ = 0;  ///< number of the first ping after the last change, from 1; 0: none
  bool has_changed_ = false;          ///< the game has changed since the last ping
};

/// Pings of ours, which mark the end of what an engine was told. Its output before the pong belongs to that.
class EndMarks {
 public:
  void send(std::string& to_engine) {
    fmt::format_to(std::back_inserter(to_engine), "ping {}\n", kAboveGui + ++sent_);
  }
  /// True if a line answers one of these pings.
  [[nodiscard]] bool take(std::string_view line) {
    if (take_word(line) != "pong") return false;
    const int number = parse_number<int>(take_word(line)).value_or(0);
    if (number <= kAboveGui) return false;
    seen_ = number - kAboveGui;
    return true;
  }
  /// Another engine has got none of them.
  void forget() noexcept { seen_ = sent_; }
  [[nodiscard]] bool any_due() const noexcept { return sent_ > seen_; }

 private:
  /// Our numbers are above this one. A GUI that pings with such numbers would lose its pongs.
  static constexpr int kAboveGui = 1'000'000'000;

  int sent_ = 0;
  int seen_ = 0;  ///< number of the last one that was answered
};

}  // namespace polyglot::session
