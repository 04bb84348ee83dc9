// Namespaces for what a library keeps for itself.
#include "program/detail_namespaces.h"

#include <gtest/gtest.h>

namespace covolve::program {
namespace {

TEST(DetailNamespaces, AreKnownByTheirNames) {
  for (const char* name : {"detail::f", "shop::detail::Row::size", "shop::internal::f", "a::row_impl::f"})
    EXPECT_TRUE(isInDetailNamespace(name)) << name;
  for (const char* name : {"f", "detail", "shop::detail", "shop::details_of_order::f", "shop::retail::f",
                           "shop::Row<a::detail::Key>::size"})
    EXPECT_FALSE(isInDetailNamespace(name)) << name;
}

}  // namespace
}  // namespace covolve::program
