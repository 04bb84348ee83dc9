// Whether the code reads what is typed: std::cin, stdin, getchar(). Its tests give
// it nothing, as the search did, and do not wait at a terminal. What main() reads
// does not count: no test calls it.
#pragma once

namespace clang {
class ASTContext;
}

namespace covolve::program {

bool readsStandardInput(clang::ASTContext& context);

}  // namespace covolve::program
