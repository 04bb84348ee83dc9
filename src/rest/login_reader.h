// The login of a configuration:
//
//   login:
//     path: /login
//     body: {user: me, password: "${PASSWORD}"}   # JSON; with type: application/x-www-form-urlencoded a form
//     token: /access_token                        # where the answer has it; or token-header: X-Token
//     header: Authorization                       # where calls have it: the default
//     prefix: "Bearer "                           # in front of it: the default
#pragma once

#include "rest/options.h"
#include "yaml/reader.h"

namespace covolve::rest {

AuthenticationOptions::Login readLogin(const yaml::Reader& login);

}  // namespace covolve::rest
