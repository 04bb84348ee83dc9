// The source name of a function: qualified, without template arguments,
// parameters and numbers that other code changes (the compiler counts lambdas).
#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Function;
}

namespace covolve::instrument {

std::string sourceName(const llvm::Function& function);

/// shop::Order<int>::total<long>(int)::{lambda}::operator() -> shop::Order::total::lambda::operator()
std::string simplifiedName(std::string_view demangled);

}  // namespace covolve::instrument
