#include "rest/search/path_methods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

PathMethods pets() {
  PathMethods methods;
  methods.add("/pets", "GET");
  methods.add("/pets", "POST");
  methods.add("/pets/{petId}", "DELETE");
  methods.add("/pets/search", "GET");
  methods.add("/pets/{petId}/photo.{format}", "PUT");
  return methods;
}

TEST(PathMethods, AreThoseOfThePath) {
  EXPECT_THAT(pets().of("/pets"), ElementsAre("GET", "POST"));
  EXPECT_THAT(pets().of("/owners"), IsEmpty());
  EXPECT_THAT(pets().of("/pets/{petId}/photo"), ElementsAre("PUT")) << "photo may be photo.{format}";
}

TEST(PathMethods, CountWhereAPathMayBeTakenForAnother) {
  EXPECT_THAT(pets().of("/pets/search"), ElementsAre("DELETE", "GET"));
  EXPECT_THAT(pets().of("/pets/{id}"), ElementsAre("DELETE", "GET")) << "the id may be the word search";
}

}  // namespace
}  // namespace covolve::rest
