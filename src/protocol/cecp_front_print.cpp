#include <iterator>

#include <fmt/format.h>

#include <polyglot/protocol/cecp.hpp>

#include "protocol/cecp_features.hpp"
#include "protocol/cecp_setup.hpp"
#include "protocol/cecp_thinking.hpp"

namespace polyglot::protocol {
namespace {

/// Writes each kind of reply. Source: CECP, "Commands from the engine to xboard".
class CecpPrinter {
 public:
  explicit CecpPrinter(std::string& out) noexcept : out_(out) {}

  void operator()(const Identity& reply) { print_features(reply, out_); }
  void operator()(const Thinking& reply) { print_thinking(reply, out_); }
  void operator()(const Kibitz& reply) { print_kibitz(reply, out_); }
  void operator()(const VariantSetUp& reply) { print_setup(reply, out_); }

  void operator()(const Patience&) { out_ += "feature done=0\n"; }
  void operator()(const ReadyAnswer& reply) { line("pong {}", reply.tag); }
  void operator()(const BookAnswer& reply) { line("move {}", reply.move); }
  void operator()(const Notice& reply) { line("telluser Polyglot: {}", reply.text); }
  void operator()(const Alarm& reply) { line("tellusererror Polyglot: {}", reply.text); }
  void operator()(const MovePlayed& reply) { line("move {}", reply.move); }
  void operator()(const ResultClaim& reply) { line("{} {{{}}}", reply.score, reply.comment); }
  void operator()(const OfferDraw&) { out_ += "offer draw\n"; }
  void operator()(const Resign&) { out_ += "resign\n"; }
  void operator()(const Hint& reply) { line("Hint: {}", reply.san); }
  void operator()(const IllegalMove& reply) { line("Illegal move: {}", reply.move); }
  void operator()(const CommandError& reply) { line("Error ({}): {}", reply.kind, reply.command); }
  void operator()(const Raw& reply) { out_.append(reply.line).append("\n"); }
  /// XBoard looks for these very words.
  void operator()(const IllegalPosition&) { out_ += "tellusererror Illegal position\n"; }

  /// A line of thinking output in form, so that XBoard shows the words where it shows variations.
  void operator()(const Remark& reply) { line("{} +0 0 0 {}", reply.depth, reply.text); }

  void operator()(const Progress& reply) {
    const std::uint64_t time = centiseconds(reply.time);
    if (reply.current_move.empty()) {
      line("stat01: {} {} {} 0 0", time, reply.nodes, reply.depth);
    } else {
      line("stat01: {} {} {} {} {} {}", time, reply.nodes, reply.depth, reply.moves_left, reply.moves,
           reply.current_move);
    }
  }

  /// XBoard takes lines for the list as long as they begin with a blank, to the first empty one.
  void operator()(const BookList& reply) {
    for (const BookList::Row& row : reply.rows) book_row(row, reply.threshold);
    out_ += '\n';
  }

  /// Nobody asks for a search in this protocol.
  void operator()(const SearchAnswer&) {}
  void operator()(const SearchInfo&) {}

 private:
  template <class... Parts>
  void line(fmt::format_string<const Parts&...> form, const Parts&... parts) {
    fmt::format_to(std::back_inserter(out_), form, parts...);
    out_ += '\n';
  }

  void book_row(const BookList::Row& row, std::string_view threshold) {
    auto to = std::back_inserter(out_);
    fmt::format_to(to, " {}{:>6}", row.excluded ? "* " : "", row.san);
    if (row.share) fmt::format_to(to, " {:>2}.{:02}%", *row.share / 100, *row.share % 100);
    if (row.below_threshold) fmt::format_to(to, " (below threshold {}%)", threshold);
    out_ += '\n';
  }

  std::string& out_;
};

}  // namespace

void CecpFront::print(const GuiReply& reply, std::string& out) const {
  std::visit(CecpPrinter(out), reply);
}

}  // namespace polyglot::protocol
