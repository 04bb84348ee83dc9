// A C source as C++ sees it. Harness and tests are C++, so what they can call
// is found in two steps: the source is parsed as C, which tells the functions
// that it defines; then a C++ text with its headers and with prototypes for the
// rest is parsed by the same front end as any C++ source.
//
// Easy to get wrong: C is often no C++, so the source itself is included only
// where nothing else shows anything of it; and a header may have to stand in
// extern "C", may do that itself, or may not be C++ at all.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "program/model.h"
#include "program/sources.h"

namespace clang {
class Sema;
}

namespace covolve::program {

/// Why a function is not called where the source is not included, in C and C++.
inline constexpr const char* kStatic = "static: reached only through its callers";
inline constexpr const char* kInNoHeader = "in no header: reached only through its callers";

/// A function that the source defines.
struct CFunction {
  std::string name;
  std::string display;    // clamp(int, int)
  std::string prototype;  // int clamp(int, int)
  std::vector<std::string> parameterNames;
  std::filesystem::path file;
  unsigned line = 0;
  bool inHeader = false;    // a header declares it
  bool isUsed = false;      // by the source itself
  bool isVariadic = false;  // nobody tests those
  bool usesHeader = false;  // its types need one
  bool freesArgument = false;
  std::set<size_t> checkedParameters = {};  // null_checks.h
  std::vector<Enumerator> resultNames;
  std::string skipReason;  // why C++ cannot call it; empty when it can
  bool isHidden = false;   // only because the source alone shows it, or one of its types
};

struct CUnit {
  std::filesystem::path source;
  std::vector<CFunction> functions;
  std::vector<IncludeLine> includes;
  std::set<std::string> checkedCallbacks = {};  // null_checks.h
  bool definesMain = false;

  /// Null where the source does not define it.
  const CFunction* find(const std::string& name) const;
};

/// From the source parsed as C.
CUnit readCUnit(clang::Sema& sema, const Sources& sources, const IncludeLog& log);

/// What a C++ file sees of the source, from best to worst.
enum class CView {
  Plain,           // the headers are C++ as they stand
  InExternC,       // they need extern "C" around them
  WithoutHeaders,  // they are no C++: only functions of plain types can be declared
  Source,          // the source itself, which happens to be C++, too
};

/// The unit as a file sees it that includes the source: nothing is hidden.
CUnit seenThroughSource(CUnit unit);

/// The C++ text that shows the unit's functions.
std::string textOf(const CUnit& unit, CView view);

/// Whether the view that was parsed shows all functions as C's own: a C++ function of the same name is
/// another.
bool hasCLinkage(const CUnit& unit, clang::Sema& sema);

/// The C++ text that a file with this access starts with.
std::string textOf(const Access& access);

}  // namespace covolve::program
