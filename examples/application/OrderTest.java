import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderTest {
  static final HttpClient HTTP = HttpClient.newHttpClient();
  @TempDir static Path folder;
  static Process emulator;
  static String url;
  static String key;

  @BeforeAll
  static void start() throws IOException {
    String program = Path.of("node_modules/.bin/notiform").toAbsolutePath().toString();
    emulator = new ProcessBuilder(program, "emulator", "--json", "--end-with-stdin").directory(folder.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String line = emulator.inputReader().readLine();
    url = member(line, "url");
    key = member(line, "key");
  }

  @AfterAll
  static void stop() throws InterruptedException {
    emulator.destroy();
    emulator.waitFor();
  }

  @BeforeEach
  void reset() throws Exception {
    control("reset", "{}");
    control("seed", """
        {"templates": [{"profile": "shop", "templateCode": "order_paid", "inspectionStatus": "APR",
          "templateContent": "#{이름}님, 결제가 완료되었습니다."}]}""");
  }

  @Test
  void sendsAMessageWhenAnOrderIsPaid() throws Exception {
    assertEquals(200, sendOrderPaid("01000000000", "홍길동").statusCode());
    String message = call("GET", "/_emulator/inbox/wait?refkey=order-1&result=any", "", "").body();
    assertEquals("7000", member(message, "result"));
    assertTrue(message.contains("홍길동님, 결제가 완료되었습니다."));
  }

  @Test
  void reportsAServiceThatIsDown() throws Exception {
    control("faults", "{\"rules\": [{\"path\": \"/v3/message\", \"kind\": \"status\", \"status\": 503}]}");
    assertEquals(503, sendOrderPaid("01000000000", "홍길동").statusCode());
  }

  /** What your application does. */
  static HttpResponse<String> sendOrderPaid(String to, String name) throws Exception {
    String login = Base64.getEncoder().encodeToString("emulator:emulator-password".getBytes());
    String token = member(call("POST", "/v1/token", "Basic " + login, "").body(), "accesstoken");
    return call("POST", "/v3/message", "Bearer " + token, """
        {"account": "emulator", "type": "at", "from": "15880000", "to": "%s", "refkey": "order-1",
          "content": {"at": {"senderkey": "%s", "templatecode": "order_paid",
            "message": "%s님, 결제가 완료되었습니다."}}}""".formatted(to, key, name));
  }

  static void control(String path, String body) throws Exception {
    assertEquals(200, call("POST", "/_emulator/" + path, "", body).statusCode());
  }

  static HttpResponse<String> call(String method, String path, String authorization, String body) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
        .method(method, HttpRequest.BodyPublishers.ofString(body)).header("content-type", "application/json");
    if (!authorization.isEmpty()) request.header("authorization", authorization);
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** The first member of this name whose value is a text. Use the JSON library of your project instead, if it has one. */
  static String member(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
    assertTrue(found.find(), json);
    return found.group(1);
  }
}
