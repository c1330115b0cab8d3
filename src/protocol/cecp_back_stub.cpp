#include <polyglot/protocol/cecp.hpp>
namespace polyglot::protocol {
class CecpBack::Impl {};
CecpBack::CecpBack() = default;
CecpBack::~CecpBack() = default;
void CecpBack::print_handshake(std::string&) {}
EngineMessage CecpBack::parse_handshake(std::string_view, std::string&) { return Output{}; }
bool CecpBack::settle_handshake(std::string&) { return false; }
EngineMessage CecpBack::parse(std::string_view, std::string&) { return Output{}; }
Info CecpBack::read_info(std::string_view) const { return {}; }
void CecpBack::print_option(std::string_view, std::optional<std::string_view>, std::string&) {}
void CecpBack::print_new_game(std::string&) {}
void CecpBack::print_search(const Search&, std::string&) {}
void CecpBack::print_ponder_hit(std::string&) {}
void CecpBack::print_stop(std::string&) {}
void CecpBack::print_ready_query(std::string&) {}
void CecpBack::print_quit(std::string&) {}
const std::vector<std::string>& CecpBack::features() const noexcept { static std::vector<std::string> f; return f; }
}
