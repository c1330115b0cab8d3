// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace polyglot::session {

/// Replays a transcript against a Session without any process. Returns what differs, a line each; nothing
/// if all is as written.
///
/// A transcript is a text file of lines:
///   `set NAME=VALUE`             an option of Polyglot, before the session starts;
///                                a BookFile with "missing" in its name is not there, one with "damaged"
///                                opens and cannot be read, one with "readonly" cannot learn;
///                                a SettingsFile with "readonly" cannot be written
///   `engine NAME=VALUE`          an entry of the engine's section
///   `profile NAME=VALUE`         an entry of the ini file that is found once the engine has named itself
///   `book MOVES : MOVE WEIGHT, MOVE WEIGHT …`  moves known after MOVES from the start position
///   `book FEN … : …`             or in a position given by FEN
///   `book of VARIANT … : …`      the same in a variant
///   `book for VARIANT …`         the variants that the book's header names
///   `gui> TEXT`, `eng< TEXT`     an event: the GUI, the engine says TEXT
///   `gui< TEXT`, `eng> TEXT`     expected after the last event, in this order in each direction
///   `event: …`                   gui-closed | interrupted | engine-lost REASON | engine-started |
///                                time MILLISECONDS |
///                                timer NAME (one that was armed, of the engine that runs)
///   `expect: …`                  what else came of the last event, in any order:
///                                timer NAME MILLISECONDS (armed); interrupt (of the engine);
///                                option NAME=VALUE (changed);
///                                note TEXT, warning TEXT, error TEXT (for the log);
///                                end-engine; restart-engine; exit CODE MESSAGE;
///                                and what is asked of the shell, which is answered at once:
///                                load-profile ENGINE; open-book FILE;
///                                learn FILE MOVE=POINTS … (half points of each move to learn);
///                                save ENGINE NAME=VALUE … (the engine's options)
///   `# …`                        a comment
/// Everything that the session does must be written down.
std::vector<std::string> replay(const std::string& file);

}  // namespace polyglot::session
