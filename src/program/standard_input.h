// Whether the code under test reads what is typed: std::cin >> word, getchar(),
// fgets(line, 80, stdin). Its tests give it nothing, as the search did, and do not
// wait at a terminal. What main() reads does not count: no test calls it. Nor do
// functions of other files of the project, or code that only names stdin to
// compare it or to ask whether somebody is there.
//
// Easy to get wrong: FILE* in = path ? fopen(path, "r") : stdin; reads by another
// name.
#pragma once

namespace clang {
class ASTContext;
}

namespace covolve::program {

class Sources;

bool readsStandardInput(clang::ASTContext& context, const Sources& sources);

}  // namespace covolve::program
