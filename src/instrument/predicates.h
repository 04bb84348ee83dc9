// What the standard library is given to ask about elements.
#pragma once

namespace llvm {
class CallBase;
class Function;
}  // namespace llvm

namespace covolve::instrument {

/// Whether characters are compared by a function of the user's that does something else than to fold their
/// case: how far two texts are apart says nothing then, and what that function decides says all. False for
/// one that cannot be seen, a pointer: most predicates about two characters fold case.
bool asksOtherThanCase(const llvm::CallBase& call);

/// Whether a function of the user's, an order or an equality, compares letters in any case.
bool foldsCase(const llvm::Function& function);

}  // namespace covolve::instrument
