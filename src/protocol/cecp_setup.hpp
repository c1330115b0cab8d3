#pragma once

#include <string>

#include <polyglot/protocol/messages.hpp>

namespace polyglot::protocol {

/// `setup (PIECETOCHAR) FxR+P_PARENT FEN`: the answer to `variant` that a GUI needs which has never heard of
/// it. Source: CECP, "setup".
void print_setup(const VariantSetUp& set_up, std::string& out);

}  // namespace polyglot::protocol
