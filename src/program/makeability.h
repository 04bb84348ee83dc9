// Which values can be made at all, and what remains callable. A class can be
// made if all parameters of one of its makers can, which is a least fixpoint:
// a class whose only constructor needs itself cannot. Pure: no Clang here.
//
// Easy to get wrong: pointers, vectors and optionals end such a recursion
// (null, empty), but only to classes that can be made in some other way.
#pragma once

#include <vector>

#include "program/findings.h"
#include "program/model.h"

namespace covolve::program {

struct Settled {
  Model model;                 // types, callables and skipped are filled
  std::vector<size_t> drafts;  // parallel to the model's callables: the draft each came from
};

/// Keeps what can be called of the drafts that are marked available (parallel to drafts). Types that cannot
/// be made become Unsupported with their reason; makers are ordered so that the first of each class can be
/// made without an object of that class.
Settled settle(const Findings& findings, const std::vector<bool>& available);

}  // namespace covolve::program
