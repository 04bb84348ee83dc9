// The calls that read a number, a truth value or a time from a stream: `stream >> x`.
// They tell by the stream's state whether they could; the question is asked before.
#pragma once

#include <optional>

#include "covolve/abi.h"

namespace llvm {
class CallBase;
}

namespace covolve::instrument {

struct StreamRead {
  abi::TextQuestion question;
  unsigned width;  // of a character, in bytes
  unsigned bytes;  // of the number
  bool isSigned;
};

/// The stream is the call's first argument, the format of a time its last.
std::optional<StreamRead> streamRead(const llvm::CallBase& call);

}  // namespace covolve::instrument
