// Whether a function does nothing with its argument but free it: then it takes back
// any memory of that kind (json_free_serialized_string(char *), cJSON_free(void *)).
//
// Easy to get wrong: list_free(void *) looks into what it is given, so a text is
// nothing for it, whatever the types say.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace covolve::program {

/// Only goes to free(), delete of just its type, a pointer to a function whose name says that it frees, or to
/// a function that does the same; and is compared with null. False where the definition is not known.
bool freesArgument(const clang::FunctionDecl& function);

}  // namespace covolve::program
