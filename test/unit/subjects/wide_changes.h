// Tests of the wide subjects start from one input that is accepted and change what they
// are about.
#pragma once

#include <functional>

namespace wide {

template <typename Input>
using Change = std::function<void(Input&)>;

/// The input that is accepted, as its defaults say, with a change.
template <typename Input>
Input changed(const Change<Input>& change) {
  Input input;
  change(input);
  return input;
}

}  // namespace wide
