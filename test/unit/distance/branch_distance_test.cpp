#include "distance/branch_distance.h"

#include <gtest/gtest.h>

#include <cfloat>
#include <cmath>
#include <limits>
#include <vector>

#include "base/rng.h"

namespace covolve::distance {

namespace {

constexpr uint8_t kPredicates[] = {abi::Equal,       abi::NotEqual, abi::Less,
                                   abi::LessOrEqual, abi::Greater,  abi::GreaterOrEqual};

template <class T>
bool outcomeOf(uint8_t predicate, T left, T right) {
  switch (predicate) {
    case abi::Equal:
      return left == right;
    case abi::NotEqual:
      return left != right;
    case abi::Less:
      return left < right;
    case abi::LessOrEqual:
      return left <= right;
    case abi::Greater:
      return left > right;
    default:
      return left >= right;
  }
}

void expectOneIsZero(Pair pair, bool outcome) {
  EXPECT_EQ(pair.toTrue == 0, outcome);
  EXPECT_EQ(pair.toFalse == 0, !outcome);
  EXPECT_LE(pair.toTrue, abi::kFarthest);
  EXPECT_LE(pair.toFalse, abi::kFarthest);
}

template <class T>
std::vector<T> edges() {
  using Limits = std::numeric_limits<T>;
  return {Limits::min(),
          static_cast<T>(Limits::min() + 1),
          static_cast<T>(-1),
          T{0},
          T{1},
          T{42},
          static_cast<T>((T{1} << 53) + 1),
          static_cast<T>(Limits::max() / 2),
          static_cast<T>(Limits::max() - 1),
          Limits::max()};
}

/// The definition, computed in 128 bits throughout.
Pair reference(uint8_t predicate, Int128 left, Int128 right) {
  const auto limited = [](Int128 distance) {
    return distance > Int128{abi::kFarthest} ? abi::kFarthest : static_cast<uint64_t>(distance);
  };
  const Int128 apart = left < right ? right - left : left - right;
  switch (predicate) {
    case abi::Equal:
      return {limited(apart), left == right ? 1u : 0u};
    case abi::NotEqual:
      return {left == right ? 1u : 0u, limited(apart)};
    case abi::Less:
      return left < right ? Pair{0, limited(apart)} : Pair{limited(apart + 1), 0};
    case abi::LessOrEqual:
      return left <= right ? Pair{0, limited(apart + 1)} : Pair{limited(apart), 0};
    case abi::Greater:
      return left > right ? Pair{0, limited(apart)} : Pair{limited(apart + 1), 0};
    default:
      return left >= right ? Pair{0, limited(apart + 1)} : Pair{limited(apart), 0};
  }
}

void expectEqual(Pair actual, Pair expected) {
  EXPECT_EQ(actual.toTrue, expected.toTrue);
  EXPECT_EQ(actual.toFalse, expected.toFalse);
}

}  // namespace

TEST(BranchDistance, SignedIntegersAgreeWithThe128BitDefinition) {
  for (const uint8_t predicate : kPredicates) {
    for (const int64_t left : edges<int64_t>()) {
      for (const int64_t right : edges<int64_t>()) {
        expectEqual(ofSigned(predicate, left, right), reference(predicate, left, right));
        expectOneIsZero(ofSigned(predicate, left, right), outcomeOf(predicate, left, right));
      }
    }
  }
}

TEST(BranchDistance, UnsignedIntegersAgreeWithThe128BitDefinition) {
  for (const uint8_t predicate : kPredicates) {
    for (const uint64_t left : edges<uint64_t>()) {
      for (const uint64_t right : edges<uint64_t>()) {
        expectEqual(ofUnsigned(predicate, left, right), reference(predicate, left, right));
        expectOneIsZero(ofUnsigned(predicate, left, right), outcomeOf(predicate, left, right));
      }
    }
  }
}

TEST(BranchDistance, IntegersAboveTwoTo53StillDiffer) {
  const int64_t target = int64_t{1} << 60;
  EXPECT_EQ(ofSigned(abi::Equal, 0, target).toTrue - ofSigned(abi::Equal, 1, target).toTrue, 1u);
  const Uint128 wide = Uint128{1} << 62;
  EXPECT_EQ(ofWide(abi::Equal, true, 0, wide).toTrue - ofWide(abi::Equal, true, 1, wide).toTrue, 1u);
}

TEST(BranchDistance, WideIntegersAgreeWithNarrowOnesNearby) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const int64_t left = rng.between(-1000000, 1000000);
    const int64_t right = rng.between(-1000000, 1000000);
    for (const uint8_t predicate : kPredicates) {
      const Int128 wideLeft = left;
      const Int128 wideRight = right;
      expectEqual(ofWide(predicate, true, static_cast<Uint128>(wideLeft), static_cast<Uint128>(wideRight)),
                  ofSigned(predicate, left, right));
    }
  }
}

TEST(BranchDistance, WideIntegersHaveOneZeroAtTheEdges) {
  const Int128 smallest = static_cast<Int128>(Uint128{1} << 127);
  const Int128 largest = -(smallest + 1);
  for (const uint8_t predicate : kPredicates) {
    for (const Int128 left : {smallest, Int128{-1}, Int128{0}, largest}) {
      for (const Int128 right : {smallest, Int128{-1}, Int128{0}, largest}) {
        const auto l = static_cast<Uint128>(left);
        const auto r = static_cast<Uint128>(right);
        expectOneIsZero(ofWide(predicate, true, l, r), outcomeOf(predicate, left, right));
        expectOneIsZero(ofWide(predicate, false, l, r), outcomeOf(predicate, l, r));
      }
    }
  }
}

TEST(BranchDistance, CompressionKeepsTheOrder) {
  EXPECT_EQ(compress((Uint128{1} << 63) - 1), (uint64_t{1} << 63) - 1);
  EXPECT_EQ(compress(Uint128{1} << 63), uint64_t{1} << 63);
  EXPECT_LT(compress(~Uint128{0}), abi::kFarthest);
  Rng rng(2);
  for (int round = 0; round < 20000; ++round) {
    const auto random = [&] { return ((Uint128{rng.bits()} << 64) | rng.bits()) >> rng.below(128); };
    const Uint128 a = random();
    const Uint128 b = random();
    EXPECT_LE(compress(a < b ? a : b), compress(a < b ? b : a));
  }
  for (unsigned bit = 0; bit < 127; ++bit) {
    EXPECT_LT(compress(Uint128{1} << bit), compress(Uint128{1} << (bit + 1)));
    EXPECT_LE(compress((Uint128{1} << (bit + 1)) - 1), compress(Uint128{1} << (bit + 1)));
  }
}

TEST(BranchDistance, DoublesHaveOneZero) {
  const double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> values{-inf,   -1e300, -1, -DBL_MIN, -5e-324, -0.0, 0.0,
                                   5e-324, 1e-300, 1,  1.5,      DBL_MAX, inf};
  for (const uint8_t predicate : kPredicates) {
    for (const double left : values) {
      for (const double right : values) {
        expectOneIsZero(ofDoubles(predicate, left, right), outcomeOf(predicate, left, right));
        expectOneIsZero(ofDoubles(predicate | abi::kTrueIfUnordered, left, right),
                        outcomeOf(predicate, left, right));
        expectOneIsZero(ofLongDoubles(predicate, left, right), outcomeOf(predicate, left, right));
      }
    }
  }
}

TEST(BranchDistance, DoublesHaveAGradientAtEveryScale) {
  for (const double target : {1e300, 1.0, 1e-300, -1e-300, -1e300}) {
    const double near = target * 1.001;
    const double far = target * 2;
    EXPECT_LT(ofDoubles(abi::Equal, near, target).toTrue, ofDoubles(abi::Equal, far, target).toTrue);
    EXPECT_EQ(ofDoubles(abi::Equal, std::nextafter(target, 0), target).toTrue, 1u);
    EXPECT_LT(ofDoubles(abi::Equal, far, target).toTrue, ofDoubles(abi::Equal, -target, target).toTrue);
    EXPECT_LT(ofLongDoubles(abi::Equal, near, target).toTrue, ofLongDoubles(abi::Equal, far, target).toTrue);
  }
  EXPECT_EQ(ofDoubles(abi::Equal, -5e-324, 5e-324).toTrue, 2u);
}

TEST(BranchDistance, LongDoublesThatDoublesCannotTellApartDiffer) {
  const long double one = 1.0L;
  const long double next = std::nextafter(one, 2.0L);
  EXPECT_EQ(ofLongDoubles(abi::Equal, one, next).toTrue, 1u);
  EXPECT_EQ(ofLongDoubles(abi::Less, next, one).toTrue, 2u);
  // Across a power of two there is no gap.
  EXPECT_EQ(ofLongDoubles(abi::Equal, std::nextafter(2.0L, 0.0L), 2.0L).toTrue, 1u);
}

TEST(BranchDistance, NanIsFarFromEverything) {
  const double nan = std::nan("");
  for (const uint8_t predicate : kPredicates) {
    for (const auto& [left, right] : {std::pair{nan, 1.0}, {1.0, nan}, {nan, nan}}) {
      expectEqual(ofDoubles(predicate, left, right), {abi::kFarthest, 0});
      expectEqual(ofDoubles(predicate | abi::kTrueIfUnordered, left, right), {0, abi::kFarthest});
      expectEqual(ofLongDoubles(predicate, left, right), {abi::kFarthest, 0});
    }
  }
}

TEST(BranchDistance, EqualityOfPositionsHas) {
  expectEqual(ofPointers(abi::Equal | abi::kPositions, 1000, 1003), {3, 0});
  expectEqual(ofPointers(abi::NotEqual | abi::kPositions, 1003, 1000), {0, 3});
  expectEqual(ofPointers(abi::NotEqual | abi::kPositions, 1000, 1000), {1, 0});
}

TEST(BranchDistance, EqualityOfPointersHasNoGradient) {
  expectEqual(ofPointers(abi::Equal, 1000, 2000), {1, 0});
  expectEqual(ofPointers(abi::NotEqual, 1000, 2000), {0, 1});
  expectEqual(ofPointers(abi::Equal, 1000, 1000), {0, 1});
  expectEqual(ofPointers(abi::Less, 2000, 1000), {1001, 0});
  expectEqual(ofPointers(abi::Less, ~uint64_t{0}, 0), {abi::kFarthest, 0});
}

TEST(BranchDistance, CasesAreEqualities) {
  EXPECT_EQ(toCase(5, 5), 0u);
  EXPECT_EQ(toCase(-5, 5), 10u);
  EXPECT_EQ(toCase(INT64_MIN, INT64_MAX), abi::kFarthest);
}

}  // namespace covolve::distance
