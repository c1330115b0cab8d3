// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <polyglot/ascii.hpp>

namespace polyglot::session {

/// Pings of XBoard's protocol: unanswered ones of the GUI, and our own.
///
/// A GUI pings after it has changed the game, and the pong shows that the engine knows the change. Without a
/// ping nobody can know, so the engine's moves are accepted.
class Pings {
 public:
  /// The GUI has changed the game by a command that the engine does not answer.
  void game_changed() noexcept { changed_ = true; }
  /// Adds a ping. `waits`: it is answered when the engine has stopped thinking.
  void ask(std::string_view tag, bool waits) {
    tags_.emplace_back(tag);
    bytes_ += bytes_of(tags_.back());
    if (!waits) ++asked_;
    if (std::exchange(changed_, false)) of_change_ = answered_ + tags_.size();
  }
  /// The engine has been asked for the first waiting ping; pass_all_on(): for all of them.
  void pass_on() noexcept { ++asked_; }
  void pass_all_on() noexcept { asked_ = tags_.size(); }
  /// Treats all pings as not sent to the engine. Returns how many had been sent.
  std::size_t take_back() noexcept { return std::exchange(asked_, 0); }
  /// The engine has answered its oldest ping, if it has got any.
  void engine_answers() noexcept {
    if (asked_ > 0) --asked_;
  }
  /// Removes the first ping, which has been answered. There must be one.
  std::string take() {
    std::string tag = std::move(tags_.front());
    tags_.pop_front();
    bytes_ -= bytes_of(tag);
    ++answered_;
    return tag;
  }

  [[nodiscard]] bool any() const noexcept { return !tags_.empty(); }
  /// any_waits(): some pings wait. engine_owes(): the engine has got some and not answered them.
  [[nodiscard]] bool any_waits() const noexcept { return asked_ < tags_.size(); }
  [[nodiscard]] bool engine_owes() const noexcept { return asked_ > 0; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t answered() const noexcept { return answered_; }
  /// The engine has not answered the ping after the last change yet.
  [[nodiscard]] bool is_stale() const noexcept { return answered_ < of_change_; }
  /// The engine has answered a ping after the last change.
  [[nodiscard]] bool engine_knows_game() const noexcept { return !changed_ && !is_stale(); }
  /// Sends another engine the waiting pings, or the others.
  void print(bool waiting, std::string& to_engine) const {
    const auto first = tags_.begin() + (waiting ? static_cast<std::ptrdiff_t>(asked_) : 0);
    const auto last = waiting ? tags_.end() : tags_.begin() + static_cast<std::ptrdiff_t>(asked_);
    for (auto tag = first; tag != last; ++tag) to_engine.append("ping ").append(*tag) += '\n';
  }

  // ---- Ours: they mark the end of what the engine was told ------------------------------------------------

  void mark(std::string& to_engine) {
    fmt::format_to(std::back_inserter(to_engine), "ping {}\n", kFirstMark + ++marks_);
  }
  /// True if a line answers one of our pings.
  [[nodiscard]] bool take_mark(std::string_view line) {
    if (take_word(line) != "pong") return false;
    const int number = parse_number<int>(take_word(line)).value_or(0);
    if (number <= kFirstMark) return false;
    marks_seen_ = number - kFirstMark;
    return true;
  }
  /// Another engine has got none of our pings.
  void forget_marks() noexcept { marks_seen_ = marks_; }
  /// The number of our pings that the engine has not answered.
  [[nodiscard]] int marks_due() const noexcept { return marks_ - marks_seen_; }

 private:
  /// Our numbers are above this one. A GUI that pings with such numbers would lose its pongs.
  static constexpr int kFirstMark = 1'000'000'000;

  [[nodiscard]] static std::size_t bytes_of(const std::string& tag) noexcept {
    return sizeof(std::string) + tag.size();
  }

  std::deque<std::string> tags_;
  std::size_t asked_ = 0;  ///< number of first tags that the engine has got; the others wait
  std::size_t bytes_ = 0;
  std::uint64_t answered_ = 0;
  std::uint64_t of_change_ = 0;  ///< number of the ping after the last change
  bool changed_ = false;         ///< the game has changed since the last ping
  int marks_ = 0;
  int marks_seen_ = 0;  ///< number of the last one that was answered
};

}  // namespace polyglot::session
