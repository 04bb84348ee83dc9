// What belongs to the worker itself and must survive the reset between tests.
// The snapshot covers every writable segment of the program except this
// section; a mutable global of the worker or the runtime that is not marked
// with COVOLVE_STATE is silently set back after each test.
#pragma once

#define COVOLVE_STATE __attribute__((section("covolve_state")))
