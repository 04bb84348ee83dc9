// Everything that tests of a REST API can have.
// covolve rest --schema "a.yaml"
import assert from "node:assert/strict";
import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { buffer } from "node:stream/consumers";
import test from "node:test";

const BASE_URL = (process.env.BASE_URL ?? "http://localhost:8080/v1").replace(/\/+$/, "");
const USUAL_HEADERS = { "User-Agent": "covolve", Accept: "*/*", "Accept-Encoding": "identity" };

// A variable of the environment, which must be set.
function fromEnvironment(name) {
  assert.ok(process.env[name], `the environment has no ${name}`);
  return process.env[name];
}

const API_KEY = fromEnvironment("API_KEY");
const LOGIN_PASSWORD = fromEnvironment("LOGIN_PASSWORD");

// As fetch, for requests that it would change or refuse: "..", TRACE, GET with a body, repeated headers.
async function exchange(method, target, headers, body, timeout) {
  const url = new URL(BASE_URL);
  const length = body === undefined ? {} : { "Content-Length": body.length };
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method,
    path: url.pathname.replace(/\/$/, "") + target,
    headers: { ...headers, ...length },
    agent: false,
    signal: AbortSignal.timeout(timeout),
  });
  request.end(body);
  const [response] = await once(request, "response");
  const pairs = Object.entries(response.headersDistinct);
  return {
    status: response.statusCode,
    headers: new Headers(pairs.flatMap(([name, values]) => values.map((value) => [name, value]))),
    body: await buffer(response),
  };
}

// Sends exactly this: no redirect is followed.
async function send(
  method,
  target,
  { headers = {}, json, body, verbatim = false, timeout = 30_000 } = {},
) {
  if (json !== undefined) {
    headers = { "Content-Type": "application/json", ...headers };
    body = JSON.stringify(json);
  }
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const given = Object.keys(headers).map((name) => name.toLowerCase());
  const usual = Object.entries(USUAL_HEADERS).filter(([name]) => !given.includes(name.toLowerCase()));
  headers = { ...Object.fromEntries(usual), ...headers };
  if (verbatim) return exchange(method, target, headers, bytes, timeout);
  const response = await fetch(BASE_URL + target, {
    method,
    headers: { ...headers, Connection: "close" },
    body: bytes,
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: Buffer.from(await response.arrayBuffer()),
  };
}

// Whether the service answers within ten seconds.
async function answers(call, method, target, options) {
  try {
    await call(method, target, { ...options, timeout: 10_000 });
    return true;
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    return false;
  }
}

// Integers that are no numbers of JavaScript's become BigInt.
function jsonOf(response) {
  const text = new TextDecoder().decode(response.body);
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (token) =>
    token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"\\u0000${token}"`,
  );
  return JSON.parse(marked, (_, value) =>
    typeof value === "string" && /^\0-?\d+$/.test(value) ? BigInt(value.slice(1)) : value,
  );
}

// "application/json" of "application/json; charset=utf-8"
const mediaType = (response) =>
  (response.headers.get("Content-Type") ?? "").split(";")[0].trim().toLowerCase();

// What follows `before` in the Location header, up to the end of the path's segment.
function fromLocation(response, before) {
  const location = response.headers.get("Location") ?? "";
  const found = location.lastIndexOf(before);
  assert.ok(found >= 0, `unexpected Location: ${location}`);
  return decodeURIComponent(location.slice(found + before.length).split(/[/?#]/)[0]);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Whether one of the elements has these members.
function hasElement(elements, members) {
  return elements.some((one) => Object.keys(members).every((name) => one?.[name] === members[name]));
}

const cookies = new Map(); // of the test that runs
const loginCookies = new Map(); // which every test begins with

test.beforeEach(() => {
  cookies.clear();
  for (const [name, value] of loginCookies) cookies.set(name, value);
});

function keepCookies(response, jar) {
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^\s*([^=;]*?)\s*=\s*([^;]*)/.exec(line) ?? [];
    if (value && !/;\s*max-age=0/i.test(line)) {
      jar.set(name, value.trim());
    } else {
      jar.delete(name);
    }
  }
}

let authentication; // the headers that prove who is calling; none before the first login

async function logIn() {
  const response = await send("POST", "/login", {
    headers: { "X-Api-Key": API_KEY },
    json: { password: LOGIN_PASSWORD, user: "rex" },
  });
  assert.equal(response.status, 200);
  const body = jsonOf(response);
  const token = body.session.token;
  keepCookies(response, cookies);
  keepCookies(response, loginCookies);
  authentication = { "X-Api-Key": API_KEY };
  authentication["Authorization"] = `Bearer ${token}`;
}

function authenticated(headers) {
  const all = { ...headers, ...authentication };
  const own = (all.Cookie ?? "").split(/;\s*/).filter(Boolean).map((pair) => pair.split(/=(.*)/s));
  const merged = new Map([...own, ...cookies]);
  if (merged.size > 0) {
    all.Cookie = [...merged].map(([name, value]) => `${name}=${value}`).join("; ");
  }
  return all;
}

async function sendAuthenticated(method, target, options = {}) {
  if (authentication === undefined) await logIn();
  const call = () => send(method, target, { ...options, headers: authenticated(options.headers) });
  let response = await call();
  if (response.status === 401) {
    await logIn();
    response = await call();
  }
  keepCookies(response, cookies);
  return response;
}

// The whole life of a pet.
// curl -i --path-as-is -X POST 'http://localhost/pets'
test("create read update and delete a pet", async () => {
  // A pet of its own.
  let response = await sendAuthenticated("POST", "/pets", {
    json: {
      description:
        "A rather long text, which does not fit on one line together with everything " +
        "else, so that it is broken where there are blanks.",
      name: 'Rex "the (dog)" ü\u200b',
      owner: null,
      tags: ["a", "b"],
      vaccinated: true,
      weight: 3.5,
    },
  });
  assert.equal(response.status, 201);
  assert.equal(mediaType(response), "application/json");
  assert.equal(response.headers.get("X-Kind"), "pet; big");
  assert.ok(!response.headers.has("X-Nothing"));
  let body = jsonOf(response);
  assert.equal(body.name, 'Rex "the (dog)" ü\u200b');
  assert.equal(body.owner, null);
  assert.equal(body.vaccinated, true);
  assert.equal(body.weight, 3.5);
  assert.equal(body.zero, 0.0);
  assert.equal(body.big, 9007199254740993n);
  assert.equal(body.tags.length, 2);
  assert.equal(body.tags[1], "b");
  assert.deepEqual(body.place, { city: "Oslo", deep: { a: [], b: {} }, "odd-key": [1, 2.5, null] });
  assert.match(typeof body.id, /^(number|bigint)$/);
  assert.equal(typeof body.created, "string");
  assert.ok(isObject(body.links));
  assert.ok(Array.isArray(body.empty));
  assert.equal(typeof body.vaccinated, "boolean");
  assert.equal(body.owner, null);
  const petId = body.id;
  const mediaTypeValue = body.links.self;
  const classValue = response.headers.get("ETag");
  const slug = fromLocation(response, "/pets/");

  response = await sendAuthenticated(
    "GET", `/pets/${encodeURIComponent(slug)}?view=%22full%22&id=${encodeURIComponent(petId)}`,
    { headers: { "If-Match": classValue, "X-Pet": `pet {${petId}}` } },
  );
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.deepEqual(body.id, petId);
  assert.deepEqual(body.etag, classValue);

  response = await sendAuthenticated("PUT", `/pets/${encodeURIComponent(slug)}/owner`, {
    headers: { "Content-Type": "application/merge-patch+json" },
    body: `{"ids": [${petId}, ${JSON.stringify(String(petId))}], "pet": ${petId}, "self": ${JSON.stringify(mediaTypeValue)}, "slug": ${JSON.stringify(slug)}}`,
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.ok, true);

  response = await sendAuthenticated("DELETE", `/pets/${encodeURIComponent(slug)}`);
  assert.equal(response.status, 204);
  assert.ok(!response.headers.has("Content-Type"));
  assert.equal(response.body.length, 0);
});

test("requests that libraries would rather change", async () => {
  let response = await send("TRACE", "/echo/a", { verbatim: true });
  assert.equal(response.status, 200);
  let body = jsonOf(response);
  assert.equal(body.method, "TRACE");

  response = await send("BREW", "/echo/pot", { verbatim: true });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.method, "BREW");
  assert.equal(body.body, "");

  response = await send("GET", "/echo/with-body", {
    headers: { "Content-Type": "text/plain" },
    body: "a body",
    verbatim: true,
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.method, "GET");
  assert.equal(body.body, "a body");

  response = await send("GET", "/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1", { verbatim: true });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.target, "/v1/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1");

  response = await send("GET", "/echo/headers", {
    headers: { "X-Tag": ["one", "two"], "X-Odd": '\xc3\xa9 "quoted"' },
    verbatim: true,
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.deepEqual(body.headers["x-tag"], ["one", "two"]);
  assert.deepEqual(body.headers["x-odd"], ['Ã© "quoted"']);

  response = await send("HEAD", "/echo/head");
  assert.equal(response.status, 200);
  assert.equal(response.body.length, 0);

  // A redirect is an answer like any other.
  response = await send("GET", "/moved");
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("Location"), "/v1/next%20page");

  response = await send("DELETE", "/echo/usual");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.deepEqual(body.headers["user-agent"], ["covolve"]);
  assert.deepEqual(body.headers.accept, ["*/*"]);
  assert.deepEqual(body.headers["accept-encoding"], ["identity"]);
  assert.ok(!("content-length" in body.headers));
});

test("bodies of every kind", async () => {
  let response = await send("GET", "/number");
  assert.equal(response.status, 200);
  let body = jsonOf(response);
  assert.equal(body, 5);
  const number = body;

  response = await send("POST", "/echo", {
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `a=%C3%A9&n=${encodeURIComponent(number)}&c=d`,
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.body, "a=%C3%A9&n=5&c=d");

  response = await send("POST", "/echo", {
    headers: { "Content-Type": "multipart/form-data; boundary=limit" },
    body:
      "--limit\r\n" +
      'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n' +
      "Content-Type: text/plain\r\n" +
      "\r\n" +
      "Hello, {world} `${x}`!\r\n" +
      "--limit--\r\n",
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(
    body.body,
    "--limit\r\n" +
    'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n' +
    "Content-Type: text/plain\r\n" +
    "\r\n" +
    "Hello, {world} `${x}`!\r\n" +
    "--limit--\r\n",
  );

  response = await send("POST", "/echo", {
    headers: { "Content-Type": "application/octet-stream" },
    body: Buffer.from("\x00\xff\xfe\n7", "latin1"),
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.body, "\x00ÿþ\n7");

  response = await send("POST", "/echo", {
    headers: { "Content-Type": "text/plain" },
    body: "grüß Gott",
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.body, "grÃ¼Ã\x9f Gott");

  response = await send("POST", "/echo", {
    headers: { "Content-Type": "application/json" },
    body: "null",
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.body, "null");
  assert.deepEqual(body.headers["content-type"], ["application/json"]);

  response = await send("POST", "/echo", {
    headers: { "Content-Type": "application/json" },
    body: '{"big": 18446744073709551615, "whole": 3.0}',
  });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.json, '{"big": 18446744073709551615, "whole": 3.0}');

  response = await send("POST", "/echo", { body: JSON.stringify({ a: [true, false] }) });
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.json, '{"a": [true, false]}');
  assert.deepEqual(body.headers["content-type"], []);

  response = await send("POST", "/echo");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.body, "");
});

test("answers of every kind", async () => {
  let response = await send("GET", "/list");
  assert.equal(response.status, 200);
  let body = jsonOf(response);
  assert.equal(body.length, 2);
  assert.equal(body[0].name, "Rex");
  assert.ok(!("a/b" in body[0]));
  assert.equal(body[1][12]["a/b"], 1);
  const weight = body[1][12]["a/b"];

  response = await send("GET", "/list");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.ok(hasElement(body, { name: "Rex" }));
  assert.ok(hasElement(body[1].more, { "a/b": weight }));

  response = await send("GET", "/here");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.self, BASE_URL + "/here");

  response = await send("GET", "/text");
  assert.equal(response.status, 200);
  assert.equal(mediaType(response), "text/plain");
  assert.equal(response.body.toString(), "pong");

  response = await send("GET", "/unicode");
  assert.equal(response.status, 200);
  assert.equal(response.body.toString(), "grüß\n");

  response = await send("GET", "/bytes");
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, Buffer.from("\xff\xfe\x01", "latin1"));

  // JSON with a byte order mark, said to be Latin-1.
  response = await send("GET", "/marked");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.name, "ü");

  // Of C:\users and \u000a nothing must come.
  response = await send("GET", "/numbers");
  assert.ok(response.status >= 200 && response.status < 300, response.body.toString());
  body = jsonOf(response);
  assert.equal(body.share, 0.1);
  assert.deepEqual(body.shares, [0.1, 3.0, 9007199254740993n]);
});

// The service closes the connection, or talks no HTTP.
test("calls without an answer", async () => {
  assert.ok(!(await answers(send, "GET", "/lost")));

  assert.ok(!(await answers(sendAuthenticated, "GET", "/short")));

  assert.ok(!(await answers(send, "GET", "/noise")));

  const response = await send("GET", "/text");
  assert.equal(response.status, 200);
});

test("who am i", async () => {
  let response = await send("GET", "/me");
  assert.equal(response.status, 401);

  response = await sendAuthenticated("GET", "/me", {
    headers: { Cookie: "theme=dark; session=guessed" },
  });
  assert.equal(response.status, 200);
  const body = jsonOf(response);
  assert.equal(body.theme, "dark");
});

test("a guest who comes again is known", async () => {
  let response = await sendAuthenticated("GET", "/visit");
  assert.equal(response.status, 200);
  let body = jsonOf(response);
  assert.equal(body.seen, false);

  response = await sendAuthenticated("GET", "/forbidden");
  assert.equal(response.status, 401);

  response = await sendAuthenticated("GET", "/visit");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.seen, true);
});

test("another test is another guest", async () => {
  let response = await sendAuthenticated("GET", "/visit");
  assert.equal(response.status, 200);
  let body = jsonOf(response);
  assert.equal(body.seen, false);

  response = await sendAuthenticated("GET", "/forbidden");
  assert.equal(response.status, 401);

  response = await sendAuthenticated("GET", "/visit");
  assert.equal(response.status, 200);
  body = jsonOf(response);
  assert.equal(body.seen, true);
});

// Ends the service.
test("die", { skip: !process.env.RUN_CRASH_TESTS && "it ends the service" }, async () => {
  assert.ok(!(await answers(sendAuthenticated, "POST", "/die")));
});
