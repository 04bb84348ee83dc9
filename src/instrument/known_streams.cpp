#include "instrument/known_streams.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

namespace covolve::instrument {

namespace {

using abi::TextQuestion;

struct Stream {
  llvm::StringRef readsNumber;  // mangled: std::basic_istream::operator>>(number&)
  llvm::StringRef readsTime;    // std::operator>>(std::basic_istream&, std::_Get_time)
  unsigned width;
};

constexpr Stream kStreams[] = {
    {"_ZNSirsER", "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_St9_Get_timeIS3_E", 1},
    {"_ZNSt13basic_istreamIwSt11char_traitsIwEErsER",
     "_ZStrsIwSt11char_traitsIwEERSt13basic_istreamIT_T0_ES6_St9_Get_timeIS3_E", 4},
};

struct Number {
  char mangled;
  TextQuestion question;
  unsigned bytes;
  bool isSigned;
};

constexpr Number kNumbers[] = {
    {'s', TextQuestion::IsReadInteger, 2, true}, {'t', TextQuestion::IsReadInteger, 2, false},
    {'i', TextQuestion::IsReadInteger, 4, true}, {'j', TextQuestion::IsReadInteger, 4, false},
    {'l', TextQuestion::IsReadInteger, 8, true}, {'m', TextQuestion::IsReadInteger, 8, false},
    {'x', TextQuestion::IsReadInteger, 8, true}, {'y', TextQuestion::IsReadInteger, 8, false},
    {'f', TextQuestion::IsReadFloat, 4, true},   {'d', TextQuestion::IsReadFloat, 8, true},
    {'e', TextQuestion::IsReadFloat, 16, true},  {'b', TextQuestion::IsReadTruth, 1, false},
};

}  // namespace

std::optional<StreamRead> streamRead(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() < 2 || !call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  for (const Stream& stream : kStreams) {
    llvm::StringRef name = callee->getName();
    // std::_Get_time is two pointers.
    if (name == stream.readsTime && call.arg_size() == 3 && call.getArgOperand(2)->getType()->isPointerTy())
      return StreamRead{TextQuestion::IsReadTime, stream.width, 0, false};
    if (!name.consume_front(stream.readsNumber) || name.size() != 1) continue;
    for (const Number& number : kNumbers) {
      if (number.mangled == name[0])
        return StreamRead{number.question, stream.width, number.bytes, number.isSigned};
    }
  }
  return std::nullopt;
}

}  // namespace covolve::instrument
