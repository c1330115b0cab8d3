#include "pgn/packed_text.hpp"

#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/device/back_inserter.hpp>
#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>

namespace polyglot::pgn::test {
namespace {

namespace bio = boost::iostreams;

template <class Filter>
std::string packed(std::string_view text, const Filter& filter) {
  std::string out;
  bio::filtering_ostream stream;
  stream.push(filter);
  stream.push(bio::back_inserter(out));
  bio::copy(bio::array_source(text.data(), text.size()), stream);
  return out;
}

}  // namespace

std::string gzip(std::string_view text) {
  return packed(text, bio::gzip_compressor());
}
std::string bzip2(std::string_view text) {
  return packed(text, bio::bzip2_compressor());
}
std::string zstd(std::string_view text) {
  return packed(text, bio::zstd_compressor());
}

}  // namespace polyglot::pgn::test
