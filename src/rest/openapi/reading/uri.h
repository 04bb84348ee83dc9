// References as documents write them: "other.yaml#/Pet", "https://host/x.json",
// "#anchor", and the locations they are relative to, which are URLs or files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covolve::rest::openapi {

struct SplitReference {
  std::string document;  // empty: the one that it stands in
  std::string fragment;  // behind the #, as written
};

SplitReference splitReference(std::string_view reference);

/// http or https: to be fetched.
bool isUrl(std::string_view location);
/// Begins with "name:", as URLs and URNs do.
bool hasScheme(std::string_view location);

/// What `reference` (without fragment) means inside of a document at `base`: by RFC 3986, or as file names.
std::string resolveLocation(const std::string& base, const std::string& reference);

/// One name for a location: "./a/../b.yaml" is "b.yaml".
std::string normalLocation(const std::string& location);

/// What to open: without "file://".
std::string fileNameOf(const std::string& location);

}  // namespace covolve::rest::openapi
