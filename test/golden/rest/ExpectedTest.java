// Everything that tests of a REST API can have.
// covolve rest --schema "a.yaml"
// mvn test runs it, with the pom.xml beside it.

import static io.restassured.RestAssured.config;
import static io.restassured.RestAssured.given;
import static io.restassured.config.DecoderConfig.decoderConfig;
import static io.restassured.config.EncoderConfig.encoderConfig;
import static io.restassured.config.HttpClientConfig.httpClientConfig;
import static io.restassured.config.RedirectConfig.redirectConfig;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.*;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.restassured.builder.ResponseBuilder;
import io.restassured.config.RestAssuredConfig;
import io.restassured.http.ContentType;
import io.restassured.http.Header;
import io.restassured.http.Headers;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import javax.net.SocketFactory;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.apache.http.HttpException;
import org.apache.http.HttpResponse;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.DefaultBHttpClientConnection;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ExpectedTest {
    private static final String BASE_URL =
            System.getenv().getOrDefault("BASE_URL", "http://localhost:8080/v1").replaceAll("/+$", "");

    /** Calls go out as they are written: no redirect is followed, nothing is added or decoded. */
    private static final RestAssuredConfig CONFIG = config()
            .redirect(redirectConfig().followRedirects(false))
            .decoderConfig(decoderConfig().noContentDecoders())
            .encoderConfig(encoderConfig()
                    .appendDefaultContentCharsetToContentTypeIfUndefined(false)
                    .encodeContentTypeAs("application/x-www-form-urlencoded", ContentType.TEXT)
                    .encodeContentTypeAs("multipart/form-data", ContentType.TEXT))
            .httpClient(httpClientConfig()
                    .setParam("http.connection.timeout", 10_000)
                    .setParam("http.socket.timeout", 30_000));
    private static final List<Header> USUAL_HEADERS = List.of(
            new Header("User-Agent", "covolve"),
            new Header("Accept", "*/*"),
            new Header("Accept-Encoding", "identity"));

    /** A variable of the environment, which must be set. */
    private static String fromEnvironment(String name) {
        return Objects.requireNonNull(System.getenv(name), "the environment has no " + name);
    }

    private static Call call(String method, String target) {
        return new Call(method, target);
    }

    private static final class Call {
        private final String method;
        private final String target;
        private final List<Header> headers = new ArrayList<>();
        private byte[] body;
        private boolean isAuthenticated;
        private boolean isVerbatim;

        Call(String method, String target) {
            this.method = method;
            this.target = target;
        }

        Call header(String name, String value) {
            headers.add(new Header(name, value));
            return this;
        }

        Call json(String text) {
            return header("Content-Type", "application/json").body(text);
        }

        Call body(String text) {
            return body(text.getBytes(UTF_8));
        }

        Call body(byte[] bytes) {
            body = bytes;
            return this;
        }

        /** Proves who makes it. */
        Call authenticated() {
            isAuthenticated = true;
            return this;
        }

        /** Not by REST Assured, which would change it. */
        Call verbatim() {
            isVerbatim = true;
            return this;
        }

        Response send() throws Exception {
            if (!isAuthenticated) return send(headers);
            Response response = send(withAuthentication(headers));
            if (response.statusCode() == 401) {
                logIn();
                response = send(withAuthentication(headers));
            }
            keepCookies(response, cookies);
            return response;
        }

        private Response send(List<Header> given) throws Exception {
            List<Header> all = new ArrayList<>(given);
            for (Header usual : USUAL_HEADERS) {
                if (given.stream().noneMatch(usual::hasSameNameAs)) all.add(usual);
            }
            if (isVerbatim) return exchange(method, target, all, body);
            all.add(new Header("Connection", "close"));
            RequestSpecification request =
                    given().config(CONFIG).urlEncodingEnabled(false).headers(new Headers(all));
            if (body != null) request.body(body);
            if (!new Headers(all).hasHeaderWithName("Content-Type")) request.noContentType();
            return request.request(method, BASE_URL + target);
        }
    }

    /** As REST Assured, for what it would change, refuse or try again: "..", TRACE, repeated headers. */
    private static Response exchange(String method, String target, List<Header> headers, byte[] body)
            throws Exception {
        URI base = URI.create(BASE_URL);
        boolean isSecure = "https".equals(base.getScheme());
        int port = base.getPort() >= 0 ? base.getPort() : isSecure ? 443 : 80;
        SocketFactory sockets = isSecure ? SSLSocketFactory.getDefault() : SocketFactory.getDefault();
        try (Socket socket = sockets.createSocket();
                DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(8192)) {
            socket.connect(new InetSocketAddress(base.getHost(), port), 10_000);
            socket.setSoTimeout(30_000);
            if (isSecure) {
                SSLParameters parameters = ((SSLSocket) socket).getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                ((SSLSocket) socket).setSSLParameters(parameters);
            }
            connection.bind(socket);
            BasicHttpEntityEnclosingRequest request =
                    new BasicHttpEntityEnclosingRequest(method, Objects.toString(base.getRawPath(), "") + target);
            for (Header header : headers) request.addHeader(header.getName(), header.getValue());
            if (!request.containsHeader("Host")) request.addHeader("Host", base.getRawAuthority());
            if (!request.containsHeader("Connection")) request.addHeader("Connection", "close");
            if (body != null || List.of("POST", "PUT", "PATCH").contains(method)) {
                request.setEntity(new ByteArrayEntity(body != null ? body : new byte[0]));
                request.addHeader("Content-Length", "" + request.getEntity().getContentLength());
            }
            connection.sendRequestHeader(request);
            if (request.getEntity() != null) connection.sendRequestEntity(request);
            connection.flush();
            HttpResponse response = connection.receiveResponseHeader();
            while (response.getStatusLine().getStatusCode() < 200)
                response = connection.receiveResponseHeader();
            int status = response.getStatusLine().getStatusCode();
            byte[] content = new byte[0];
            if (!"HEAD".equals(method) && status != 204 && status != 304) {
                connection.receiveResponseEntity(response);
                content = EntityUtils.toByteArray(response.getEntity());
            }
            List<Header> answered = new ArrayList<>();
            for (org.apache.http.Header one : response.getAllHeaders())
                answered.add(new Header(one.getName(), one.getValue()));
            return new ResponseBuilder()
                    .setStatusCode(status)
                    .setHeaders(new Headers(answered))
                    .setBody(content)
                    .build();
        }
    }

    /** Whether the service answers within ten seconds. */
    private static boolean answers(Call call) throws Exception {
        CompletableFuture<Response> answer = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                answer.complete(call.send());
            } catch (Throwable failed) {
                answer.completeExceptionally(failed);
            }
        });
        thread.setDaemon(true);
        thread.start();
        try {
            answer.get(10, TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error error) throw error;
            boolean isOfService =
                    failed.getCause() instanceof IOException || failed.getCause() instanceof HttpException;
            if (isOfService) return false;
            throw failed;
        }
    }

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static JsonNode json(byte[] bytes) throws IOException {
        return MAPPER.readTree(bytes);
    }

    private static JsonNode json(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    /** Whether they are the same JSON; 3 and 3.0 are the same number, and fractions are as exact as a double. */
    private static boolean isSame(Object expected, JsonNode actual) {
        return MAPPER.<JsonNode>valueToTree(expected).equals((one, other) -> {
            if (!one.isNumber() || !other.isNumber()) return one.equals(other) ? 0 : 1;
            if (one.isFloatingPointNumber()) return one.doubleValue() == other.doubleValue() ? 0 : 1;
            return one.decimalValue().compareTo(other.decimalValue());
        }, actual);
    }

    private static void assertJson(Object expected, JsonNode actual) {
        assertTrue(isSame(expected, actual), () -> "expected: " + expected + " but was: " + actual);
    }

    /** Whether one of the elements has these members: names and values in turn. */
    private static boolean hasElement(JsonNode elements, Object... members) {
        for (JsonNode element : elements) {
            boolean hasAll = true;
            for (int i = 0; i < members.length; i += 2) {
                String name = (String) members[i];
                hasAll = hasAll && element.has(name) && isSame(members[i + 1], element.get(name));
            }
            if (hasAll) return true;
        }
        return false;
    }

    /** A value as it stands in a URL or a header. */
    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    /** The same, percent-encoded. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }

    /** A text as JSON. */
    private static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }

    /** Each character is a byte. */
    private static byte[] bytes(String characters) {
        return characters.getBytes(ISO_8859_1);
    }

    private static String utf8(Response response) {
        return new String(response.asByteArray(), UTF_8);
    }

    /** "application/json" of "application/json; charset=utf-8" */
    private static String mediaType(Response response) {
        String type = Objects.toString(response.header("Content-Type"), "");
        return type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }

    /** What follows `before` in the Location header, up to the end of the path's segment. */
    private static String fromLocation(Response response, String before) {
        String location = Objects.toString(response.header("Location"), "");
        int found = location.lastIndexOf(before);
        assertTrue(found >= 0, () -> "unexpected Location: " + location);
        String segment = location.substring(found + before.length()).split("[/?#]", 2)[0];
        return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    }

    private static final Map<String, String> cookies = new LinkedHashMap<>(); // of the test that runs
    private static final Map<String, String> loginCookies = new LinkedHashMap<>(); // which every test begins with

    @BeforeEach
    void beginTest() {
        cookies.clear();
        cookies.putAll(loginCookies);
    }

    private static void keepCookies(Response response, Map<String, String> jar) {
        for (String line : response.headers().getValues("Set-Cookie")) {
            String[] pair = line.split(";", 2)[0].split("=", 2);
            String value = pair.length > 1 ? pair[1].trim() : "";
            if (!value.isEmpty() && !line.toLowerCase(Locale.ROOT).contains("max-age=0")) {
                jar.put(pair[0].trim(), value);
            } else {
                jar.remove(pair[0].trim());
            }
        }
    }

    /** The headers that prove who is calling; none before the first login. */
    private static List<Header> authentication;

    private static void logIn() throws Exception {
        Response response = call("POST", "/login")
                .header("X-Api-Key", fromEnvironment("API_KEY"))
                .json("""
                {"password": %s, "user": "rex"}""".formatted(quoted(fromEnvironment("LOGIN_PASSWORD")))).send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        JsonNode token = body.at("/session/token");
        keepCookies(response, cookies);
        keepCookies(response, loginCookies);
        authentication = new ArrayList<>(List.of(new Header("X-Api-Key", fromEnvironment("API_KEY"))));
        authentication.add(new Header("Authorization", "Bearer " + text(token)));
    }

    private static List<Header> withAuthentication(List<Header> given) throws Exception {
        if (authentication == null) logIn();
        List<Header> all = new ArrayList<>(given);
        all.addAll(authentication);
        Map<String, String> jar = new LinkedHashMap<>();
        for (Header header : all) {
            if (!"Cookie".equalsIgnoreCase(header.getName())) continue;
            for (String pair : header.getValue().split(";\\s*")) {
                String[] parts = pair.split("=", 2);
                if (parts.length == 2) jar.put(parts[0], parts[1]);
            }
        }
        jar.putAll(cookies);
        all.removeIf(header -> "Cookie".equalsIgnoreCase(header.getName()));
        if (!jar.isEmpty()) {
            all.add(new Header("Cookie", jar.entrySet().stream()
                    .map(one -> one.getKey() + "=" + one.getValue())
                    .collect(Collectors.joining("; "))));
        }
        return all;
    }

    // The whole life of a pet.
    // curl -i --path-as-is -X POST 'http://localhost/pets'
    @Test
    @Order(1)
    void createReadUpdateAndDeleteAPet() throws Exception {
        // A pet of its own.
        Response response = call("POST", "/pets").authenticated().json("""
                {
                  "description": "A rather long text, which does not fit on one line together with everything else, so that it is broken where there are blanks.",
                  "name": "Rex \\"the (dog)\\" ü\\u200b",
                  "owner": null,
                  "tags": ["a", "b"],
                  "vaccinated": true,
                  "weight": 3.5
                }""").send();
        assertEquals(201, response.statusCode());
        assertEquals("application/json", mediaType(response));
        assertEquals("pet; big", response.header("X-Kind"));
        assertFalse(response.headers().hasHeaderWithName("X-Nothing"));
        JsonNode body = json(response.asByteArray());
        assertJson("Rex \"the (dog)\" ü\u200b", body.at("/name"));
        assertJson(null, body.at("/owner"));
        assertJson(true, body.at("/vaccinated"));
        assertJson(3.5, body.at("/weight"));
        assertJson(0.0, body.at("/zero"));
        assertJson(9007199254740993L, body.at("/big"));
        assertEquals(2, body.at("/tags").size());
        assertJson("b", body.at("/tags/1"));
        assertJson(
                json("""
                {"city": "Oslo", "deep": {"a": [], "b": {}}, "odd-key": [1, 2.5, null]}"""),
                body.at("/place")
        );
        assertTrue(body.at("/id").isNumber());
        assertTrue(body.at("/created").isTextual());
        assertTrue(body.at("/links").isObject());
        assertTrue(body.at("/empty").isArray());
        assertTrue(body.at("/vaccinated").isBoolean());
        assertTrue(body.at("/owner").isNull());
        JsonNode petId = body.at("/id");
        JsonNode mediaTypeValue = body.at("/links/self");
        String classValue = response.header("ETag");
        String slug = fromLocation(response, "/pets/");

        response = call("GET", "/pets/" + encoded(slug) + "?view=%22full%22&id=" + encoded(text(petId)))
                .authenticated()
                .header("If-Match", classValue)
                .header("X-Pet", "pet {" + text(petId) + "}").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(petId, body.at("/id"));
        assertJson(classValue, body.at("/etag"));

        response = call("PUT", "/pets/" + encoded(slug) + "/owner")
                .authenticated()
                .header("Content-Type", "application/merge-patch+json")
                .body("""
                {"ids": [%s, %s], "pet": %s, "self": %s, "slug": %s}""".formatted(petId, quoted(text(petId)), petId, mediaTypeValue, quoted(slug))).send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(true, body.at("/ok"));

        response = call("DELETE", "/pets/" + encoded(slug)).authenticated().send();
        assertEquals(204, response.statusCode());
        assertFalse(response.headers().hasHeaderWithName("Content-Type"));
        assertEquals(0, response.asByteArray().length);
    }

    @Test
    @Order(2)
    void requestsThatLibrariesWouldRatherChange() throws Exception {
        Response response = call("TRACE", "/echo/a").verbatim().send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        assertJson("TRACE", body.at("/method"));

        response = call("BREW", "/echo/pot").verbatim().send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("BREW", body.at("/method"));
        assertJson("", body.at("/body"));

        response = call("GET", "/echo/with-body")
                .header("Content-Type", "text/plain")
                .body("a body").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("GET", body.at("/method"));
        assertJson("a body", body.at("/body"));

        response = call("GET", "/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1").verbatim().send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("/v1/echo/a/../b/%2E%2E/c%2Fd?x=%26&y[z]=1", body.at("/target"));

        response = call("GET", "/echo/headers")
                .header("X-Tag", "one")
                .header("X-Tag", "two")
                .header("X-Odd", "Ã© \"quoted\"")
                .verbatim().send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(json("[\"one\", \"two\"]"), body.at("/headers/x-tag"));
        assertJson(json("[\"Ã© \\\"quoted\\\"\"]"), body.at("/headers/x-odd"));

        response = call("HEAD", "/echo/head").send();
        assertEquals(200, response.statusCode());
        assertEquals(0, response.asByteArray().length);

        // A redirect is an answer like any other.
        response = call("GET", "/moved").send();
        assertEquals(302, response.statusCode());
        assertEquals("/v1/next%20page", response.header("Location"));

        response = call("DELETE", "/echo/usual").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(json("[\"covolve\"]"), body.at("/headers/user-agent"));
        assertJson(json("[\"*/*\"]"), body.at("/headers/accept"));
        assertJson(json("[\"identity\"]"), body.at("/headers/accept-encoding"));
        assertFalse(body.at("/headers").has("content-length"));
    }

    @Test
    @Order(3)
    void bodiesOfEveryKind() throws Exception {
        Response response = call("GET", "/number").send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        assertJson(5, body);
        JsonNode number = body;

        response = call("POST", "/echo")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body("a=%C3%A9&n=" + encoded(text(number)) + "&c=d").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("a=%C3%A9&n=5&c=d", body.at("/body"));

        response = call("POST", "/echo")
                .header("Content-Type", "multipart/form-data; boundary=limit")
                .body("--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: text/plain\r\n\r\nHello, {world} `${x}`!\r\n--limit--\r\n").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(
                "--limit\r\n" +
                "Content-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n" +
                "Content-Type: text/plain\r\n" +
                "\r\n" +
                "Hello, {world} `${x}`!\r\n" +
                "--limit--\r\n",
                body.at("/body")
        );

        response = call("POST", "/echo")
                .header("Content-Type", "application/octet-stream")
                .body(bytes("\000ÿþ\n7")).send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("\000ÿþ\n7", body.at("/body"));

        response = call("POST", "/echo")
                .header("Content-Type", "text/plain")
                .body("grüß Gott").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("grÃ¼Ã\237 Gott", body.at("/body"));

        response = call("POST", "/echo").json("""
                null""").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("null", body.at("/body"));
        assertJson(json("[\"application/json\"]"), body.at("/headers/content-type"));

        response = call("POST", "/echo").json("""
                {"big": 18446744073709551615, "whole": 3.0}""").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("{\"big\": 18446744073709551615, \"whole\": 3.0}", body.at("/json"));

        response = call("POST", "/echo").verbatim().body("""
                {"a": [true, false]}""").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("{\"a\": [true, false]}", body.at("/json"));
        assertJson(json("[]"), body.at("/headers/content-type"));

        response = call("POST", "/echo").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("", body.at("/body"));
    }

    @Test
    @Order(4)
    void answersOfEveryKind() throws Exception {
        Response response = call("GET", "/list").send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        assertEquals(2, body.size());
        assertJson("Rex", body.at("/0/name"));
        assertFalse(body.at("/0").has("a/b"));
        assertJson(1, body.at("/1/12/a~1b"));
        JsonNode weight = body.at("/1/12/a~1b");

        response = call("GET", "/list").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertTrue(hasElement(body, "name", "Rex"));
        assertTrue(hasElement(body.at("/1/more"), "a/b", weight));

        response = call("GET", "/here").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(BASE_URL + "/here", body.at("/self"));

        response = call("GET", "/text").send();
        assertEquals(200, response.statusCode());
        assertEquals("text/plain", mediaType(response));
        assertEquals("pong", utf8(response));

        response = call("GET", "/unicode").send();
        assertEquals(200, response.statusCode());
        assertEquals("grüß\n", utf8(response));

        response = call("GET", "/bytes").send();
        assertEquals(200, response.statusCode());
        assertArrayEquals(bytes("ÿþ\001"), response.asByteArray());

        // JSON with a byte order mark, said to be Latin-1.
        response = call("GET", "/marked").send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson("ü", body.at("/name"));

        // Of C:\ users and \ u000a nothing must come.
        response = call("GET", "/numbers").send();
        assertTrue(response.statusCode() >= 200 && response.statusCode() < 300, utf8(response));
        body = json(response.asByteArray());
        assertJson(0.1, body.at("/share"));
        assertJson(json("""
                [0.1, 3.0, 9007199254740993]"""), body.at("/shares"));
    }

    // The service closes the connection, or talks no HTTP.
    @Test
    @Order(5)
    void callsWithoutAnAnswer() throws Exception {
        assertFalse(answers(call("GET", "/lost").verbatim()));

        assertFalse(answers(call("GET", "/short").authenticated().verbatim()));

        assertFalse(answers(call("GET", "/noise").verbatim()));

        Response response = call("GET", "/text").send();
        assertEquals(200, response.statusCode());
    }

    @Test
    @Order(6)
    void whoAmI() throws Exception {
        Response response = call("GET", "/me").send();
        assertEquals(401, response.statusCode());

        response = call("GET", "/me")
                .authenticated()
                .header("Cookie", "theme=dark; session=guessed").send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        assertJson("dark", body.at("/theme"));
    }

    @Test
    @Order(7)
    void aGuestWhoComesAgainIsKnown() throws Exception {
        Response response = call("GET", "/visit").authenticated().send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        assertJson(false, body.at("/seen"));

        response = call("GET", "/forbidden").authenticated().send();
        assertEquals(401, response.statusCode());

        response = call("GET", "/visit").authenticated().send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(true, body.at("/seen"));
    }

    @Test
    @Order(8)
    void anotherTestIsAnotherGuest() throws Exception {
        Response response = call("GET", "/visit").authenticated().send();
        assertEquals(200, response.statusCode());
        JsonNode body = json(response.asByteArray());
        assertJson(false, body.at("/seen"));

        response = call("GET", "/forbidden").authenticated().send();
        assertEquals(401, response.statusCode());

        response = call("GET", "/visit").authenticated().send();
        assertEquals(200, response.statusCode());
        body = json(response.asByteArray());
        assertJson(true, body.at("/seen"));
    }

    // Ends the service.
    @Test
    @Order(9)
    @EnabledIfEnvironmentVariable(named = "RUN_CRASH_TESTS", matches = ".+")
    void die() throws Exception {
        assertFalse(answers(call("POST", "/die").authenticated().verbatim()));
    }
}
