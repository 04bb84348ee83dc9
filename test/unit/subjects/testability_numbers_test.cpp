// The subjects that make numbers of texts answer what they say, on every branch.
#include <gtest/gtest.h>

#include <optional>
#include <stdexcept>
#include <string>

#include "../../../subjects/testability/colour.cpp"
#include "../../../subjects/testability/customer_number.cpp"
#include "../../../subjects/testability/semantic_version.cpp"
#include "../../../subjects/testability/si_unit.cpp"

namespace {

using testability::customers::Customer;

Customer customer(std::string_view text) { return testability::customers::CustomerNumber::classify(text); }

/// With the only check digit that is right.
Customer checked(const std::string& country, const std::string& digits) {
  std::optional<Customer> found;
  for (const char check : std::string("0123456789X")) {
    const Customer kind = customer(country + "-" + digits + "-" + check);
    if (kind == Customer::WrongCheckDigit) continue;
    EXPECT_FALSE(found.has_value()) << digits;
    found = kind;
  }
  EXPECT_TRUE(found.has_value()) << digits;
  return found.value_or(Customer::WrongCheckDigit);
}

TEST(TestabilityCustomerNumber, HasTheCheckDigitOfItsCountry) {
  EXPECT_EQ(customer("AT-7992739-8"), Customer::Company);  // as 799273 98, by Luhn's rule
  EXPECT_EQ(customer("AT-7992739-7"), Customer::WrongCheckDigit);
  EXPECT_EQ(customer("CH-2434561-X"), Customer::Private);  // as the ISSN 2434-561X
  EXPECT_EQ(customer("CH-0317847-1"), Customer::Reserved);
  EXPECT_EQ(customer("DE-1000001-0"), Customer::WrongCheckDigit);
  for (const char* country : {"AT", "CH", "DE"}) EXPECT_EQ(checked(country, "1234567"), Customer::Private);
  EXPECT_EQ(customer("FR-1234567-8"), Customer::UnknownCountry);
}

TEST(TestabilityCustomerNumber, MayBeSeparatedAnywhereButNotTwice) {
  EXPECT_EQ(customer("at 799 2739-8"), Customer::Company);
  EXPECT_EQ(customer("AT79927398"), Customer::Company);
  for (const char* text : {"", "-AT7992739-8", "AT--7992739-8", "AT-7992739-8-", "AT-79927398-8",
                           "AT-79927x9-8", "AT-79927/9-8", "{T-79927/9-8"}) {
    EXPECT_EQ(customer(text), Customer::Malformed) << text;
  }
}

TEST(TestabilityCustomerNumber, SaysWhatKindOfCustomer) {
  EXPECT_EQ(checked("AT", "1230000"), Customer::Reserved);
  EXPECT_EQ(checked("AT", "2230001"), Customer::Private);
  EXPECT_EQ(checked("AT", "3230001"), Customer::Private);
  EXPECT_EQ(checked("AT", "4230001"), Customer::Reserved);
  EXPECT_EQ(checked("AT", "5000001"), Customer::Company);
  EXPECT_EQ(checked("DE", "5000001"), Customer::Reserved);
  EXPECT_EQ(checked("DE", "5160001"), Customer::Company);
  EXPECT_EQ(checked("DE", "5170001"), Customer::Reserved);
  EXPECT_EQ(checked("CH", "7010001"), Customer::Company);
  EXPECT_EQ(checked("CH", "7010002"), Customer::Reseller);
  EXPECT_EQ(checked("DE", "9990999"), Customer::Staff);
  EXPECT_EQ(checked("DE", "9991000"), Customer::Reserved);
  EXPECT_EQ(checked("DE", "9980999"), Customer::Reserved);
}

using testability::versions::compareVersions;
using testability::versions::parseVersion;
using testability::versions::satisfies;

TEST(TestabilitySemanticVersion, IsParsedAsTheSpecificationSays) {
  const auto version = parseVersion("1.20.3-rc.1+build.5");
  ASSERT_TRUE(version.has_value());
  EXPECT_EQ(version->minor, 20u);
  EXPECT_EQ(version->preRelease, (std::vector<std::string>{"rc", "1"}));
  EXPECT_EQ(version->build, "build.5");
  EXPECT_TRUE(parseVersion("0.0.0-x-y.0a"));
  for (const char* text : {"", "1", "1.x", "1.2", "1.2.x", "01.2.3", "1.2.3.4", "1.2.3-", "1.2.3-a..b",
                           "1.2.3-a_b", "1.2.3-01", "1.2.3+", "99999999999.0.0"}) {
    EXPECT_FALSE(parseVersion(text)) << text;
  }
}

TEST(TestabilitySemanticVersion, IsOrderedAsTheSpecificationSays) {
  const std::vector<std::string> ordered{"1.0.0-1",       "1.0.0-2",       "1.0.0-10",   "1.0.0-alpha",
                                         "1.0.0-alpha.1", "1.0.0-alpha.b", "1.0.0-beta", "1.0.0",
                                         "1.0.1",         "1.1.0",         "2.0.0"};
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    for (std::size_t j = 0; j < ordered.size(); ++j) {
      EXPECT_EQ(compareVersions(*parseVersion(ordered[i]), *parseVersion(ordered[j])), i <=> j)
          << ordered[i] << " " << ordered[j];
    }
  }
}

TEST(TestabilitySemanticVersion, SatisfiesRequirements) {
  for (const char* requirement : {"1.2.3", "=1.2.3", ">=1.2.3", ">=1.2.2", "<1.2.4", "~1.2.0", "^1.0.0"}) {
    EXPECT_TRUE(satisfies("1.2.3", requirement)) << requirement;
  }
  for (const char* requirement :
       {"1.2.4", "=1.2.2", ">=1.2.4", "<1.2.3", "~1.2.4", "~1.1.0", "~0.2.0", "^1.2.4", "^0.9.0"}) {
    EXPECT_FALSE(satisfies("1.2.3", requirement)) << requirement;
  }
  EXPECT_TRUE(satisfies("0.2.4", "^0.2.3"));
  EXPECT_FALSE(satisfies("0.3.4", "^0.2.3"));
  EXPECT_TRUE(satisfies("0.0.3", "^0.0.3"));
  EXPECT_FALSE(satisfies("0.0.4", "^0.0.3"));
  EXPECT_THROW(satisfies("1.2", "1.2.3"), std::invalid_argument);
  EXPECT_THROW(satisfies("1.2.3", ">="), std::invalid_argument);
  EXPECT_THROW(satisfies("1.2.3", "<>1.2.3"), std::invalid_argument);
}

using testability::colours::ColourReader;
using Contrast = testability::colours::Contrast;

/// In hexadecimal digits, with two for the opacity; "none" if it is no colour.
std::string colour(const std::string& text) {
  const auto parsed = ColourReader::parse(text);
  if (!parsed) return "none";
  char written[16];
  std::snprintf(written, sizeof written, "%02x%02x%02x%02x", parsed->red, parsed->green, parsed->blue,
                static_cast<int>(parsed->opacity * 255));
  return written;
}

TEST(TestabilityColour, HasFiveNotations) {
  EXPECT_EQ(colour("#f80"), "ff8800ff");
  EXPECT_EQ(colour("#Ff8001"), "ff8001ff");
  EXPECT_EQ(colour("#ff800180"), "ff800180");
  EXPECT_EQ(colour("rgb(255, 128 ,1)"), "ff8001ff");
  EXPECT_EQ(colour("RGB(100%,50%,0% )"), "ff7f00ff");
  EXPECT_EQ(colour("rgba(255,128,1,0.5)"), "ff80017f");
  EXPECT_EQ(colour("Olive"), "808000ff");
  EXPECT_EQ(colour("transparent"), "00000000");
}

TEST(TestabilityColour, IsWrongInManyWays) {
  for (const char* text : {"",
                           "#",
                           "#ff",
                           "#fffff",
                           "#ggg",
                           "rgb",
                           "rgb(",
                           "rgb(1,2)",
                           "rgb(1,2,3",
                           "rgb(1,2,3) ",
                           "rgb(256,0,0)",
                           "rgb(0,-1,0)",
                           "rgb(0,0,999)",
                           "rgb(101%,0%,0%)",
                           "rgb(-5%,0%,0%)",
                           "rgb(1%,2%,3%",
                           "rgba(1,2,3)",
                           "rgba(1,2,3,1.5)",
                           "rgba(1,2,3,-1)",
                           "rgba(1,2,3,nan)",
                           "rgbx(1,2,3)",
                           "rgb  (1,2,3)",
                           "orange",
                           "zinc",
                           "reds"}) {
    EXPECT_EQ(colour(text), "none") << text;
  }
}

TEST(TestabilityColour, IsReadableOnSomeBackground) {
  EXPECT_EQ(ColourReader::contrastOf("navy"), Contrast::OnWhite);
  EXPECT_EQ(ColourReader::contrastOf("yellow"), Contrast::OnBlack);
  EXPECT_EQ(ColourReader::contrastOf("gray"), Contrast::Unreadable);
  EXPECT_EQ(ColourReader::contrastOf("#12345600"), Contrast::Invisible);
  EXPECT_THROW(ColourReader::contrastOf("orange"), std::bad_optional_access);
}

using testability::units::Dimension;
using testability::units::parseQuantity;
using testability::units::Supply;
using testability::units::supplyFor;

TEST(TestabilitySiUnit, QuantitiesHavePrefixes) {
  EXPECT_DOUBLE_EQ(parseQuantity("1.5 km").value, 1'500);
  EXPECT_DOUBLE_EQ(parseQuantity(" 20mA ").value, 0.02);
  EXPECT_DOUBLE_EQ(parseQuantity("2 µs").value, 2e-6);
  EXPECT_DOUBLE_EQ(parseQuantity("5 min").value, 300);
  EXPECT_DOUBLE_EQ(parseQuantity("1 MiB").value, 8'388'608);
  EXPECT_DOUBLE_EQ(parseQuantity("0.5 kB").value, 4'000);
  EXPECT_EQ(parseQuantity("3 ft").dimension, Dimension::Length);
}

TEST(TestabilitySiUnit, OtherTextsAreNoQuantities) {
  for (const char* text : {"", "km", "5", "5 km h", "5 kmin", "5 KiV", "5 parsec", "5 k"}) {
    EXPECT_THROW(parseQuantity(text), std::invalid_argument) << text;
  }
  EXPECT_THROW(parseQuantity("0.5 bit"), std::domain_error);
}

TEST(TestabilitySiUnit, SuppliesNeedMoreTheStrongerTheyAre) {
  EXPECT_EQ(supplyFor("12 V", "5 A", ""), Supply::Harmless);
  EXPECT_EQ(supplyFor("12 V", "101 A", ""), Supply::FixedWiring);
  EXPECT_EQ(supplyFor("120 V", "5 A", ""), Supply::Harmless);
  EXPECT_EQ(supplyFor("121 V", "5 A", ""), Supply::Engineer);
  EXPECT_EQ(supplyFor("49 V", "5 A", "50 Hz"), Supply::Harmless);
  EXPECT_EQ(supplyFor("26 V", "5 A", "20 kHz"), Supply::Engineer);
  EXPECT_EQ(supplyFor("230 V", "16 A", "50 Hz"), Supply::Socket);
  EXPECT_EQ(supplyFor("110 V", "16 A", "60 Hz"), Supply::Socket);
  EXPECT_EQ(supplyFor("230 V", "17 A", "50 Hz"), Supply::FixedWiring);
  EXPECT_EQ(supplyFor("0.4 kV", "16 A", "50 Hz"), Supply::FixedWiring);
  EXPECT_EQ(supplyFor("400 V", "63 A", "50 Hz"), Supply::Engineer);
  EXPECT_EQ(supplyFor("1001 V", "1 mA", "50 Hz"), Supply::Engineer);
  EXPECT_EQ(supplyFor("1 A", "1 A", ""), Supply::NotASupply);
  EXPECT_EQ(supplyFor("1 V", "1 V", ""), Supply::NotASupply);
  EXPECT_EQ(supplyFor("0 V", "1 A", ""), Supply::NotASupply);
  EXPECT_EQ(supplyFor("1 V", "-1 A", ""), Supply::NotASupply);
  EXPECT_EQ(supplyFor("1 V", "1 A", "50 s"), Supply::NotASupply);
}

}  // namespace
