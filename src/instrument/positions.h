// Loops that go through one piece of memory, from a pointer or an iterator to another:
// each round brings the end nearer. A test that got farther before something ended the
// loop is nearer to its end, which no other addresses tell.
//
// Easy to get wrong: a list's next node is at any address.
#pragma once

namespace llvm {
class CallBase;
class CmpInst;
}  // namespace llvm

namespace covolve::instrument {

/// `p != end` in a loop's head, where `++p` goes to the next element.
bool comparesPositions(const llvm::CmpInst& compare);

/// The same of two iterators of a vector or a string: == or !=.
bool comparesPositions(const llvm::CallBase& call);

/// Whether the answer is that they differ.
bool asksForDifference(const llvm::CallBase& call);

}  // namespace covolve::instrument
