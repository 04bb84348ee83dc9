// An archive's member is linked only if somebody asks for it, and shared
// libraries do not count: without these calls the interceptions would be there
// for some programs and not for others.
#pragma once

namespace covolve::worker {

void keepInterceptedHeap();
void keepInterceptedCalls();
void keepInterceptedExits();
void keepInterceptedTexts();

}  // namespace covolve::worker
