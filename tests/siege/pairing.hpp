// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "siege/ledger.hpp"
#include "siege/player.hpp"
#include "siege/siege.hpp"
#include "support/chess_game.hpp"

namespace polyglot::siege {

/// A program that plays, and its protocol.
struct RealEngine {
  std::string path;
  bool speaks_uci = true;
};

/// Why a book learns nothing.
enum class Obstacle : std::uint8_t { none, read_only, full_disk };

/// A book that proxies share.
struct SiegeBook {
  SiegeBook(Obstacle what, std::string path, std::string learn_file)
      : obstacle(what), ledger(std::move(path), std::move(learn_file)) {}

  Obstacle obstacle;
  Ledger ledger;
};

/// What all pairings have in common.
struct Camp {
  Siege siege;
  std::vector<RealEngine> uci_engines;
  std::vector<RealEngine> xboard_engines;
  /// The first two learn, in themselves and in a file beside.
  std::vector<std::unique_ptr<SiegeBook>> books;
};

/// One side of a pairing: a proxy that is started again when it has ended.
class Side {
 public:
  /// `number`: among all sides. It selects the protocols, so that each pair of protocols occurs.
  Side(const Camp& camp, std::size_t number, std::mt19937_64& random);

  /// Starts the proxy if it does not run, and begins a game with it. False: it cannot play.
  [[nodiscard]] bool begin_game();
  [[nodiscard]] Answer think(const chess::Game& game);
  void tell_result(const ToldGame& told, std::string_view result, SiegeReport& report);

  /// Starts a search, and does not wait for its result.
  void begin_thinking(const chess::Game& game);
  /// Sends quit and waits until the proxy has ended.
  void end(SiegeReport& report);
  /// Closes the pipes, like a GUI that crashes.
  void close_pipes(SiegeReport& report);
  void kill(SiegeReport& report);
  /// Notes a problem of this side.
  void complain(const std::string& problem, SiegeReport& report) const;

  /// True if a fault explains that this side has stopped playing: its proxy does not restart engines, or no
  /// engine has become ready.
  [[nodiscard]] bool has_excuse() const;
  [[nodiscard]] bool is_running() const noexcept { return player_ != nullptr; }
  [[nodiscard]] std::string protocols() const;
  /// All notes of the engine, over all starts.
  [[nodiscard]] std::vector<std::string> journal() const;

 private:
  [[nodiscard]] PlayerSetup setup() const;
  /// The notes since the present proxy was started.
  [[nodiscard]] std::vector<std::string> journal_of_proxy() const;
  [[nodiscard]] std::vector<std::string> command() const;
  [[nodiscard]] GivesUp patience() const;
  [[nodiscard]] bool engine_has_failed() const;
  void settle(bool is_certain, SiegeReport& report);
  void leave(SiegeReport& report);
  void check_descriptors(SiegeReport& report);
  void check_complaints(const std::vector<std::string>& said, SiegeReport& report) const;

  const Camp& camp_;
  std::string folder_;
  std::string mark_;
  Language language_;
  RealEngine engine_;
  bool recovers_;  ///< the proxy starts its engine again
  SiegeBook& book_;
  std::uint64_t engine_seed_;
  std::string name_;

  std::unique_ptr<Player> player_;
  std::size_t journal_at_start_ = 0;        ///< lines of the journal when the proxy was started
  std::optional<ToldGame> told_;            ///< last, and not yet sure to be learned
  bool was_ready_ = false;                  ///< this proxy, for a game
  bool has_told_ = false;                   ///< this proxy, of a game that its book has moves of
  std::optional<std::size_t> descriptors_;  ///< of the proxy in its first game
};

/// Two sides and the games between them.
class Pairing {
 public:
  Pairing(const Camp& camp, std::size_t number);

  /// Plays all games, and ends both proxies.
  [[nodiscard]] SiegeReport play();

 private:
  struct Ending {
    unsigned white_points = 1;              ///< half points
    std::optional<std::size_t> loser = {};  ///< colour of a side that is not told, since it cannot go on
  };

  void play_game();
  [[nodiscard]] Ending play_moves(chess::Game& game);
  [[nodiscard]] std::optional<Ending> attack_proxy(const chess::Game& game);
  [[nodiscard]] Ending forfeit(std::size_t color, const std::string& kind);
  [[nodiscard]] Side& side(std::size_t color) { return sides_[color ^ static_cast<std::size_t>(swapped_)]; }
  void read_journals();

  const Camp& camp_;
  std::size_t number_;
  std::mt19937_64 random_;
  std::array<Side, 2> sides_;
  bool swapped_ = false;        ///< the second side is White
  std::size_t attack_ply_ = 0;  ///< at which a proxy of this game is attacked, if at all
  unsigned attack_ = 0;         ///< on which and how
  SiegeReport report_;
};

}  // namespace polyglot::siege
