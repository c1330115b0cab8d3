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
#include <polyglot/protocol/text.hpp>

namespace polyglot::session {

/// Pings of XBoard's protocol: those of a GUI that are still to be answered, and ours.
///
/// A GUI that has changed the game pings, and the pong is the engine's first word about the change. Without a
/// ping nobody can tell, and the engine is believed.
class Pings {
 public:
  // ---- Of the GUI -----------------------------------------------------------------------------------------

  /// The GUI has changed the game in a way that the engine does not answer.
  void game_changed() noexcept { changed_ = true; }
  /// `waits`: it is answered when the engine has ended what it thinks about.
  void ask(std::string_view tag, bool waits) {
    tags_.emplace_back(tag);
    bytes_ += bytes_of(tags_.back());
    if (!waits) ++asked_;
    if (std::exchange(changed_, false)) of_change_ = answered_ + tags_.size();
  }
  /// The first of those that wait does not any more, or none does.
  void pass_on() noexcept { ++asked_; }
  void pass_all_on() noexcept { asked_ = tags_.size(); }
  /// The engine has been asked for nothing. Returns how much it had been asked for.
  std::size_t take_back() noexcept { return std::exchange(asked_, 0); }
  /// The engine has answered what it was asked first, if it was asked for anything.
  void engine_answers() noexcept {
    if (asked_ > 0) --asked_;
  }
  /// Takes the first one, which is answered. There is one.
  std::string take() {
    std::string tag = std::move(tags_.front());
    tags_.pop_front();
    bytes_ -= bytes_of(tag);
    ++answered_;
    return tag;
  }

  [[nodiscard]] bool any() const noexcept { return !tags_.empty(); }
  /// Some wait; or some do not, and the engine has been asked.
  [[nodiscard]] bool any_waits() const noexcept { return asked_ < tags_.size(); }
  [[nodiscard]] bool engine_owes() const noexcept { return asked_ > 0; }
  /// Bytes of what is to be answered.
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t answered() const noexcept { return answered_; }
  /// The engine has yet to answer the ping behind a change.
  [[nodiscard]] bool is_stale() const noexcept { return answered_ < of_change_; }
  /// The engine has answered a ping behind the last change.
  [[nodiscard]] bool engine_knows_game() const noexcept { return !changed_ && !is_stale(); }
  /// Asks another engine for those that wait, or for the others.
  void print(bool waiting, std::string& to_engine) const {
    const auto first = tags_.begin() + (waiting ? static_cast<std::ptrdiff_t>(asked_) : 0);
    const auto last = waiting ? tags_.end() : tags_.begin() + static_cast<std::ptrdiff_t>(asked_);
    for (auto tag = first; tag != last; ++tag) to_engine.append("ping ").append(*tag) += '\n';
  }

  // ---- Ours: they mark the end of what the engine was told ------------------------------------------------

  void mark(std::string& to_engine) {
    fmt::format_to(std::back_inserter(to_engine), "ping {}\n", kFirstMark + ++marks_);
  }
  /// True if a line answers one of them.
  [[nodiscard]] bool take_mark(std::string_view line) {
    if (protocol::take_word(line) != "pong") return false;
    const int number = parse_number<int>(protocol::take_word(line)).value_or(0);
    if (number <= kFirstMark) return false;
    marks_seen_ = number - kFirstMark;
    return true;
  }
  /// Another engine was told nothing.
  void forget_marks() noexcept { marks_seen_ = marks_; }
  /// Those that the engine has yet to come to.
  [[nodiscard]] int marks_due() const noexcept { return marks_ - marks_seen_; }

 private:
  /// Greater numbers than those of any GUI.
  static constexpr int kFirstMark = 1'000'000'000;

  [[nodiscard]] static std::size_t bytes_of(const std::string& tag) noexcept {
    return sizeof(std::string) + tag.size();
  }

  std::deque<std::string> tags_;
  std::size_t asked_ = 0;  ///< the first of them, which the engine answers; the others wait
  std::size_t bytes_ = 0;
  std::uint64_t answered_ = 0;
  std::uint64_t of_change_ = 0;  ///< number of the ping behind the last change
  bool changed_ = false;         ///< since the last ping
  int marks_ = 0;
  int marks_seen_ = 0;  ///< the number of the last one that was answered
};

}  // namespace polyglot::session
