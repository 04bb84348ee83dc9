// The functions of an emitted Java file that read the same in each: which of them it
// has, its prelude decides.
#pragma once

#include <string_view>

namespace covolve::rest::emit {

inline constexpr std::string_view kJavaFromEnvironment = R"(
    /** A variable of the environment, which must be set. */
    private static String fromEnvironment(String name) {
        return Objects.requireNonNull(System.getenv(name), "the environment has no " + name);
    }
)";

inline constexpr std::string_view kCertificates = R"(
    private static KeyStore storeOf(List<Certificate> certificates) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null);
        for (Certificate one : certificates) store.setCertificateEntry("c" + store.size(), one);
        return store;
    }

    private static List<Certificate> certificatesIn(String file) throws Exception {
        try (InputStream stream = Files.newInputStream(Path.of(file))) {
            return List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(stream));
        }
    }
)";

inline constexpr std::string_view kTrustAll = R"(
    /** Certificates are not verified. */
    private static TrustManager[] trusted() {
        return new TrustManager[] {new X509ExtendedTrustManager() {
            @Override public void checkClientTrusted(X509Certificate[] chain, String type) {}
            @Override public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}
            @Override public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            @Override public void checkServerTrusted(X509Certificate[] chain, String type) {}
            @Override public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}
            @Override public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}
            @Override public X509Certificate[] getAcceptedIssuers() { return new X509Certificate[0]; }
        }};
    }
)";

inline constexpr std::string_view kTrustOwn = R"(
    /** SSL_CERT_FILE has who signed the service's certificate. */
    private static TrustManager[] trusted() throws Exception {
        String file = System.getenv("SSL_CERT_FILE");
        if (file == null) return null;
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(storeOf(certificatesIn(file)));
        return factory.getTrustManagers();
    }
)";

inline constexpr std::string_view kOwnKeys = R"(
    /** What the service knows us by; the key is one of PKCS #8. */
    private static KeyManager[] keys() throws Exception {
        String certificate = fromEnvironment("CLIENT_CERTIFICATE");
        String text = Files.readString(Path.of(System.getenv().getOrDefault("CLIENT_KEY", certificate)));
        Matcher pem = Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END", Pattern.DOTALL).matcher(text);
        if (!pem.find()) throw new IllegalStateException("there is no key of PKCS #8 in CLIENT_KEY");
        PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        KeyStore store = storeOf(List.of());
        Certificate[] chain = certificatesIn(certificate).toArray(new Certificate[0]);
        String algorithm = chain[0].getPublicKey().getAlgorithm();
        store.setKeyEntry("key", KeyFactory.getInstance(algorithm).generatePrivate(key), new char[0], chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }
)";

inline constexpr std::string_view kJavaExchange = R"(
    /** As REST Assured, for what it would change, refuse or try again: "..", TRACE, repeated headers. */
    private static Response exchange(String method, String target, List<Header> headers, byte[] body)
            throws Exception {
        URI base = URI.create(BASE_URL);
        boolean isSecure = "https".equals(base.getScheme());
        int port = base.getPort() >= 0 ? base.getPort() : isSecure ? 443 : 80;
        SocketFactory sockets = isSecure ? SECURE_SOCKETS : SocketFactory.getDefault();
        try (Socket socket = sockets.createSocket();
                DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(8192)) {
            socket.connect(new InetSocketAddress(base.getHost(), port), 10_000);
            socket.setSoTimeout(30_000);
            connection.bind(SECURED);
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
)";

/// The name in the certificate is compared with that of the service.
inline constexpr std::string_view kSecuredSocket = R"(        if (isSecure) {
                SSLParameters parameters = ((SSLSocket) socket).getSSLParameters();
                parameters.setEndpointIdentificationAlgorithm("HTTPS");
                ((SSLSocket) socket).setSSLParameters(parameters);
            }
)";

inline constexpr std::string_view kJavaAnswers = R"(
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
)";

inline constexpr std::string_view kJavaJson = R"(
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static JsonNode json(byte[] bytes) throws IOException {
        return MAPPER.readTree(bytes);
    }
)";

inline constexpr std::string_view kJavaJsonText = R"(
    private static JsonNode json(String text) throws IOException {
        return MAPPER.readTree(text);
    }
)";

inline constexpr std::string_view kJavaSameJson = R"(
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
)";

inline constexpr std::string_view kJavaHasElement = R"(
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
)";

inline constexpr std::string_view kJavaText = R"(
    /** A value as it stands in a URL or a header. */
    private static String text(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }
)";

inline constexpr std::string_view kJavaEncoded = R"(
    /** The same, percent-encoded. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20").replace("*", "%2A").replace("%7E", "~");
    }
)";

inline constexpr std::string_view kJavaQuoted = R"(
    /** A text as JSON. */
    private static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }
)";

inline constexpr std::string_view kJavaBytes = R"(
    /** Each character is a byte. */
    private static byte[] bytes(String characters) {
        return characters.getBytes(ISO_8859_1);
    }
)";

inline constexpr std::string_view kJavaUtf8 = R"(
    private static String utf8(Response response) {
        return new String(response.asByteArray(), UTF_8);
    }
)";

inline constexpr std::string_view kJavaMediaType = R"(
    /** "application/json" of "application/json; charset=utf-8" */
    private static String mediaType(Response response) {
        String type = Objects.toString(response.header("Content-Type"), "");
        return type.split(";", 2)[0].trim().toLowerCase(Locale.ROOT);
    }
)";

inline constexpr std::string_view kJavaFromLocation = R"(
    /** What follows `before` in the Location header, up to the end of the path's segment. */
    private static String fromLocation(Response response, String before) {
        String location = Objects.toString(response.header("Location"), "");
        int found = location.lastIndexOf(before);
        assertTrue(found >= 0, () -> "unexpected Location: " + location);
        String segment = location.substring(found + before.length()).split("[/?#]", 2)[0];
        return URLDecoder.decode(segment.replace("+", "%2B"), UTF_8);
    }
)";

inline constexpr std::string_view kJavaKeepCookies = R"(
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
)";

}  // namespace covolve::rest::emit
