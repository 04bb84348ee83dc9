// Questions about templates and steps that every language's printer asks.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rest/emit/rest_tests.h"

namespace covolve::rest::emit {

inline TextTemplate literal(std::string text) { return {TextPiece{std::move(text)}}; }

/// Literal pieces that follow each other as one, and no empty ones.
TextTemplate merged(const TextTemplate& text);

bool hasVariables(const TextTemplate& text);
/// Of a template without variables.
std::string literalText(const TextTemplate& text);
/// Whether all its literal pieces are UTF-8.
bool isText(const TextTemplate& text);

bool isAscii(std::string_view text);
/// A header's value as Python and JavaScript take it: each character is a byte.
TextTemplate inLatin1(TextTemplate text);

constexpr size_t kChunk = 76;  // of a text that does not fit on its line

/// The template in pieces of about `width` characters that end where a reader would break a line.
std::vector<TextTemplate> chunksOf(const TextTemplate& text, size_t width);

/// Headers of a step as they are sent, by name: one that is given several times has several values. What says
/// where the body ends is left out: that is the HTTP library's business.
using SentHeaders = std::vector<std::pair<std::string, std::vector<TextTemplate>>>;
SentHeaders sentHeaders(const Step& step, const Authentication& authentication);
/// Those that authentication always adds.
SentHeaders fixedHeaders(const Authentication& authentication);

/// The target as it goes over the wire: what can stand in no request line is percent-encoded.
TextTemplate sentTarget(const Step& step);

/// Where the base URL and a target are put together.
std::string withoutTrailingSlashes(std::string url);

bool isConfigured(const Authentication& authentication);
/// False for a login whose answer only sets cookies.
bool givesToken(const Authentication::Login& login);

/// What stands before a token that comes in a header: some services answer with all of the header that they
/// want to see. Empty where that cannot be.
std::string prefixOfToken(const Authentication::Login& login);
bool hasFixedCookies(const Authentication& authentication);

/// Whether expectations or captures of the step are about the JSON in its answer.
bool readsJson(const Step& step);
/// The body's JSON pointers that they name.
std::vector<std::string> pointersInto(const Step& step);

/// What stands before the value in a Location header: "/pets/" of "/pets/{}".
std::string textBeforeSegment(const std::string& detail);

}  // namespace covolve::rest::emit
