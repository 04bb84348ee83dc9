#include "rest/resource/names.h"

#include <gtest/gtest.h>

namespace covolve::rest {
namespace {

TEST(ResourceNames, PluralsBecomeSingular) {
  EXPECT_EQ(singular("pets"), "pet");
  EXPECT_EQ(singular("categories"), "category");
  EXPECT_EQ(singular("boxes"), "box");
  EXPECT_EQ(singular("status"), "status");
  EXPECT_EQ(singular("address"), "address");
}

TEST(ResourceNames, SomeSpeakOfIdentifiers) {
  for (const char* name : {"id", "petId", "pet_id", "pet-id", "petID", "ID", "uuid", "ownerGuid", "slug",
                           "key", "order_ref", "customerReference", "userid", "tagIds", "apikey"})
    EXPECT_TRUE(isIdentifierName(name)) << name;
}

TEST(ResourceNames, WordsThatOnlyEndLikeThatDoNot) {
  for (const char* name :
       {"", "name", "paid", "isPaid", "valid", "is_valid", "monkey", "grid", "idea", "void"})
    EXPECT_FALSE(isIdentifierName(name)) << name;
}

}  // namespace
}  // namespace covolve::rest
