// Calls that compare texts. While nobody asks for them, each is one branch and
// a jump to libc's own. All are weak: a program that defines a function of that
// name keeps it. The instrumenting compiler leaves these calls in the code
// (src/wrapper), where clang would compare short constants in place.
//
// Easy to get wrong: the worker's own comparisons come here too.
#include <dlfcn.h>

#include <initializer_list>

#include "interceptions.h"
#include "state.h"
#include "text_operands.h"

using namespace covolve;
using namespace covolve::worker;

// The pointer starts at a function that finds libc's, so that nobody has to ask whether it was found.
#define COVOLVE_TEXT(result, name, parameters, ...)                                                        \
  extern "C" result covolve_##name parameters __asm__(#name) __attribute__((weak, visibility("default"))); \
  static result findAndCall_##name parameters;                                                             \
  COVOLVE_STATE static result(*next_##name) parameters = findAndCall_##name;                               \
  static void find_##name() {                                                                              \
    next_##name = reinterpret_cast<result(*) parameters>(dlsym(RTLD_NEXT, #name));                         \
  }                                                                                                        \
  static result findAndCall_##name parameters {                                                            \
    find_##name();                                                                                         \
    return next_##name(__VA_ARGS__);                                                                       \
  }                                                                                                        \
  __attribute__((noinline, cold)) static result record_##name(const void* covolveCaller,                   \
                                                              COVOLVE_UNPACK parameters);                  \
  result covolve_##name parameters {                                                                       \
    if (__builtin_expect(recordsTexts, 0)) return record_##name(__builtin_return_address(0), __VA_ARGS__); \
    return next_##name(__VA_ARGS__);                                                                       \
  }                                                                                                        \
  static result record_##name(const void* covolveCaller, COVOLVE_UNPACK parameters)
#define COVOLVE_UNPACK(...) __VA_ARGS__

#define COVOLVE_BYTES(name)                                                                        \
  COVOLVE_TEXT(int, name, (const void* left, const void* right, size_t size), left, right, size) { \
    const int result = next_##name(left, right, size);                                             \
    if (isTextWanted(covolveCaller)) noteBytes(left, right, size);                                 \
    return result;                                                                                 \
  }
#define COVOLVE_STRINGS(name, kind)                                                                   \
  COVOLVE_TEXT(int, name, (const char* left, const char* right), left, right) {                       \
    const int result = next_##name(left, right);                                                      \
    if (result != 0 && isTextWanted(covolveCaller)) noteStrings(kind, left, right, abi::kWholeTexts); \
    return result;                                                                                    \
  }
#define COVOLVE_BOUNDED_STRINGS(name, kind)                                                        \
  COVOLVE_TEXT(int, name, (const char* left, const char* right, size_t most), left, right, most) { \
    const int result = next_##name(left, right, most);                                             \
    if (result != 0 && isTextWanted(covolveCaller)) noteStrings(kind, left, right, most);          \
    return result;                                                                                 \
  }
#define COVOLVE_SEARCH(name)                                                      \
  COVOLVE_TEXT(char*, name, (const char* where, const char* what), where, what) { \
    char* const result = next_##name(where, what);                                \
    if (result == nullptr && isTextWanted(covolveCaller)) {                       \
      noteSearch(where, abi::kWholeTexts, what, abi::kWholeTexts);                \
    }                                                                             \
    return result;                                                                \
  }
#define COVOLVE_CHARACTER_SEARCH(name)                                    \
  COVOLVE_TEXT(char*, name, (const char* where, int what), where, what) { \
    char* const result = next_##name(where, what);                        \
    const char character = static_cast<char>(what);                       \
    if (result == nullptr && isTextWanted(covolveCaller)) {               \
      noteSearch(where, abi::kWholeTexts, &character, 1);                 \
    }                                                                     \
    return result;                                                        \
  }

COVOLVE_BYTES(memcmp)
COVOLVE_BYTES(bcmp)
COVOLVE_STRINGS(strcmp, abi::TextKind::Compare)
COVOLVE_STRINGS(strcasecmp, abi::TextKind::CompareFolded)
COVOLVE_BOUNDED_STRINGS(strncmp, abi::TextKind::Compare)
COVOLVE_BOUNDED_STRINGS(strncasecmp, abi::TextKind::CompareFolded)
COVOLVE_SEARCH(strstr)
COVOLVE_SEARCH(strcasestr)
COVOLVE_CHARACTER_SEARCH(strchr)
COVOLVE_CHARACTER_SEARCH(strrchr)
COVOLVE_TEXT(void*, memchr, (const void* where, int what, size_t size), where, what, size) {
  void* const result = next_memchr(where, what, size);
  const char character = static_cast<char>(what);
  if (result == nullptr && isTextWanted(covolveCaller)) noteSearch(where, size, &character, 1);
  return result;
}
COVOLVE_TEXT(void*, memmem, (const void* where, size_t whereSize, const void* what, size_t whatSize), where,
             whereSize, what, whatSize) {
  void* const result = next_memmem(where, whereSize, what, whatSize);
  if (result == nullptr && isTextWanted(covolveCaller)) noteSearch(where, whereSize, what, whatSize);
  return result;
}

// All at once, before the first test: looking for a symbol changes the loader's data, which tests that are
// dropped must leave alone.
void covolve::worker::keepInterceptedTexts() {
  for (void (*find)() : {find_memcmp, find_bcmp, find_strcmp, find_strcasecmp, find_strncmp, find_strncasecmp,
                         find_strstr, find_strcasestr, find_strchr, find_strrchr, find_memchr, find_memmem}) {
    find();
  }
}
