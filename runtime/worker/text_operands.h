// The texts that code under test compares, while the engine asks for them: they
// tell which words it knows. intercepted_texts.cpp calls these after the real
// function has returned, so that a fault is libc's as ever.
//
// Easy to get wrong: a text may lack its end, or lie at the end of a page. What
// the call itself has not read is read up to the page's end at most.
#pragma once

#include <cstddef>
#include <cstdint>

#include "covolve/protocol.h"

namespace covolve::worker {

/// True while a test runs whose texts are wanted.
extern bool recordsTexts;

/// In each worker, on its main thread: other threads' texts are not recorded, as their order varies.
void prepareTexts();
/// Around a test whose texts are wanted; these are its bytes.
void beginTexts(const uint8_t* test, size_t size);
inline void endTexts() { recordsTexts = false; }
/// Copies the test's texts out, at most kMaximumTexts; tells how many.
uint32_t takeTexts(abi::TextOperands* out);

/// Whether to record a call that returns to this address: made by code under test, or by the standard
/// library's strings for it.
bool isTextWanted(const void* caller);

/// memcmp and bcmp of so many bytes.
void noteBytes(const void* left, const void* right, size_t size);
/// strcmp and relatives, up to `most` characters; kWholeTexts: no limit.
void noteStrings(abi::TextKind kind, const char* left, const char* right, size_t most);
/// `what` was not found in `where`; kWholeTexts: it ends with a NUL.
void noteSearch(const void* where, size_t whereSize, const void* what, size_t whatSize);

}  // namespace covolve::worker
