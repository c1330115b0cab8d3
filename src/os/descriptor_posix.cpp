#include <unistd.h>

#include <polyglot/os/descriptor.hpp>

namespace polyglot::os {

void Descriptor::reset(int number) noexcept {
  if (number_ >= 0) ::close(number_);
  number_ = number;
}

}  // namespace polyglot::os
