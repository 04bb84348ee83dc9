// The packet filter and the box model decide as they say.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../../../subjects/wide/box_style.cpp"
#include "../../../subjects/wide/packet_header.cpp"
#include "wide_changes.h"

namespace {

using wide::Change;

wide::Verdict verdict(const Change<wide::PacketHeader>& change) {
  wide::PacketHeader header;
  header.source = 0x0A000001;
  header.destination = 0x0A000102;
  header.sourcePort = 40'000;
  header.destinationPort = 80;
  header.tcpFlags = 16;
  change(header);
  return wide::PacketFilter::inspect(header);
}

constexpr std::uint32_t kRouter = 0xC0A80001;

TEST(WidePacketHeader, IsForwardedByItsPriorityOrDelivered) {
  using enum wide::Verdict;
  EXPECT_EQ(verdict([](auto&) {}), Forward);
  EXPECT_EQ(verdict([](auto& header) { header.trafficClass = 46 << 2; }), ForwardFirst);
  EXPECT_EQ(verdict([](auto& header) { header.destination = kRouter; }), DeliverHere);
  EXPECT_EQ(verdict([](auto& header) { header.destination = kRouter, header.timeToLive = 1; }), DeliverHere);
}

TEST(WidePacketHeader, IsDroppedForItsLengthsAndItsAge) {
  using enum wide::Verdict;
  EXPECT_EQ(verdict([](auto& header) { header.version = 6; }), NotIpv4);
  EXPECT_EQ(verdict([](auto& header) { header.headerWords = 4; }), BadLength);
  EXPECT_EQ(verdict([](auto& header) { header.headerWords = 9; }), BadLength);
  EXPECT_EQ(verdict([](auto& header) { header.totalLength = 19; }), BadLength);
  EXPECT_EQ(verdict([](auto& header) { header.timeToLive = 0; }), Expired);
  EXPECT_EQ(verdict([](auto& header) { header.timeToLive = 1; }), Expired);
}

TEST(WidePacketHeader, HasAChecksumOverAllItsFields) {
  using enum wide::Verdict;
  // The example of RFC 1071's algorithm that textbooks give: 4500 0073 0000 4000 4011 b861 c0a8 0001 c0a8
  // 00c7.
  const auto example = [](auto& header) {
    header.totalLength = 0x73, header.mustNotBeFragmented = true, header.protocol = 17;
    header.source = 0xC0A80001, header.destination = 0xC0A800C7, header.checksum = 0xB861;
  };
  EXPECT_EQ(verdict(example), Forward);
  EXPECT_EQ(verdict([&](auto& header) { example(header), ++header.checksum; }), BadChecksum);
  // Options and flags count.
  const auto withOptions = [&](auto& header) {
    example(header), header.headerWords = 6, header.options = {1, 1, 1, 0};
    header.mustNotBeFragmented = false, header.hasMoreFragments = true, header.totalLength = 0x70;
    header.checksum = 0xD563;
  };
  EXPECT_EQ(verdict(withOptions), Forward);
  EXPECT_EQ(verdict([&](auto& header) { withOptions(header), header.options[2] = 0; }), BadChecksum);
}

TEST(WidePacketHeader, IsReassembledFromSoundFragments) {
  using enum wide::Verdict;
  const auto fragment = [](auto& header) { header.totalLength = 44, header.hasMoreFragments = true; };
  EXPECT_EQ(verdict(fragment), Forward);
  EXPECT_EQ(verdict([&](auto& header) { fragment(header), header.destination = kRouter; }), Reassemble);
  EXPECT_EQ(verdict([](auto& header) { header.fragmentOffset = 3, header.destination = kRouter; }),
            Reassemble);
  EXPECT_EQ(verdict([](auto& header) { header.fragmentOffset = 3; }), Forward);
  EXPECT_EQ(verdict([](auto& header) { header.fragmentOffset = 0x1FFF; }), BadFragment);
  EXPECT_EQ(verdict([](auto& header) { header.fragmentOffset = 0x2000; }), BadFragment);
  EXPECT_EQ(verdict([&](auto& header) { fragment(header), header.mustNotBeFragmented = true; }), BadFragment);
  EXPECT_EQ(verdict([&](auto& header) { fragment(header), header.totalLength = 45; }), BadFragment);
}

TEST(WidePacketHeader, HasAddressesThatCanBe) {
  using enum wide::Verdict;
  EXPECT_EQ(verdict([](auto& header) { header.source = 0; }), BadAddress);
  EXPECT_EQ(verdict([](auto& header) { header.source = 0xE0000001; }), BadAddress);
  EXPECT_EQ(verdict([](auto& header) { header.destination = 0; }), BadAddress);
  EXPECT_EQ(verdict([](auto& header) { header.source = 0x7F000001; }), Suspicious);
  EXPECT_EQ(verdict([](auto& header) { header.destination = 0x7F000001; }), Suspicious);
  EXPECT_EQ(verdict([](auto& header) { header.source = header.destination; }), Suspicious);
}

TEST(WidePacketHeader, HasOptionsThatEndWhereTheyShould) {
  using enum wide::Verdict;
  const auto withOptions = [](std::uint8_t words, std::array<std::uint8_t, 12> options) {
    return verdict([&](auto& header) {
      header.headerWords = static_cast<std::uint8_t>(5 + words), header.options = options;
      header.totalLength = static_cast<std::uint16_t>(40 + 4 * words);
    });
  };
  EXPECT_EQ(withOptions(1, {0, 9, 9, 9}), Forward);
  EXPECT_EQ(withOptions(1, {1, 1, 1, 1}), Forward);
  EXPECT_EQ(withOptions(2, {130, 8}), Forward);
  EXPECT_EQ(withOptions(1, {1, 1, 1, 130}), BadOption);
  EXPECT_EQ(withOptions(1, {130, 1}), BadOption);
  EXPECT_EQ(withOptions(1, {130, 5}), BadOption);
  EXPECT_EQ(withOptions(1, {131, 4}), ForbiddenRoute);
  EXPECT_EQ(withOptions(1, {137, 4}), ForbiddenRoute);
  EXPECT_EQ(withOptions(3, {68, 12}), Forward);
  EXPECT_EQ(withOptions(3, {68, 11}), BadOption);
}

TEST(WidePacketHeader, HasASegmentThatAPeerWouldSend) {
  using enum wide::Verdict;
  EXPECT_EQ(verdict([](auto& header) { header.protocol = 1; }), Forward);
  EXPECT_EQ(verdict([](auto& header) { header.protocol = 1, header.totalLength = 27; }), BadSegment);
  EXPECT_EQ(verdict([](auto& header) { header.protocol = 50; }), Forward);
  EXPECT_EQ(verdict([](auto& header) { header.protocol = 17; }), Forward);
  EXPECT_EQ(verdict([](auto& header) { header.protocol = 17, header.totalLength = 27; }), BadSegment);
  EXPECT_EQ(verdict([](auto& header) { header.totalLength = 39; }), BadSegment);
  EXPECT_EQ(verdict([](auto& header) { header.sourcePort = 0; }), BadSegment);
  EXPECT_EQ(verdict([](auto& header) { header.destinationPort = 0; }), BadSegment);
  EXPECT_EQ(verdict([](auto& header) { header.tcpFlags = 0; }), Suspicious);
  EXPECT_EQ(verdict([](auto& header) { header.tcpFlags = 3; }), Suspicious);
  EXPECT_EQ(verdict([](auto& header) { header.tcpFlags = 2; }), Suspicious);
  EXPECT_EQ(verdict([](auto& header) { header.tcpFlags = 2, header.window = 1024; }), Forward);
}

using Size = std::pair<int, int>;

Size sizeOf(const Change<wide::BoxStyle>& change) {
  wide::BoxStyle style;
  style.margin = {1, 2, 3, 4};
  style.border = {5, 5, 5, 5};
  style.padding = {10, 20, 10, 20};
  change(style);
  return wide::outerSize(style, 1'000, 100, 50);
}

TEST(WideBoxStyle, FillsItsContainerOrFitsItsContent) {
  using wide::Display;
  using wide::Position;
  EXPECT_EQ(sizeOf([](auto&) {}), Size(1'000, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.display = Display::None; }), Size(0, 0));
  EXPECT_EQ(sizeOf([](auto& style) { style.display = Display::Inline; }), Size(156, 80));
  EXPECT_EQ(sizeOf([](auto& style) { style.display = Display::InlineBlock; }), Size(156, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.position = Position::Fixed; }), Size(156, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.display = Display::Inline, style.position = Position::Absolute; }),
            Size(156, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.position = Position::Absolute, style.left = 10; }), Size(156, 84));
  EXPECT_EQ(
      sizeOf([](auto& style) { style.position = Position::Absolute, style.left = 10, style.right = 90; }),
      Size(906, 84));
}

TEST(WideBoxStyle, HasTheSizeThatIsSaid) {
  EXPECT_EQ(sizeOf([](auto& style) { style.width = 200, style.height = 40; }), Size(256, 74));
  EXPECT_EQ(sizeOf([](auto& style) { style.width = 200, style.height = 40, style.countsBorder = true; }),
            Size(206, 44));
  EXPECT_EQ(sizeOf([](auto& style) { style.maximumWidth = 300; }), Size(306, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.maximumWidth = 3'000; }), Size(1'000, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.maximumWidth = 300, style.minimumWidth = 400; }), Size(406, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.minimumWidth = 400; }), Size(1'000, 84));
  EXPECT_EQ(sizeOf([](auto& style) { style.height = 40, style.overflow = wide::Overflow::Scroll; }),
            Size(1'015, 74));
  EXPECT_EQ(sizeOf([](auto& style) { style.height = 60, style.overflow = wide::Overflow::Scroll; }),
            Size(1'000, 94));
}

TEST(WideBoxStyle, RefusesWhatNoPageCanHave) {
  const std::vector<Change<wide::BoxStyle>> changes = {
      [](auto& style) { style.width = -1; },         [](auto& style) { style.width = 100'001; },
      [](auto& style) { style.height = -1; },        [](auto& style) { style.minimumWidth = -1; },
      [](auto& style) { style.maximumWidth = -1; },  [](auto& style) { style.border[3] = -1; },
      [](auto& style) { style.border[0] = 101; },    [](auto& style) { style.padding[1] = -1; },
      [](auto& style) { style.padding[1] = 1'001; }, [](auto& style) { style.margin[2] = -1'001; },
      [](auto& style) { style.margin[2] = 1'001; },  [](auto& style) { style.left = -1; },
      [](auto& style) { style.right = -1; },
  };
  for (size_t i = 0; i < changes.size(); ++i) EXPECT_THROW(sizeOf(changes[i]), std::out_of_range) << i;
  const wide::BoxStyle style;
  EXPECT_THROW(wide::outerSize(style, -1, 0, 0), std::out_of_range);
  EXPECT_THROW(wide::outerSize(style, 100'001, 0, 0), std::out_of_range);
  EXPECT_THROW(wide::outerSize(style, 0, -1, 0), std::out_of_range);
  EXPECT_THROW(wide::outerSize(style, 0, 100'001, 0), std::out_of_range);
  EXPECT_THROW(wide::outerSize(style, 0, 0, -1), std::out_of_range);
  EXPECT_THROW(wide::outerSize(style, 0, 0, 100'001), std::out_of_range);
}

TEST(WideBoxStyle, IsPaintedByItsAlpha) {
  using wide::Painting;
  const auto painted = [](const Change<wide::BoxStyle>& change) {
    wide::BoxStyle style;
    change(style);
    return wide::painting(style);
  };
  EXPECT_EQ(painted([](auto&) {}), Painting::Transparent);
  EXPECT_EQ(painted([](auto& style) { style.border[2] = 1; }), Painting::Blended);
  EXPECT_EQ(painted([](auto& style) { style.display = wide::Display::None; }), Painting::Nothing);
  EXPECT_EQ(painted([](auto& style) { style.opacity = 0; }), Painting::Nothing);
  EXPECT_EQ(painted([](auto& style) { style.background = {1, 2, 3, 255}; }), Painting::Opaque);
  EXPECT_EQ(painted([](auto& style) { style.background = {1, 2, 3, 255}, style.opacity = 0.5F; }),
            Painting::Blended);
  EXPECT_EQ(painted([](auto& style) { style.background = {1, 2, 3, 128}; }), Painting::Blended);
  EXPECT_THROW(painted([](auto& style) { style.background = {1, 0, 0, 0}; }), std::invalid_argument);
  EXPECT_THROW(painted([](auto& style) { style.background = {0, 1, 0, 0}; }), std::invalid_argument);
  EXPECT_THROW(painted([](auto& style) { style.background = {0, 0, 1, 0}; }), std::invalid_argument);
  EXPECT_THROW(painted([](auto& style) { style.opacity = -0.5F; }), std::out_of_range);
  EXPECT_THROW(painted([](auto& style) { style.opacity = 1.5F; }), std::out_of_range);
  EXPECT_THROW(painted([](auto& style) { style.opacity = std::numeric_limits<float>::quiet_NaN(); }),
               std::out_of_range);
}

}  // namespace
