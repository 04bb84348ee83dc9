#include "rest/genes/body_form.h"

#include "rest/openapi/media_type.h"

namespace covolve::rest {

std::string contentTypeOf(std::string_view mediaType) {
  const std::string bare = bareMediaType(mediaType);
  if (bare.find('*') == std::string::npos) {
    // Line ends would end the header.
    std::string type;
    for (const char c : mediaType) {
      if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) type += c;
    }
    return type;
  }
  if (bare.starts_with("text/")) return "text/plain";
  if (bare.starts_with("multipart/")) return "multipart/form-data";
  if (bare.starts_with("image/")) return "image/png";
  if (bare.starts_with("audio/") || bare.starts_with("video/")) return "application/octet-stream";
  const size_t suffix = bare.find("*+");
  return suffix != std::string::npos ? "application/" + bare.substr(suffix + 2) : "application/json";
}

BodyForm bodyFormOf(std::string_view mediaType) {
  const std::string type = contentTypeOf(mediaType);
  if (isJson(type)) return BodyForm::Json;
  if (isForm(type)) return BodyForm::UrlEncoded;
  if (isMultipart(type)) return BodyForm::Multipart;
  if (isXml(type)) return BodyForm::Xml;
  return isText(type) ? BodyForm::Text : BodyForm::Bytes;
}

}  // namespace covolve::rest
