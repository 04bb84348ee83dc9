// Makes code of points. Where a mutant may act:
//
//   %on = load i8, ptr @__covolve_mutants_on
//   br (%on != 0), label %ask, label %go                ; untouched runs go on here
// ask:
//   %which = call i32 @__covolve_mutant_at(ptr @ids, i32 2)
//   switch i32 %which, label %go [ i32 1, label %first  i32 2, label %second ]
// first:
//   %other = icmp sle i32 %a, %b                        ; instead of %cmp = icmp slt i32 %a, %b
//   br label %go
// ...
// go:
//   %value = phi i1 [ %cmp, %before ], [ %cmp, %ask ], [ %other, %first ], ...
//
// What is removed is a block of its own that a case of the switch jumps over.
#pragma once

#include "mutate/point.h"

namespace covolve::mutate {

/// The alternatives have their ids.
void insert(const Point& point);

}  // namespace covolve::mutate
