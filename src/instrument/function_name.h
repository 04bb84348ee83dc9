// The source name of a function: qualified, without template arguments,
// parameters and numbers that other code changes (the compiler counts lambdas).
#pragma once

#include <llvm/ADT/StringRef.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace llvm {
class Function;
}

namespace covolve::instrument {

std::string sourceName(const llvm::Function& function);

/// shop::Order<int>::total<long>(int)::{lambda}::operator() -> shop::Order::total::lambda::operator()
std::string simplifiedName(std::string_view demangled);

/// Mangled names of a namespace, a kind of function or an intrinsic family share their beginning.
bool startsWithOneOf(llvm::StringRef name, std::initializer_list<llvm::StringRef> prefixes);

}  // namespace covolve::instrument
