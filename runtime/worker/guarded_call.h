// A call that can be left from anywhere beneath it: what setjmp and longjmp do,
// without libc's, which would run the cleanup handlers of the code under test.
//
// Easy to get wrong: what the called function keeps in registers is lost.
// State that matters after a jump back lies in memory, behind `argument`.
#pragma once

extern "C" {
/// Calls function(argument). False when it returned, true when covolveJumpBack() left it. The place to jump
/// to is stored in `stack` before the call and holds until its end.
bool covolveCallGuarded(void (*function)(void*), void* argument, void** stack);
[[noreturn]] void covolveJumpBack(void* stack);
}
