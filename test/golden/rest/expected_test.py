"""Everything that tests of a REST API can have.
covolve rest --schema "a.yaml"
"""

import json
import os
import queue
import re
import threading
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from types import SimpleNamespace
from urllib.parse import quote, unquote, urlsplit

import pytest
import requests

BASE_URL = os.environ.get("BASE_URL", "http://localhost:8080/v1").rstrip("/")
API_KEY = os.environ["API_KEY"]
LOGIN_PASSWORD = os.environ["LOGIN_PASSWORD"]
USUAL_HEADERS = {"User-Agent": "covolve", "Accept": "*/*", "Accept-Encoding": "identity"}


def exchange(method, target, headers, body):
    """As requests, for what it would change: odd characters in targets, repeated headers."""
    url = urlsplit(BASE_URL)
    if url.scheme == "https":
        connection = HTTPSConnection(url.netloc, timeout=30)
    else:
        connection = HTTPConnection(url.netloc, timeout=30)
    connection.putrequest(method, url.path + target, skip_accept_encoding=True)
    for name, values in headers.items():
        for value in values if isinstance(values, list) else [values]:
            connection.putheader(name, value)
    if body is not None or method in ("POST", "PUT", "PATCH"):
        connection.putheader("Content-Length", len(body or b""))
    connection.endheaders(body)
    raw = connection.getresponse()
    headers = requests.structures.CaseInsensitiveDict(raw.headers.items())
    return SimpleNamespace(status_code=raw.status, headers=headers, content=raw.read(), raw=raw)


def send(method, target, headers=None, body=None, json=None, verbatim=False):
    """Sends exactly this: no redirect is followed and nothing in the target is changed."""
    data = body.encode() if isinstance(body, str) else body
    given = {name.lower() for name in headers or {}}
    usual = {name: value for name, value in USUAL_HEADERS.items() if name.lower() not in given}
    headers = {**usual, **(headers or {})}
    if verbatim:
        return exchange(method, target, headers, data)
    with requests.Session() as session:
        call = requests.Request(method, BASE_URL, headers, data=data, json=json)
        request = session.prepare_request(call)
        request.url = BASE_URL + target
        if request.body is None and method not in ("POST", "PUT", "PATCH"):
            request.headers.pop("Content-Length", None)
        response = session.get_adapter(BASE_URL).send(request, timeout=30)
        response.content  # reads all of it
        return response


def answers(function, *arguments, **options):
    """Whether the service answers within ten seconds."""
    outcome = queue.Queue()

    def call():
        try:
            raw = function(*arguments, **options).raw
            # requests takes headers and bodies that end too early for whole ones.
            defects = (getattr(raw, "_original_response", None) or raw).msg.defects
            outcome.put(not defects and not getattr(raw, "length_remaining", 0))
        except (requests.RequestException, HTTPException, OSError):
            outcome.put(False)
        except BaseException as error:
            outcome.put(error)

    threading.Thread(target=call, daemon=True).start()
    try:
        answered = outcome.get(timeout=10)
    except queue.Empty:
        return False
    if isinstance(answered, BaseException):
        raise answered
    return answered


def text(value):
    """A value as it stands in a URL or a header."""
    return value if isinstance(value, str) else json.dumps(value)


def encoded(value):
    """The same, percent-encoded."""
    return quote(text(value), safe="")


def media_type(response):
    """application/json of application/json; charset=utf-8"""
    return response.headers.get("Content-Type", "").partition(";")[0].strip().lower()


def from_location(response, before):
    """What follows `before` in the Location header, up to the end of the path's segment."""
    _, found, rest = response.headers["Location"].rpartition(before)
    assert found, f"unexpected Location: {rest}"
    return unquote(re.split("[/?#]", rest)[0])


def at(value, pointer):
    """The value at a JSON pointer."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def has_element(elements, members):
    """Whether one of the elements has these members."""
    return any(isinstance(one, dict) and members.items() <= one.items() for one in elements)


cookies = {}  # of the test that runs
login_cookies = {}  # which every test begins with


@pytest.fixture(autouse=True)
def cookies_of_this_test():
    cookies.clear()
    cookies.update(login_cookies)


def keep_cookies(response, jar):
    for line in response.raw.headers.get_all("Set-Cookie", []):
        name, _, value = line.partition(";")[0].partition("=")
        if value.strip() and "max-age=0" not in line.lower():
            jar[name.strip()] = value.strip()
        else:
            jar.pop(name.strip(), None)


authentication = None  # the headers that prove who is calling; none before the first login


def log_in():
    global authentication
    response = send(
        "POST", "/login",
        headers={"X-Api-Key": API_KEY},
        json={"password": LOGIN_PASSWORD, "user": "rex"},
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    token = body["session"]["token"]
    keep_cookies(response, cookies)
    keep_cookies(response, login_cookies)
    authentication = {"X-Api-Key": API_KEY}
    authentication["Authorization"] = f"Bearer {text(token)}"


def authenticated(headers):
    if authentication is None:
        log_in()
    headers = {**(headers or {}), **authentication}
    own = headers.pop("Cookie", "").split(";")
    own = dict(pair.strip().split("=", 1) for pair in own if "=" in pair)
    if own or cookies:
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in {**own, **cookies}.items())
    return headers


def send_authenticated(method, target, headers=None, **content):
    response = send(method, target, authenticated(headers), **content)
    if response.status_code == 401:
        log_in()
        response = send(method, target, authenticated(headers), **content)
    keep_cookies(response, cookies)
    return response


# The whole life of a pet.
# curl -i --path-as-is -X POST 'http://localhost/pets'
def test_create_read_update_and_delete_a_pet():
    # A pet of its own.
    response = send_authenticated("POST", "/pets", json={
        "description": (
            "A rather long text, which does not fit on one line together with everything "
            "else, so that it is broken where there are blanks."
        ),
        "name": 'Rex "the (dog)" ü\u200b',
        "owner": None,
        "tags": ["a", "b"],
        "vaccinated": True,
        "weight": 3.5,
    })
    assert response.status_code == 201
    assert media_type(response) == "application/json"
    assert response.headers["X-Kind"] == "pet; big"
    assert "X-Nothing" not in response.headers
    body = json.loads(response.content)
    assert body["name"] == 'Rex "the (dog)" ü\u200b'
    assert body["owner"] is None
    assert body["vaccinated"] is True
    assert body["weight"] == 3.5
    assert body["zero"] == 0.0
    assert body["big"] == 9007199254740993
    assert len(body["tags"]) == 2
    assert body["tags"][1] == "b"
    assert body["place"] == {"city": "Oslo", "deep": {"a": [], "b": {}}, "odd-key": [1, 2.5, None]}
    assert type(body["id"]) in (int, float)
    assert isinstance(body["created"], str)
    assert isinstance(body["links"], dict)
    assert isinstance(body["empty"], list)
    assert isinstance(body["vaccinated"], bool)
    assert body["owner"] is None
    pet_id = body["id"]
    media_type_value = body["links"]["self"]
    class_value = response.headers["ETag"]
    slug = from_location(response, "/pets/")

    response = send_authenticated(
        "GET", f"/pets/{encoded(slug)}?view=%22full%22&id={encoded(pet_id)}",
        headers={"If-Match": class_value, "X-Pet": f"pet {{{pet_id}}}"},
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["id"] == pet_id
    assert body["etag"] == class_value

    response = send_authenticated(
        "PUT", f"/pets/{encoded(slug)}/owner",
        headers={"Content-Type": "application/merge-patch+json"},
        json={"ids": [pet_id, text(pet_id)], "pet": pet_id, "self": media_type_value, "slug": slug},
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["ok"] is True

    response = send_authenticated("DELETE", f"/pets/{encoded(slug)}")
    assert response.status_code == 204
    assert "Content-Type" not in response.headers
    assert response.content == b""


def test_requests_that_libraries_would_rather_change():
    response = send("TRACE", "/echo/a")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["method"] == "TRACE"

    response = send("BREW", "/echo/pot")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["method"] == "BREW"
    assert body["body"] == ""

    response = send("GET", "/echo/with-body", headers={"Content-Type": "text/plain"}, body="a body")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["method"] == "GET"
    assert body["body"] == "a body"

    response = send("GET", "/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1", verbatim=True)
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["target"] == "/v1/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1"

    response = send(
        "GET", "/echo/headers",
        headers={"X-Tag": ["one", "two"], "X-Odd": '\xc3\xa9 "quoted"'},
        verbatim=True,
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["headers"]["x-tag"] == ["one", "two"]
    assert body["headers"]["x-odd"] == ['Ã© "quoted"']

    response = send("HEAD", "/echo/head")
    assert response.status_code == 200
    assert response.content == b""

    # A redirect is an answer like any other.
    response = send("GET", "/moved")
    assert response.status_code == 302
    assert response.headers["Location"] == "/v1/next%20page"

    response = send("DELETE", "/echo/usual")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["headers"]["user-agent"] == ["covolve"]
    assert body["headers"]["accept"] == ["*/*"]
    assert body["headers"]["accept-encoding"] == ["identity"]
    assert "content-length" not in body["headers"]


def test_bodies_of_every_kind():
    response = send("GET", "/number")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body == 5
    number = body

    response = send(
        "POST", "/echo",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        body=f"a=%C3%A9&n={encoded(number)}&c=d",
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["body"] == "a=%C3%A9&n=5&c=d"

    response = send(
        "POST", "/echo",
        headers={"Content-Type": "multipart/form-data; boundary=limit"},
        body=(
            "--limit\r\n"
            'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n'
            "Content-Type: text/plain\r\n"
            "\r\n"
            "Hello, {world} `${x}`!\r\n"
            "--limit--\r\n"
        ),
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["body"] == (
        "--limit\r\n"
        'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n'
        "Content-Type: text/plain\r\n"
        "\r\n"
        "Hello, {world} `${x}`!\r\n"
        "--limit--\r\n"
    )

    response = send(
        "POST", "/echo",
        headers={"Content-Type": "application/octet-stream"},
        body=b"\x00\xff\xfe\n7",
    )
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["body"] == "\x00ÿþ\n7"

    response = send("POST", "/echo", headers={"Content-Type": "text/plain"}, body="grüß Gott")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["body"] == "grÃ¼Ã\x9f Gott"

    response = send("POST", "/echo", headers={"Content-Type": "application/json"}, body="null")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["body"] == "null"
    assert body["headers"]["content-type"] == ["application/json"]

    response = send("POST", "/echo", json={"big": 18446744073709551615, "whole": 3.0})
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["json"] == '{"big": 18446744073709551615, "whole": 3.0}'

    response = send("POST", "/echo", body=json.dumps({"a": [True, False]}))
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["json"] == '{"a": [true, false]}'
    assert body["headers"]["content-type"] == []

    response = send("POST", "/echo")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["body"] == ""


def test_answers_of_every_kind():
    response = send("GET", "/list")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert len(body) == 2
    assert body[0]["name"] == "Rex"
    assert "a/b" not in body[0]
    assert at(body, "/1/12/a~1b") == 1
    weight = at(body, "/1/12/a~1b")

    response = send("GET", "/list")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert has_element(body, {"name": "Rex"})
    assert has_element(body[1]["more"], {"a/b": weight})

    response = send("GET", "/here")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["self"] == BASE_URL + "/here"

    response = send("GET", "/text")
    assert response.status_code == 200
    assert media_type(response) == "text/plain"
    assert response.content == b"pong"

    response = send("GET", "/unicode")
    assert response.status_code == 200
    assert response.content.decode() == "grüß\n"

    response = send("GET", "/bytes")
    assert response.status_code == 200
    assert response.content == b"\xff\xfe\x01"

    # JSON with a byte order mark, said to be Latin-1.
    response = send("GET", "/marked")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["name"] == "ü"

    # Of C:\users and \u000a nothing must come.
    response = send("GET", "/numbers")
    assert 200 <= response.status_code < 300, response.content
    body = json.loads(response.content)
    assert body["share"] == 0.1
    assert body["shares"] == [0.1, 3.0, 9007199254740993]


# The service closes the connection, or talks no HTTP.
def test_calls_without_an_answer():
    assert not answers(send, "GET", "/lost")

    assert not answers(send_authenticated, "GET", "/short")

    assert not answers(send, "GET", "/noise")

    response = send("GET", "/text")
    assert response.status_code == 200


def test_who_am_i():
    response = send("GET", "/me")
    assert response.status_code == 401

    response = send_authenticated("GET", "/me", headers={"Cookie": "theme=dark; session=guessed"})
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["theme"] == "dark"


def test_a_guest_who_comes_again_is_known():
    response = send_authenticated("GET", "/visit")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["seen"] is False

    response = send_authenticated("GET", "/forbidden")
    assert response.status_code == 401

    response = send_authenticated("GET", "/visit")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["seen"] is True


def test_another_test_is_another_guest():
    response = send_authenticated("GET", "/visit")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["seen"] is False

    response = send_authenticated("GET", "/forbidden")
    assert response.status_code == 401

    response = send_authenticated("GET", "/visit")
    assert response.status_code == 200
    body = json.loads(response.content)
    assert body["seen"] is True


# Ends the service.
@pytest.mark.skipif("RUN_CRASH_TESTS" not in os.environ, reason="it ends the service")
def test_die():
    assert not answers(send_authenticated, "POST", "/die")
