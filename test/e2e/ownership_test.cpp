// Who frees what: emitted tests are built with AddressSanitizer, as an outsider would.
#include <gtest/gtest.h>

#include "project.h"

namespace covolve::e2e {
namespace {

/// What the sanitizer says of the emitted tests, linked with the source; empty where all pass.
std::string complaints(const Project& project, const std::string& tests, const std::string& source,
                       const std::string& compiler) {
  const auto object = run({.arguments = {compiler, "-fsanitize=address", "-c", source, "-o", "source.o"},
                           .directory = project.path()});
  if (!object->succeeded()) return object->errors;
  const auto built =
      run({.arguments = {"clang++-19", "-std=c++17", "-fsanitize=address", "-iquote", ".", tests, "source.o",
                         "-o", "tests", "-lgtest", "-lgtest_main", "-lpthread"},
           .directory = project.path()});
  if (!built->succeeded()) return built->errors;
  const auto ran = run({.arguments = {"./tests"},
                        .directory = project.path(),
                        .environment = {{"ASAN_OPTIONS", "detect_leaks=0"}}});
  return ran->succeeded() ? "" : ran->output + ran->errors;
}

TEST(Ownership, WhatReallocMovedIsFreedByItsLastName) {
  const Project project({{"vec.h",
                          "typedef struct vec { int n; int items[]; } vec;\n"
                          "vec *vec_of(int x);\nvec *vec_push(vec *v, int x);\n"
                          "int vec_sum(const vec *v);\nvoid vec_free(vec *v);\n"},
                         {"vec.c", R"(#include "vec.h"
#include <stdlib.h>
vec *vec_of(int x) {
  vec *v = malloc(sizeof *v + sizeof(int));
  v->n = 1;
  v->items[0] = x;
  return v;
}
vec *vec_push(vec *v, int x) {
  if (!v) return NULL;
  v = realloc(v, sizeof *v + 64 * sizeof(int) * (v->n + 1));
  v->items[v->n++] = x;
  return v;
}
int vec_sum(const vec *v) {
  int sum = 0;
  if (!v) return -1;
  for (int i = 0; i < v->n; i++) sum = (sum + v->items[i]) % 1000;
  return v->n > 2 && sum > 100 ? 1 : v->n > 1 ? 2 : sum;
}
void vec_free(vec *v) { free(v); }
)"}});
  for (const char* seed : {"1", "2"}) {
    project.generate("vec.c", 10000, {"--seed", seed, "--", "-std=c11"});
    EXPECT_EQ(complaints(project, "out/vec_test.cpp", "vec.c", "clang-19"), "")
        << project.read("out/vec_test.cpp");
  }
}

TEST(Ownership, WhatDestroysObjectsFreesNoTexts) {
  const Project project({{"context.h",
                          "extern \"C\" {\nvoid *ctx_new(int size);\nint ctx_size(const void *ctx);\n"
                          "void ctx_free(void *ctx);\nchar *ctx_text(int size);\n}\n"},
                         {"context.cpp", R"(#include "context.h"
#include <cstdlib>
#include <cstring>
#include <string>
struct Ctx { std::string name; int size; };
void *ctx_new(int size) { return new Ctx{"a name too long to be kept in place", size}; }
int ctx_size(const void *ctx) { return ctx == nullptr ? -1 : 1; }
void ctx_free(void *ctx) { delete static_cast<Ctx *>(ctx); }
char *ctx_text(int size) {
  if (size < 1) return nullptr;
  char *text = static_cast<char *>(std::malloc(8));
  std::strcpy(text, size > 77 ? "many" : "few");
  return text;
}
)"}});
  project.generate("context.cpp", 10000, {"--", "-std=c++17"});
  const std::string tests = project.read("out/context_test.cpp");
  EXPECT_NE(tests.find("\"many\""), std::string::npos) << "the tests of texts stay\n" << tests;
  EXPECT_EQ(complaints(project, "out/context_test.cpp", "context.cpp", "clang++-19"), "") << tests;
}

}  // namespace
}  // namespace covolve::e2e
