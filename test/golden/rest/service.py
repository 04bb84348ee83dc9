"""The service that the approved tests are about.

    service.py right|wrong COMMAND...

runs the command with the service beside it and BASE_URL leading to it, and ends with
the command's exit status. A wrong service answers otherwise.
"""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

WRONG = sys.argv[1] == "wrong"
BIG = 9007199254740995  # no number of JavaScript's


class State:
    logins = 0
    calls_left = 0  # with the present token
    pets = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def answer(self, status, value=None, headers=(), raw=None, kind="application/json; charset=UTF-8"):
        if WRONG:
            status = 299
        body = raw if raw is not None else b"" if value is None else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        if body:
            self.send_header("Content-Type", kind)
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def serve(self):
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        assert path.startswith("/v1/"), path
        parts = path.split("/")[2:]
        name = "on_" + parts[0]
        getattr(self, name)(*[unquote(part) for part in parts[1:]])

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_TRACE = do_BREW = serve

    # ---- what proves who is calling ----

    def on_login(self):
        right = json.loads(self.body) == {"user": "rex", "password": 'it\'s "wuff"'}
        if not right or self.headers["X-Api-Key"] != 'k"1"':
            return self.answer(403)
        State.logins += 1
        State.calls_left = 3
        cookies = [("Set-Cookie", f"session=s{State.logins}; Path=/; HttpOnly"), ("Set-Cookie", "old=; Max-Age=0")]
        self.answer(200, {"session": {"token": f"t{State.logins}"}}, cookies)

    def cookies(self):
        pairs = (pair.strip().partition("=") for pair in self.headers.get("Cookie", "").split(";"))
        return {name: value for name, _, value in pairs}

    def is_known(self):
        known = (
            self.headers["Authorization"] == f"Bearer t{State.logins}"
            and self.headers.get_all("X-Api-Key") == ['k"1"']
            and self.cookies().get("session") == f"s{State.logins}"
            and State.calls_left > 0
        )
        State.calls_left -= known
        if not known:
            self.answer(401)
        return known

    def on_me(self):
        if self.is_known():
            self.answer(200, {"theme": self.cookies().get("theme")})

    def on_visit(self):
        if self.is_known():
            self.answer(200, {"seen": "guest" in self.cookies()}, [("Set-Cookie", "guest=yes")])

    def on_forbidden(self):
        self.answer(401)

    # ---- pets ----

    def on_pets(self, slug=None, what=None):
        if not self.is_known():
            return
        if self.command == "POST":
            return self.create()
        pet = State.pets.get(slug)
        if pet is None:
            return self.answer(404)
        if self.command == "GET":
            expected = f"/v1/pets/{slug.replace(' ', '%20')}?view=%22full%22&id={pet['id']}"
            right = self.path == expected and self.headers["X-Pet"] == f"pet {{{pet['id']}}}"
            return self.answer(200 if right else 400, {"id": pet["id"], "etag": self.headers["If-Match"]})
        if self.command == "PUT":
            given = json.loads(self.body)
            number = pet["id"]
            right = given == {"pet": number, "slug": slug, "ids": [number, str(number)], "self": pet["self"]}
            typed = self.headers["Content-Type"] == "application/merge-patch+json"
            return self.answer(200, {"ok": right and typed})
        del State.pets[slug]
        self.answer(204)

    def create(self):
        pet = json.loads(self.body)
        number = BIG + 2 * len(State.pets)
        slug = f"rex {number}"
        State.pets[slug] = {"id": number, "self": f"/pets/{slug}"}
        pet |= {
            "id": number,
            "zero": 0.0,
            "big": 9007199254740993,
            "created": "now",
            "links": {"self": f"/pets/{slug}"},
            "empty": [],
            "place": {"city": "Oslo", "odd-key": [1, 2.5, None], "deep": {"a": [], "b": {}}},
        }
        location = f"http://example.org/v1/owners/9/pets/{slug.replace(' ', '%20')}?new"
        headers = [("Location", location), ("ETag", f'"{number}"'), ("X-Kind", "pet; big")]
        self.answer(201, pet, headers)

    # ---- answers of every kind ----

    def on_echo(self, *rest):
        names = {name.lower() for name in self.headers}
        headers = {name: self.headers.get_all(name) for name in names}
        headers.setdefault("content-type", [])
        echo = {
            "method": self.command,
            "target": self.path,
            "headers": headers,
            "body": self.body.decode("latin-1"),
        }
        try:
            echo["json"] = json.dumps(json.loads(self.body), sort_keys=True)
        except ValueError:
            pass
        self.answer(200, echo)

    def on_moved(self):
        self.answer(302, headers=[("Location", "/v1/next%20page")])

    def on_number(self):
        self.answer(200, 5)

    def on_list(self):
        self.answer(200, [{"name": "Rex"}, {"12": {"a/b": 1}, "more": [{"a/b": 1}]}])

    def on_here(self):
        self.answer(200, {"self": f"http://{self.headers['Host']}/v1/here"})

    def on_text(self):
        self.answer(200, raw=b"pong", kind="Text/Plain")

    def on_unicode(self):
        self.answer(200, raw="grüß\n".encode(), kind="text/plain")

    def on_bytes(self):
        self.answer(200, raw=b"\xff\xfe\x01", kind="application/octet-stream")

    def on_marked(self):
        self.answer(200, raw=b"\xef\xbb\xbf" + '{"name": "ü"}'.encode(), kind="text/json; charset=iso-8859-1")

    def on_numbers(self):
        # With more digits than a double has.
        exact = b"0.1000000000000000055511151231257827"
        self.answer(200, raw=b'{"share": ' + exact + b', "shares": [' + exact + b", 3, 9007199254740993]}")

    # ---- no answer ----

    def on_lost(self):
        self.close_connection = True
        if WRONG:
            self.answer(200)

    def on_short(self):
        if not self.is_known():
            return
        self.close_connection = True
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort")

    def on_noise(self):
        self.close_connection = True
        self.wfile.write(b"this is no HTTP\r\n\r\n")

    def on_die(self):
        self.close_connection = True
        if WRONG:
            self.answer(200)


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        pass  # clients may go away


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
environment = {**os.environ, "BASE_URL": f"http://127.0.0.1:{server.server_port}/v1/"}
sys.exit(subprocess.run(sys.argv[2:], env=environment).returncode)
