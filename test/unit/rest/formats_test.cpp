#include <gtest/gtest.h>

#include "rest/openapi/validation/punycode.h"
#include "rest/openapi/validation/validator.h"

namespace covolve::rest {
namespace {

void expectAll(std::string_view format, bool expected, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts)
    EXPECT_EQ(hasFormat(text, format), expected) << format << ": " << testing::PrintToString(text);
}

TEST(Formats, UnknownOnesAcceptEverything) {
  expectAll("password", true, {"", "x"});
  expectAll("binary", true, {"\xff"});
  expectAll("int32", true, {"x"});
  expectAll("something-else", true, {"x"});
  expectAll("", true, {"x"});
}

TEST(Formats, Date) {
  expectAll("date", true, {"2020-02-29", "2000-02-29", "1963-06-19", "0000-01-01", "9999-12-31"});
  expectAll(
      "date", false,
      {"", "2019-02-29", "1900-02-29", "2020-13-01", "2020-00-01", "2020-01-00", "2020-04-31", "2020-1-1",
       "20200101", "2020-01-01 ", "2020-01-01T00:00:00Z", "2020-01-0\u09ea", "06/19/1963", "+2020-01-01"});
}

TEST(Formats, TimeHasAnOffset) {
  expectAll("time", true,
            {"08:30:06Z", "08:30:06.283185z", "12:00:27.87+00:20", "23:59:60Z", "15:59:60-08:00"});
  expectAll("time", false,
            {"08:30:06", "24:00:00Z", "00:60:00Z", "00:00:61Z", "22:59:60Z", "08:30Z", "08:30:06.Z",
             "08:30:06+24:00", "08:30:06+01:60", "08:30:06+1:00", "08:30:06 PST", "8:30:06Z",
             "08:30:06Z+00:00", "08:30:06+0100"});
}

TEST(Formats, DateTime) {
  expectAll("date-time", true,
            {"1985-04-12T23:20:50.52Z", "1996-12-19t16:39:57-08:00", "1990-12-31T23:59:60Z",
             "2020-01-01 00:00:00Z"});
  expectAll("date-time", false,
            {"2020-01-01", "2020-01-01T00:00:00", "2020-02-30T00:00:00Z", "2020-01-01T24:00:00Z",
             "2013-350T01:01:01Z", "1577836800", "2020-01-01T00:00Z", "2020-01-01T00:00:00ZZ",
             "2020-01-01X00:00:00Z"});
}

TEST(Formats, Duration) {
  expectAll("duration", true,
            {"P4DT12H30M5S", "P4Y", "PT0S", "P0D", "P1M", "PT1M", "PT36H", "P2W", "PT0.5S", "P1Y2M3D"});
  expectAll("duration", false,
            {"", "P", "PT", "P1YT", "PT1D", "4DT1H", "P2D1Y", "P1D2H", "P2S", "P1Y2W", "P1", "P1WT1H", "P-1D",
             "PT.5S", "PT0.5H1M", "P\u09e8Y", " P1D", "P1D ", "P1e2D"});
}

TEST(Formats, Email) {
  expectAll("email", true,
            {"joe.bloggs@example.com", "~a+b@c", "\"joe bloggs\"@example.com", "\"a\\\"@b\"@c.org",
             "a@[127.0.0.1]", "a@[IPv6:::1]", "a@[ipv6:1::2]", "test@c--n.com", "test@123.com", "\"\"@x"});
  expectAll("email", false, {"",       "2962",     "@x",        "a@",           ".a@x",     "a.@x",
                             "a..b@x", "a b@x",    "a@b c",     "a@-b.com",     "a@b-.com", "a@b..c",
                             "a@b.",   "a@b=c",    "a@[1.2.3]", "a@[]",         "a@b@c",    "a@b, c@d",
                             "\"a@b",  "\"a\"b@c", "a\u00e9@b", "a@\u00e9.org", "a@b\n",    "Joe <a@b>"});
}

TEST(Formats, InternationalEmail) {
  expectAll("idn-email", true,
            {"\uc2e4\ub840@\uc2e4\ub840.\ud14c\uc2a4\ud2b8", "joe@example.com", "\u00e9@b"});
  expectAll("idn-email", false, {"2962", "\u00e9", "a b@\u00e9", "a@\xff"});
}

TEST(Formats, Hostname) {
  expectAll("hostname", true,
            {"www.example.com", "localhost", "a", "1host", "1.2.3", "xn--4gbwdl.xn--wgbh1c", "a-b--c.d",
             "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijk.com"});
  expectAll("hostname", false,
            {"", ".", "a..b", "a.", "-a", "a-", "a_b", "a b", "a\u00e4", "xn--X", "http://a",
             "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl.com"});
  EXPECT_TRUE(hasFormat("a." + std::string(60, 'b') + '.' + std::string(60, 'c'), "hostname"));
  std::string tooLong = "a";
  for (int i = 0; i < 127; ++i) tooLong += ".a";
  EXPECT_FALSE(hasFormat(tooLong, "hostname"));
}

TEST(Formats, InternationalHostname) {
  expectAll("idn-hostname", true,
            {"\uc2e4\ub840.\ud14c\uc2a4\ud2b8", "example.com", "b\u00fccher.example", "l\u00b7l",
             "\u03b1\u0375\u03b2", "\u05d0\u05f3\u05d1", "\u30fb\u3041", "\u0628\u0660\u0628",
             "\u0915\u094d\u200d\u0937", "a\u3002b", "xn--ihqwcrb4cv8a8dqg056pqjye"});
  expectAll("idn-hostname", false,
            {"",
             "\u302e\uc2e4",
             "\uc2e4\u302e\ub840",
             "-\u00e9",
             "\u00e9-",
             "\u00e9a--b",
             "\u0300hello",
             "\u0640\u07fa",
             "a\u00b7l",
             "l\u00b7",
             "\u03b1\u0375S",
             "A\u05f3\u05d1",
             "def\u30fbabc",
             "\u0628\u0660\u06f0",
             "\u0915\u200d\u0937",
             "\u00e9 \u00e9",
             "\u00e9_",
             "xn--X",
             "XN--aa---o47jg78q",
             "\xff"});
}

TEST(Formats, PunycodeComesBackAsUnicode) {
  EXPECT_EQ(decodePunycode("bcher-kva"), "b\u00fccher");
  EXPECT_EQ(decodePunycode("ihqwcrb4cv8a8dqg056pqjye"),
            "\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587");
  EXPECT_EQ(decodePunycode("X"), std::nullopt);
  EXPECT_EQ(decodePunycode("99999999"), std::nullopt);
  EXPECT_EQ(decodePunycode("a_b"), std::nullopt);
}

TEST(Formats, Ipv4) {
  expectAll("ipv4", true, {"0.0.0.0", "255.255.255.255", "192.168.0.1"});
  expectAll("ipv4", false,
            {"", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", "1.2.3.0x4", "1.2.3.",
             "0127.0.0.1", "1.2.3.4/24", "1.2.3.\u09e8"});
}

TEST(Formats, Ipv6) {
  expectAll("ipv6", true,
            {"::", "::1", "1::", "1:2:3:4:5:6:7:8", "::ffff:192.168.0.1", "1:2:3:4:5:6:1.2.3.4",
             "2001:DB8::a", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8"});
  expectAll("ipv6", false,
            {"", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::1::", "1:::2",
             ":1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:", "g::", "::1.2.3", "1.2.3.4::", "fe80::1%eth0", "::1/64",
             " ::1", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4"});
}

TEST(Formats, Uri) {
  expectAll("uri", true,
            {"http://foo.bar/?baz=qux#quux", "http://-.~_!$&'()*+,;=:%40:80%2f::::::@example.com", "urn:a:b",
             "ldap://[2001:db8::7]/c=GB?objectClass?one", "mailto:John.Doe@example.com", "tel:+1-816",
             "http://a.com:", "http://[v1.a:b]/", "file:///etc", "a:", "http://999.1.1.1/", "http://user@"});
  expectAll("uri", false,
            {"",
             "//foo.bar",
             "/abc",
             "abc",
             "\\\\WINDOWS",
             "http:// a",
             "bar,baz:foo",
             "1http://a",
             ":a",
             "http://[@a/",
             "http://[::1",
             "http://[1]/",
             "http://a:b/",
             "http://a::",
             "http://a/%6G",
             "http://a/%",
             "http://a/\u00ae",
             "http://a/<>",
             "http://a/{}",
             "http://a/^",
             "http://a/`",
             "http://a/|",
             "http://a/\"",
             "http://a/#b#c",
             "http://a/[b]"});
}

TEST(Formats, UriReference) {
  expectAll("uri-reference", true, {"", "abc", "/a?b#c", "//a.b/c", "#fragment", "?q", "a/b:c", "http://a"});
  expectAll("uri-reference", false, {"\\\\WINDOWS", "#frag\\ment", "a b", "1:b", "/\u00e4", "%"});
}

TEST(Formats, Iri) {
  expectAll("iri", true,
            {"http://\u0192\u00f8\u00f8.\u00df\u00e5r/?\u2202\u00e9\u0153=\u03c0", "http://a/b"});
  expectAll("iri", false,
            {"/abc", "\u00e2\u03c0\u03c0", "http:// \u0192", "http://2001:0db8:85a3::7334/", "\xff:a"});
  expectAll("iri-reference", true, {"\u00e2\u03c0\u03c0", "#\u0192", ""});
  expectAll("iri-reference", false, {"\\\\\u0192", "#\u0192\\"});
}

TEST(Formats, UriTemplate) {
  expectAll("uri-template", true,
            {"", "http://a.b/{term:1}/{term}", "{+a,b*}", "{#a}", "{.a.b}", "{/a}", "{;a}", "{?a}", "{&a}",
             "{%41}", "{v:1000}", "a%41b", "a'b", "\u00e4"});
  expectAll("uri-template", false,
            {"{", "}", "{}", "{a", "a}b", "{a,,b}", "{a,}", "{v:0}", "{v:01}", "{v:10000}", "{a..b}", "{a=b}",
             "{%4}", "a b", "a%", "a%GG", "<", "a\x7f", "{,+a}"});
}

TEST(Formats, JsonPointers) {
  expectAll("json-pointer", true, {"", "/", "/a/b~0~1c/0", "/a//b"});
  expectAll("json-pointer", false, {"a", "#", "#/a", "/~", "/a~2", "/~0~", "0"});
  expectAll("relative-json-pointer", true, {"0", "1/a/b", "0#", "120/a", "0+1/a", "0-1#"});
  expectAll("relative-json-pointer", false, {"", "/a", "-1/a", "+1/a", "01/a", "0##", "1a", "0+/a", "0/~"});
}

TEST(Formats, Regex) {
  expectAll("regex", true, {"", "^a+$", "([abc])+\\s+$", "(?<=a)b", "\\p{L}"});
  expectAll("regex", false, {"^(abc]", "[", "*", "\\a", "^\\S(|(.|\\n)*\\S)\\Z"});
}

TEST(Formats, Uuid) {
  expectAll("uuid", true,
            {"2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380",
             "00000000-0000-0000-0000-000000000000"});
  expectAll("uuid", false,
            {"", "2eb8aa08-aa98-11ea-b4aa-73b441d1638", "2eb8aa08-aa98-11ea-b4aa-73b441d163800",
             "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4ga-73b441d16380",
             "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}", "2eb8-aa08-aa98-11ea-b4aa73b44-1d16380"});
}

TEST(Formats, Byte) {
  expectAll("byte", true, {"", "YQ==", "YWI=", "YWJj", "YWJjZA", "-_-_", "+/+/", "YW\r\nJj"});
  expectAll("byte", false,
            {"Y", "YWJjZ", "YQ=", "YQ===", "YWJj=", "Y Q=", "YQ==YQ==", "Y\u00e4==", "=", "====", "{}"});
}

}  // namespace
}  // namespace covolve::rest
