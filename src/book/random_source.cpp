#include <chrono>
#include <memory>
#include <random>
#include <span>

#include <polyglot/book/selection.hpp>
#include <polyglot/os/entropy.hpp>

namespace polyglot::book {
namespace {

/// Two proxies started in the same instant must not play alike. The time alone where there is no entropy.
std::uint64_t random_seed() {
  std::uint64_t seed = 0;
  if (os::fill_with_entropy(std::as_writable_bytes(std::span(&seed, 1)))) return seed;
  return static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

/// Not std::uniform_int_distribution, whose results differ between standard libraries: a seed must give the
/// same moves everywhere. Multiply-and-shift with rejection of the few values that would favour some numbers.
/// Source: D. Lemire, "Fast random integer generation in an interval", 2019.
class BoundedGenerator {
 public:
  explicit BoundedGenerator(std::uint64_t seed) : engine_(seed) {}

  std::uint32_t operator()(std::uint32_t bound) {
    const std::uint32_t unfair = (0U - bound) % bound;
    std::uint64_t product = 0;
    do product = (engine_() >> 32) * bound;
    while (static_cast<std::uint32_t>(product) < unfair);
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

RandomSource make_random_source(std::uint64_t seed) {
  // Shared: copies of the function go on with one sequence instead of repeating it.
  auto generator = std::make_shared<BoundedGenerator>(seed != 0 ? seed : random_seed());
  return [generator](std::uint32_t bound) { return (*generator)(bound); };
}

}  // namespace polyglot::book
