// Decides how tests see the code: through headers that the source includes, or
// by including the source itself.
//
// Easy to get wrong: static functions alone do not make a test include the
// source, because they are reached through their callers; but a source that
// has nothing else is included.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "program/c_unit.h"
#include "program/findings.h"
#include "program/model.h"
#include "program/sources.h"

namespace covolve::program {

/// `compiles` tells whether a file with this text compiles with the source's flags: headers may need others
/// first.
Model decideAccess(const Findings& findings, const Sources& sources,
                   const std::function<bool(const std::string&)>& compiles);

/// The same for a C unit, of which this view was parsed.
Model decideCAccess(const Findings& findings, const Sources& sources, const CUnit& unit, CView view,
                    const std::function<bool(const std::string&)>& compiles);

}  // namespace covolve::program
