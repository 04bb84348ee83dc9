// The subjects that read what the web sends answer what they say, on every branch.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../../../subjects/testability/email_address.cpp"
#include "../../../subjects/testability/mime_type.cpp"
#include "../../../subjects/testability/postal_code.cpp"
#include "../../../subjects/testability/url_query.cpp"

namespace {

using testability::url::SearchRequest;
using QueryProblem = testability::url::Problem;

QueryProblem problem(std::string_view query) {
  SearchRequest request;
  return testability::url::parseQuery(query, request);
}

TEST(TestabilityUrlQuery, FillsARequest) {
  SearchRequest request;
  EXPECT_EQ(testability::url::parseQuery("q=red+%53hoes&&sort=-price&tag=sale&tag%5b]=new&page=2&per_page=50&"
                                         "price_from=1.5&price_to=2e1",
                                         request),
            QueryProblem::None);
  EXPECT_EQ(request.words, "red Shoes");
  EXPECT_EQ(request.sortBy, "price");
  EXPECT_TRUE(request.descending);
  EXPECT_EQ(request.tags, (std::vector<std::string>{"sale", "new"}));
  EXPECT_EQ(request.page, 2);
  EXPECT_EQ(request.perPage, 50);
  EXPECT_EQ(request.priceFrom, 1.5);
  EXPECT_EQ(request.priceTo, 20);
}

TEST(TestabilityUrlQuery, NeedsKeysAndValuesThatCanBe) {
  EXPECT_EQ(problem("q=%4"), QueryProblem::Encoding);
  EXPECT_EQ(problem("q=%4x"), QueryProblem::Encoding);
  EXPECT_EQ(problem("q=%x4"), QueryProblem::Encoding);
  EXPECT_EQ(problem("%=q"), QueryProblem::Encoding);
  EXPECT_EQ(problem("colour=red"), QueryProblem::Key);
  EXPECT_EQ(problem("q=a&q=b"), QueryProblem::Repeated);
  for (const char* query : {"page=", "page=x", "page=2x", "page=99999999999", "per_page=x", "price_to=x"}) {
    EXPECT_EQ(problem(query), QueryProblem::Number) << query;
  }
  for (const char* query : {"page=0", "page=501", "per_page=30", "price_to=-1", "price_from=nan"}) {
    EXPECT_EQ(problem(query), QueryProblem::Range) << query;
  }
  EXPECT_EQ(problem("sort=size"), QueryProblem::Sorting);
  EXPECT_EQ(problem("tag=a&tag=a"), QueryProblem::Tags);
  EXPECT_EQ(problem("tag=a&tag=b&tag=c&tag=d&tag=e"), QueryProblem::None);
  EXPECT_EQ(problem("tag=a&tag=b&tag=c&tag=d&tag=e&tag=f"), QueryProblem::Tags);
}

TEST(TestabilityUrlQuery, NeedsValuesThatFitEachOther) {
  EXPECT_EQ(problem(""), QueryProblem::Nothing);
  EXPECT_EQ(problem("q"), QueryProblem::Nothing);
  EXPECT_EQ(problem("q=a&price_from=1"), QueryProblem::None);
  EXPECT_EQ(problem("q=a&price_from=2&price_to=1"), QueryProblem::Range);
  EXPECT_EQ(problem("q=a&sort=relevance"), QueryProblem::None);
  EXPECT_EQ(problem("q=a&sort=-relevance"), QueryProblem::Sorting);
  EXPECT_EQ(problem("tag=a&sort=relevance"), QueryProblem::Sorting);
  EXPECT_EQ(problem("q=a&page=500&per_page=20"), QueryProblem::None);
  EXPECT_EQ(problem("q=a&page=101&per_page=100"), QueryProblem::Range);
}

using testability::email::Registration;
using MailAnswer = testability::email::Answer;

MailAnswer answerTo(const std::string& address) { return Registration(true).check(address); }

TEST(TestabilityEmailAddress, HasAnAccount) {
  EXPECT_EQ(answerTo("john.o'neil@company.org"), MailAnswer::Accepted);
  EXPECT_EQ(answerTo("\"john \\\"joe\\\" @ doe\"@company.org"), MailAnswer::Accepted);
  EXPECT_EQ(answerTo("company.org"), MailAnswer::NoAt);
  for (const std::string account : {"", ".john", "john.", "john..doe", "john doe", "\"\"", "\"john",
                                    "\"jo\"hn\"", "\"jo\thn\"", "\"john\\\""}) {
    EXPECT_EQ(answerTo(account + "@company.org"), MailAnswer::BadAccount) << account;
  }
  EXPECT_EQ(answerTo(std::string(64, 'a') + "@company.org"), MailAnswer::Accepted);
  EXPECT_EQ(answerTo(std::string(65, 'a') + "@company.org"), MailAnswer::BadAccount);
}

TEST(TestabilityEmailAddress, HasADomain) {
  EXPECT_EQ(answerTo("john@my-company.co.uk"), MailAnswer::Accepted);
  for (const std::string domain : {"", "org", "my..org", "-my.org", "my-.org", "my_company.org", "company.o",
                                   "company.0rg", "[]", "[1.2.3]", "[1.2.3.4x]", "[1.2.3.256]", "[1.2.3.4"}) {
    EXPECT_EQ(answerTo("john@" + domain), MailAnswer::BadDomain) << domain;
  }
  EXPECT_EQ(answerTo("john@" + std::string(64, 'a') + ".org"), MailAnswer::BadDomain);
  for (const std::string domain :
       {"printer.local", "www.example.com", "[10.0.0.1]", "[127.0.0.1]", "[192.168.0.1]"}) {
    EXPECT_EQ(answerTo("john@" + domain), MailAnswer::Unroutable) << domain;
  }
  EXPECT_EQ(answerTo("john@Mailinator.com"), MailAnswer::Disposable);
  EXPECT_EQ(answerTo("john@[192.167.0.1]"), MailAnswer::NeedsApproval);
  EXPECT_EQ(answerTo("john@[8.8.8.8]"), MailAnswer::NeedsApproval);
}

TEST(TestabilityEmailAddress, MayHaveATagAndARole) {
  EXPECT_EQ(answerTo("john+lists@company.org"), MailAnswer::Accepted);
  EXPECT_EQ(Registration(false).check("john+lists@company.org"), MailAnswer::NeedsApproval);
  EXPECT_EQ(answerTo("Webmaster+lists@company.org"), MailAnswer::NeedsApproval);
}

using testability::mime::AcceptHeader;

testability::mime::Representation representation(const char* text) {
  return AcceptHeader::parseMediaRange(text).representation;
}

TEST(TestabilityMimeType, KnowsItsRepresentations) {
  using namespace testability::mime;
  EXPECT_EQ(representation("text/html"), kHtml);
  EXPECT_EQ(representation("Application/XHTML+xml; charset=UTF-8"), kHtml);
  EXPECT_EQ(representation("text/html;charset=iso-8859-1"), kHtmlLatin1);
  EXPECT_EQ(representation("text/html;charset=koi8-r"), kNotAcceptable);
  EXPECT_EQ(representation("text/xml;charset=iso-8859-1"), kNotAcceptable);
  EXPECT_EQ(representation("application/problem+json"), kJson);
  EXPECT_EQ(representation("application/+json"), kNotAcceptable);
  EXPECT_EQ(representation("application/json; indent=0"), kJson);
  EXPECT_EQ(representation("application/json; indent=2"), kJsonPretty);
  EXPECT_EQ(representation("text/xml; indent=2"), kXml);
  EXPECT_EQ(representation("text/csv; header=present"), kCsv);
  EXPECT_EQ(representation("text/csv; header=except"), kCsv);
  EXPECT_EQ(representation("text/csv; header=absent"), kCsvWithoutHeader);
  EXPECT_EQ(representation("text/html; header=absent"), kHtml);
  EXPECT_EQ(representation("audio/ogg; whatever=1"), kNotAcceptable);
  EXPECT_EQ(representation("audio/vorbis"), kNotAcceptable);
  EXPECT_EQ(representation("*/*"), kAnything);
}

TEST(TestabilityMimeType, ReadsQualityAndEncoding) {
  EXPECT_EQ(AcceptHeader::parseMediaRange("text/html;q=0.8 ; encoding=gzip").quality, 0.8);
  EXPECT_TRUE(AcceptHeader::parseMediaRange("text/html;q=0.8 ; encoding=gzip").isCompressed);
  EXPECT_TRUE(AcceptHeader::parseMediaRange("text/html;encoding=br").isCompressed);
  EXPECT_FALSE(AcceptHeader::parseMediaRange("text/html;encoding=zip").isCompressed);
}

TEST(TestabilityMimeType, IsMalformedInManyWays) {
  for (const char* text :
       {static_cast<const char*>(nullptr), "", "text", "/html", "te xt/html", "text/", "text/html charset",
        "text/html;", "text/html;q", "text/html;q=", "text/html;q=x", "text/html;q=0.5x", "text/html;q=-1",
        "text/html;q=1.1", "application/json;indent=-1", "application/json;indent=9"}) {
    EXPECT_EQ(representation(text), testability::mime::kMalformed) << (text ? text : "null");
  }
}

TEST(TestabilityMimeType, IsPreferredWithoutAnyQuality) {
  EXPECT_TRUE(AcceptHeader::isPreferred("text/html"));
  EXPECT_FALSE(AcceptHeader::isPreferred("text/html;q=0.5"));
  EXPECT_FALSE(AcceptHeader::isPreferred("text/html;q=1"));
  EXPECT_FALSE(AcceptHeader::isPreferred("audio/ogg"));
  EXPECT_FALSE(AcceptHeader::isPreferred("*/*"));
  EXPECT_FALSE(AcceptHeader::isPreferred(nullptr));
}

using testability::postal::Delivery;
using testability::postal::PostalCodes;

TEST(TestabilityPostalCode, BelongsToACountryOfTheSettings) {
  PostalCodes codes;
  EXPECT_EQ(codes.deliveryTo("AT", "1010"), Delivery::UnknownCountry);
  EXPECT_EQ(codes.deliveryTo("DE", "1010"), Delivery::NotAPostalCode);
}

TEST(TestabilityPostalCode, IsGerman) {
  PostalCodes codes;
  EXPECT_EQ(codes.deliveryTo("DE", "04109"), Delivery::Express);
  EXPECT_EQ(codes.deliveryTo("DE", "D-04229"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("DE", "50000"), Delivery::PostBox);
  EXPECT_EQ(codes.deliveryTo("DE", "27498"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("DE", "27499"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("DE", "26548"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("DE", "26757"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("DE", "62123"), Delivery::NotAPostalCode);
  EXPECT_TRUE(PostalCodes::mentionsGermanCode("Markt 1, 04109 Leipzig"));
  EXPECT_TRUE(PostalCodes::mentionsGermanCode("D-04109 Leipzig"));
  EXPECT_FALSE(PostalCodes::mentionsGermanCode("Markt 04109"));
}

TEST(TestabilityPostalCode, IsAmerican) {
  PostalCodes codes;
  EXPECT_EQ(codes.deliveryTo("US", "20500"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("US", "20500-0003"), Delivery::Express);
  EXPECT_EQ(codes.deliveryTo("US", "00500"), Delivery::NotAPostalCode);
  EXPECT_EQ(codes.deliveryTo("US", "96701"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("US", "96801"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("US", "09001-1234"), Delivery::Military);
  EXPECT_EQ(codes.deliveryTo("US", "96201-1234"), Delivery::Military);
  EXPECT_EQ(codes.deliveryTo("US", "96201"), Delivery::NotAPostalCode);
  EXPECT_EQ(codes.deliveryTo("US", "08999"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("US", "99501"), Delivery::Standard);
}

TEST(TestabilityPostalCode, IsBritish) {
  PostalCodes codes;
  EXPECT_EQ(codes.deliveryTo("GB", "sw1a 1aa"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("GB", "EC1A1BB"), Delivery::Express);
  EXPECT_EQ(codes.deliveryTo("GB", "ze1 0aa"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("GB", "KW15 1AA"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("GB", "KW14 1AA"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("GB", "L69 9AA"), Delivery::PostBox);
  EXPECT_EQ(codes.deliveryTo("GB", "L69 3AA"), Delivery::Standard);
}

TEST(TestabilityPostalCode, IsDutch) {
  PostalCodes codes;
  EXPECT_EQ(codes.deliveryTo("NL", "1012 AB"), Delivery::Express);
  EXPECT_EQ(codes.deliveryTo("NL", "3511ab"), Delivery::Standard);
  EXPECT_EQ(codes.deliveryTo("NL", "1156 AB"), Delivery::Island);
  EXPECT_EQ(codes.deliveryTo("NL", "3511 ss"), Delivery::NotAPostalCode);
}

}  // namespace
