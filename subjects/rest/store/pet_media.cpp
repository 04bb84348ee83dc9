// Notes (plain text) and a photo (a multipart form) of a pet.
#include "../common/text.h"
#include "pet.h"

namespace store {

namespace {

/// 1 to 200 code points; an empty body is no body.
constexpr service::TextRules kNotes{1, 200};
constexpr service::TextRules kCaption{1, 50};
constexpr std::size_t kLargestPhoto = 65536;

Answer getNotes(Context& context, const Request& request) {
  const std::int64_t id = petIdentifier(request);
  expectPet(context, ownerIdentifier(request), id);
  Rows rows = context.database.query("SELECT notes FROM pets WHERE id = ?", id);
  rows.next();
  const std::optional<std::string> notes = rows.optionalText(0);
  if (notes) return service::text(200, *notes);
  // Fault page-without-notes.
  if (context.hasFaults) return {200, "text/html", "<p>No notes yet.</p>"};
  throw Refusal(404, "the pet has no notes");
}

Answer putNotes(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  const std::int64_t id = petIdentifier(request);
  const std::string notes = request.textBody(kNotes);
  expectPet(context, owner, id);
  context.database.change("UPDATE pets SET notes = ? WHERE id = ?", notes, id);
  return service::noContent();
}

Answer getPhoto(Context& context, const Request& request) {
  const std::int64_t id = petIdentifier(request);
  expectPet(context, ownerIdentifier(request), id);
  Rows rows = context.database.query("SELECT photo FROM pets WHERE id = ? AND photo IS NOT NULL", id);
  if (!rows.next()) throw Refusal(404, "the pet has no photo");
  return {200, "application/octet-stream", rows.text(0)};
}

Answer putPhoto(Context& context, const Request& request) {
  const std::int64_t owner = ownerIdentifier(request);
  const std::int64_t id = petIdentifier(request);
  std::optional<std::string> caption;
  std::optional<std::string> image;
  for (const service::FormPart& part : request.multipartBody()) {
    if (part.name == "caption") caption = service::checkedText(part.content, "caption", kCaption);
    if (part.name == "image") image = part.content;
  }
  if (!caption) throw Refusal(400, "the form lacks caption");
  if (!image) throw Refusal(400, "the form lacks image");
  if (image->size() > kLargestPhoto) throw Refusal(413, "the image is too large");
  expectPet(context, owner, id);
  context.database.change("UPDATE pets SET caption = ?, photo = ? WHERE id = ?", *caption, *image, id);
  return service::noContent();
}

}  // namespace

void addPetMedia(Router& router, Context& context) {
  const std::string pet = "/v1/owners/{ownerId}/pets/{petId}";
  router.add("GET", pet + "/notes", [&](const Request& request) { return getNotes(context, request); });
  router.add("PUT", pet + "/notes", [&](const Request& request) { return putNotes(context, request); });
  router.add("GET", pet + "/photo", [&](const Request& request) { return getPhoto(context, request); });
  router.add("PUT", pet + "/photo", [&](const Request& request) { return putPhoto(context, request); });
}

}  // namespace store
