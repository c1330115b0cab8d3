#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The neutral vocabulary between the fronts (GUI side), the session and the backs (engine side).
///
/// Messages that come from text hold views into the line they were read from: they live as long as it does.
namespace polyglot::protocol {

/// What an engine says of one of its options. Source: UCI, "option".
struct EngineOption {
  std::string name;
  std::string type;           ///< check, spin, combo, button, string, or whatever the engine wrote
  std::string default_value;  ///< empty if the engine gave none
  std::optional<std::string> min;
  std::optional<std::string> max;
  std::vector<std::string> choices;  ///< `var` of a combo, in the engine's order
};

/// What a GUI asks of a search, as far as it matters to anybody but the engine.
struct SearchLimits {
  bool infinite = false;
  bool ponder = false;
  bool mate = false;
  bool perft = false;                          ///< not a search at all: no best move will come
  bool restricted = false;                     ///< `searchmoves` was given, even if it names no move
  std::vector<std::string_view> search_moves;  ///< coordinate notation, as the GUI wrote them
};

// ---- From the GUI ---------------------------------------------------------------------------------------

struct Handshake {};
struct ReadyQuery {};
struct SetOption {
  std::string_view name;
  std::optional<std::string_view> value;
};
/// The game so far. A position line that cannot be made sense of has `readable` false.
struct SetPosition {
  bool readable = false;
  std::string_view fen;    ///< empty: the start position
  std::string_view moves;  ///< coordinate notation, separated by blanks
};
struct Go {
  SearchLimits limits;
};
struct Stop {};
struct PonderHit {};
struct Quit {};
/// Speaks another protocol than this front's.
struct ForeignProtocol {};
/// Nothing that the session needs to understand.
struct Unknown {};

using GuiMessage = std::variant<Unknown, Handshake, ReadyQuery, SetOption, SetPosition, Go, Stop, PonderHit,
                                Quit, ForeignProtocol>;

// ---- To the GUI -----------------------------------------------------------------------------------------

/// The answer to a handshake: who plays, and what can be set.
struct Identity {
  std::string name;
  std::string author;
  std::vector<EngineOption> options;
};
/// A move from the book.
struct BookAnswer {
  std::string move;         ///< coordinate notation
  std::string ponder;       ///< the expected reply; empty if none
  std::string book;         ///< file name, as the user wrote it
  std::uint32_t share = 0;  ///< of the book's total weight in the position, in 1/10000
  std::uint32_t weight = 0;
  std::uint64_t total_weight = 0;
};
/// Something the user should know.
struct Notice {
  std::string text;
};

// ---- From the engine ------------------------------------------------------------------------------------

struct IdName {
  std::string_view text;
};
struct IdAuthor {
  std::string_view text;
};
struct OptionDeclared {
  EngineOption option;
};
struct HandshakeDone {};
/// The engine does not know our protocol.
struct HandshakeRefused {};
struct Ready {};
struct BestMove {};
/// Output for the GUI only.
struct Output {};

using EngineMessage =
    std::variant<Output, IdName, IdAuthor, OptionDeclared, HandshakeDone, HandshakeRefused, Ready, BestMove>;

}  // namespace polyglot::protocol
