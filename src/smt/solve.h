// Z3 on a query: bit-vectors, and floating numbers as IEEE 754 has them.
//
// Runs in the process that is made for it (tools/covolve-smt.cpp), never in the
// engine: Z3 may take all memory, crash, or not come back.
#pragma once

#include "concolic/solving/smt_query.h"

namespace covolve::smt {

concolic::SmtAnswer solve(const concolic::SmtQuery& query);

}  // namespace covolve::smt
