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

/// A token of OAuth 2 (RFC 6749, 4.3 and 4.4), as the login that it is:
///
///   oauth2:
///     token-url: /oauth/token                    # of the service, or of another:
///     https://id.example.org/token client-id: tester client-secret: "${CLIENT_SECRET}" user: ann # with
///     password: the password flow; without: client credentials password: "${PASSWORD}" scope: read write
///     client-authentication: body                # default: basic
AuthenticationOptions::Login readOauth2(const yaml::Reader& oauth2);

/// Two or more, each with what proves who it is:
///
///   users:
///     - name: ann
///       login: {path: /login, body: {user: ann, password: "${ANN_PASSWORD}"}, token: /token}
///     - name: ben
///       headers: {X-Api-Key: "${BEN_KEY}"}       # or basic: {user: ben, password: ...}, or bearer: ...
///
/// The first, with the others in it.
AuthenticationOptions readUsers(const yaml::Reader& users);

/// {user: me, password: secret}, as "me:secret"; empty after a mistake.
std::string readBasic(const yaml::Reader& basic);

}  // namespace covolve::rest
