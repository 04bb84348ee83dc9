// Functions of one block that call nothing but such functions: they always do the same
// and come back, so their code may take the place of a call.
#pragma once

#include <functional>

namespace llvm {
class CallBase;
class Function;
class Value;
}  // namespace llvm

namespace covolve::instrument {

/// Not those of which `isLeftAlone` says so, nor what calls them.
bool isStraight(const llvm::Function& function,
                const std::function<bool(const llvm::Function&)>& isLeftAlone);

/// With what the function calls itself. What takes the place of the call's result; null where it has none.
llvm::Value* inlineStraight(llvm::CallBase& call);

}  // namespace covolve::instrument
