#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <polyglot/chess/move.hpp>
#include <polyglot/protocol/back.hpp>
#include <polyglot/protocol/front.hpp>

/// The Chess Engine Communication Protocol of XBoard, both sides.
/// Source: "Chess Engine Communication Protocol", T. Mann and H.G. Muller, version 2.
namespace polyglot::protocol {

/// What engines call the number of their threads, which is `cores` in this protocol; the likeliest first.
[[nodiscard]] std::span<const std::string_view> thread_option_names() noexcept;

/// A kind of endgame tablebases by its name in this protocol, and the option of engines for its path.
struct TablebaseFormat {
  std::string_view name;
  std::string_view path_option;
};
/// All that we pass on.
[[nodiscard]] std::span<const TablebaseFormat> tablebase_formats() noexcept;

/// A move in the coordinates of this protocol, which writes castling of Chess960 as O-O or O-O-O.
[[nodiscard]] std::string cecp_move_text(chess::Move move, bool chess960);

class CecpEdit;

/// A position set up with `edit` (protocol 1) arrives as one SetUp, at the "." that ends it; its FEN lives
/// until the next `edit`.
class CecpFront final : public Front {
 public:
  CecpFront();
  ~CecpFront() override;

  [[nodiscard]] GuiMessage parse(std::string_view line) override;
  void print(const GuiReply& reply, std::string& out) const override;

 private:
  std::unique_ptr<CecpEdit> edit_;
  /// The last line was the move a2a3, by which xboard has Black to move in the position it is about to edit.
  bool black_to_move_ = false;
};

/// Plays the GUI to an engine of XBoard's protocol, version 2 or 1.
///
/// Such an engine has no word for some of what a search ends with. What is due without one of its lines waits
/// in take_message(): ask after every call that changes something. A new search or game gives up the one
/// before, which then gets no BestMove. Views in messages live until the next call.
class CecpBack final : public PlayingBack {
 public:
  CecpBack();
  ~CecpBack() override;

  void print_handshake(std::string& out) override;
  [[nodiscard]] EngineMessage parse_handshake(std::string_view line, std::string& to_engine) override;
  /// The engine has had its two seconds to declare features. True if the handshake is over, with what was
  /// declared until now; false if it asked for more time.
  [[nodiscard]] bool settle_handshake() const noexcept;

  /// Until the first print_search(), moves are those of an engine that somebody else plays with: BestMove
  /// holds them as the engine wrote them.
  [[nodiscard]] EngineMessage parse(std::string_view line, std::string& to_engine) override;
  [[nodiscard]] Info read_info(std::string_view line) const override;
  void print_option(std::string_view name, std::optional<std::string_view> value, std::string& out) override;
  void print_new_game(std::string& out) override;
  /// Only games of chess; the search of any other is answered without a move.
  void print_search(const Search& search, std::string& out) override;
  void print_ponder_hit(std::string& out) override;
  void print_stop(std::string& out) override;
  void give_search_up() override;
  void print_ready_query(std::string& out) override;
  void print_quit(std::string& out) override;

  /// A Ready or a BestMove that no line of the engine stands for; nothing if none is due.
  [[nodiscard]] std::optional<EngineMessage> take_message() override;
  [[nodiscard]] bool take_interrupt() override;

  /// The options of the handshake, of which a line may declare several, and those that features stand for:
  /// Hash (memory), Threads (smp), the paths of tablebases (egt) and Ponder. Complete at HandshakeDone.
  [[nodiscard]] std::vector<EngineOption> options() const;
  /// As the engine calls itself (myname); empty if it does not say.
  [[nodiscard]] const std::string& name() const noexcept;
  [[nodiscard]] const std::vector<std::string>& features() const noexcept override;
  [[nodiscard]] std::vector<std::string> read_late_features(std::string_view line) override;
  /// Source: feature "reuse".
  [[nodiscard]] bool reusable() const noexcept override;

  void print_force(std::string& out) const override;
  void print_move(const chess::Position& position, chess::Move move, bool chess960,
                  std::string& out) const override;
  void print_play(std::string& out) const override;
  [[nodiscard]] std::optional<std::string_view> read_move(std::string_view line) const override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace polyglot::protocol
