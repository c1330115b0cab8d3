#pragma once

namespace polyglot::os {

/// Has the signals that would end the program remove temporary files first, until release_ending_signals()
/// has been called as often. Whoever handles them or ignores them goes on doing so.
void hold_ending_signals();
void release_ending_signals();

}  // namespace polyglot::os
