#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/chess/position.hpp>
#include <polyglot/protocol/messages.hpp>

#include "protocol/cecp_board.hpp"
#include "protocol/cecp_engine_features.hpp"
#include "protocol/cecp_engine_thinking.hpp"
#include "protocol/cecp_time.hpp"

namespace polyglot::protocol {

/// Makes an engine that plays games search: each search is answered by one BestMove, each ready query by
/// one Ready, whatever the engine says or leaves unsaid.
///
/// Searches without end, and pondering, are done by `analyze`; all others by `go`, after which the engine
/// has made its move and has to be stopped (`force`) before anything else. Where an end must be known and
/// no move will come, a `ping` marks it: what the engine says before its `pong` is of the past.
class CecpSearcher {
 public:
  explicit CecpSearcher(const CecpFeatures& features) noexcept;

  void new_game(std::string& out);
  void search(const Search& search, std::string& out);
  void ponder_hit(std::string& out);
  void stop(std::string& out);
  /// What `stop` has not ended is over now.
  void give_up();
  void query_ready(std::string& out);
  void quit(std::string& out);

  /// What the engine says. True where a search is going on to which it belongs.
  [[nodiscard]] bool thinks(const CecpThinking& thinking, std::string& out);
  void moves(std::string_view move, std::string& out);
  void refuses_move(std::string_view move, std::string& out);
  void refuses_analysis(std::string& out);
  /// It takes the game for over.
  void ends_game(std::string& out);
  void answers_ping(int number, std::string& out);

  /// What is due, views into this object; nothing if nothing is.
  [[nodiscard]] std::optional<EngineMessage> take_message();

  /// True once when the engine has to be interrupted before it reads what it was last told.
  [[nodiscard]] bool take_interrupt() noexcept { return std::exchange(interrupt_due_, false); }

  /// True until the first search: somebody else plays with the engine.
  [[nodiscard]] bool is_bystander() const noexcept { return bystander_; }
  /// The side that searches or searched last.
  [[nodiscard]] chess::Color side() const noexcept { return root_.side_to_move(); }
  [[nodiscard]] const CecpBoard& board() const noexcept { return board_; }

 private:
  enum class Stage : std::uint8_t {
    idle,
    thinking,   ///< after `go`
    analysing,  ///< after `analyze`
    closing,    ///< told to end; over at its move, or when it answers our ping
    over        ///< ended before it may be answered
  };
  struct Answer {
    std::string move;
    std::string ponder;
  };

  void take_over(const Search& search);
  void launch(std::string& out);
  void start_over(std::string& out);
  void begin_thinking(std::string& out);
  void exclude_moves(std::string& out);
  void leave_analysis(std::string& out);
  void interrupt() noexcept;
  void force(std::string& out);
  void abandon(std::string& out);
  void close(std::string& out);
  void move_now(std::string& out);
  void trouble(std::string& out);
  void finish(chess::Move move);
  void finish_without_move();
  [[nodiscard]] bool is_candidate(chess::Move move) const;
  void end();
  [[nodiscard]] int ping(std::string& out);
  [[nodiscard]] bool runs_in_analysis() const;
  [[nodiscard]] bool has_limit_reached(const CecpThinking& thinking) const;

  const CecpFeatures& features_;
  CecpBoard board_;
  CecpTime time_;

  // The search in hand.
  Stage stage_ = Stage::idle;
  CecpTarget target_;
  chess::Position root_;
  SearchLimits limits_;
  chess::CastlingNotation castling_ = chess::CastlingNotation::king_to_destination;
  std::vector<chess::Move> candidates_;  ///< what may be answered
  bool may_answer_ = false;              ///< not while pondering, nor in a search without end
  bool told_to_move_ = false;
  bool started_over_ = false;
  std::string refused_;  ///< the move of ours that the engine called illegal
  std::string pv_;       ///< the last one

  bool in_force_ = false;
  bool moves_excluded_ = false;
  bool bystander_ = true;
  chess::Position answered_root_;
  chess::Move answered_;

  int pings_ = 0;
  int fence_ = 0;    ///< what comes before the answer to this ping belongs to a search given up; 0: none
  int closing_ = 0;  ///< the answer to this ping ends the search; 0: none
  std::vector<int> ready_pings_;

  int ready_due_ = 0;
  bool interrupt_due_ = false;
  bool answer_due_ = false;
  Answer answer_;
  std::string whole_;
};

}  // namespace polyglot::protocol
