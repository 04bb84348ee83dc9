// Function-local statics whose initialiser always makes the same value (the
// pass finds them) are constructed before the first test. They belong to the
// snapshot then, with the heap they own: a test that first comes to their
// function finds them ready, whatever earlier tests did to them.
//
// Easy to get wrong: a construction must leave no other trace, or tests that
// never come to the function would see it. So memory is compared, and one that
// wrote elsewhere, or threw, is undone and happens in the tests as ever.
#pragma once

namespace covolve::worker {

/// In the fork server, before the heap's base is marked.
void constructConstantStatics();

}  // namespace covolve::worker
