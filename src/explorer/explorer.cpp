// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <fmt/format.h>

#include <polyglot/analysis/store.hpp>
#include <polyglot/explorer/explorer.hpp>

#include "explorer/kept_address.hpp"
#include "explorer/server.hpp"
#include "explorer/service.hpp"

namespace polyglot::explorer {

Result<void> serve(const Setup& setup, const std::function<Result<void>(const std::string& url)>& ready,
                   const Report& report) {
  auto opened = OpenBooks::open(setup.books, setup.format, setup.rules);
  if (!opened) return opened.error();
  bool can_edit = false;
  for (std::size_t i = 0; i < opened->size(); ++i) {
    const auto book = opened->book(i);
    if (!book) return book.error();
    std::ranges::for_each((*book)->troubles, report);
    can_edit = can_edit || (*book)->bin != nullptr;
  }
  if (setup.edit && !can_edit) return Error{"--edit changes .bin books, and none of these is one"};

  std::shared_ptr<const analysis::Store> store;
  if (!setup.store.empty()) {
    auto found = analysis::Store::open_to_read(setup.store);
    if (!found) return found.error();
    store = std::make_shared<const analysis::Store>(*std::move(found));
  }

  boost::asio::io_context context(1);
  const StopSignals signals(context);
  const auto kept = setup.address_file.empty() ? std::nullopt : read_address(setup.address_file);
  const bool wants_kept = kept && (setup.port == 0 || setup.port == kept->port);
  auto acceptor = listen(context, wants_kept ? kept->port : setup.port);
  // Another program uses the port, perhaps another page of this user. That page keeps the address.
  const bool is_taken = !acceptor && wants_kept && setup.port == 0;
  if (is_taken) acceptor = listen(context, 0);
  if (!acceptor) return acceptor.error();
  const std::uint16_t port = acceptor->local_endpoint().port();

  const std::string secret = wants_kept && !is_taken ? kept->secret : random_secret();
  if (!setup.address_file.empty() && !is_taken && !wants_kept) {
    if (const auto written = write_address(setup.address_file, {.port = port, .secret = secret}); !written)
      report(fmt::format("the address is another one the next time: {}", written.error().to_string()));
  }
  Service service(std::move(*opened), {.port = port,
                                       .secret = secret,
                                       .edit = setup.edit,
                                       .opening_names = setup.opening_names,
                                       .store = std::move(store)});
  start_serving(
      *acceptor, [&service](const Request& request) { return service.handle(request); }, refusal, report);
  if (auto told = ready(fmt::format("http://127.0.0.1:{}/{}/", port, secret)); !told) return told;
  context.run();
  return {};
}

}  // namespace polyglot::explorer
