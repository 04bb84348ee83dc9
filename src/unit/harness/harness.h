// Generates the harness of a target: one thunk a callable of the model, in the
// model's order, and the entry that interprets tests by calling them. The
// counterpart is runtime/include/covolve/harness.h.
//
// Easy to get wrong: one thunk that does not compile would cost all of them.
// The front end knows what is declared, not whether every template body
// compiles; so the compiler's complaints are traced back to thunks, which are
// then withheld (a test that calls one is Invalid).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "program/model.h"

namespace covolve::unit {

/// What every harness begins with.
std::string harnessBeginning();

std::string generateHarness(const program::Model& model, const std::set<program::CallableId>& withheld = {});

/// The callables whose thunks the compiler or linker complained about. `harness` is the generated text,
/// `file` the name it was compiled under.
std::set<program::CallableId> blamedThunks(std::string_view diagnostics, std::string_view harness,
                                           const std::filesystem::path& file);

}  // namespace covolve::unit
