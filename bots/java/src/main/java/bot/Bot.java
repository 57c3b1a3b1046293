package bot;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/** Dials the arena again and again until the bot is finished. {@link Session} is one connection. */
public final class Bot {
  private static final long FIRST_WAIT_MS = 100;
  private static final long LONGEST_WAIT_MS = 10_000;
  private static final long FINISH_WAIT_MS = 5_000;
  private static final Map<String, String> ENV = System.getenv();
  private static final String ENDPOINT = ENV.getOrDefault("ARENA_ENDPOINT", "");
  private static final String TOKEN = ENV.getOrDefault("ARENA_TOKEN", "");
  private static final String GIVE_UP = ENV.getOrDefault("ARENA_GIVE_UP_SECONDS", "Infinity");

  private static volatile Session session;
  private static volatile long finishingSince; // 0 before the first Ctrl-C or SIGTERM

  public static void main(String[] words) throws IOException, InterruptedException {
    if (ENDPOINT.isEmpty() || TOKEN.isEmpty()) {
      exit(2, "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token.");
    }
    Signal.handle(new Signal("INT"), signal -> finish());
    Signal.handle(new Signal("TERM"), signal -> finish());
    Chooser chooser = new Chooser(List.of(words).contains("random"));
    double giveUpMs = 1000 * Double.parseDouble(GIVE_UP);
    long wait = FIRST_WAIT_MS;
    long lost = System.currentTimeMillis();
    String said = "";
    while (true) {
      long began = System.currentTimeMillis();
      long redialMs = 0;
      ManagedChannel channel = dial();
      try {
        session = new Session(channel, chooser);
        if (finishingSince > 0) {
          session.finish();
        }
        redialMs = session.play();
        if (finishingSince > 0 && redialMs == 0) {
          exit(0, "finished"); // the arena ended the stream with OK
        }
      } catch (StatusException error) {
        switch (error.getStatus().getCode()) {
          case UNAUTHENTICATED, ABORTED -> exit(2, error.getMessage()); // refused, or taken over
          default -> {
            Throwable cause = error.getStatus().getCause();
            String reason = cause == null ? error.getMessage() : cause.getMessage();
            if (!said.equals(reason)) {
              said = reason;
              System.err.printf("no connection to %s: %s; dialling again%n", ENDPOINT, said);
            }
          }
        }
      }
      channel.shutdownNow();
      lost = session.isWelcomed() ? System.currentTimeMillis() : lost;
      wait = lost - began > wait ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
      if (System.currentTimeMillis() - lost > (finishingSince > 0 ? FINISH_WAIT_MS : giveUpMs)) {
        exit(1, "gave up: no connection to " + ENDPOINT);
      }
      double part = ThreadLocalRandom.current().nextDouble(0.5, 1.0);
      Thread.sleep(redialMs > 0 ? redialMs : (long) (wait * part));
    }
  }

  /** The first signal finishes the sets under way; a second one stops at once. */
  private static void finish() {
    if (finishingSince > 0 && System.currentTimeMillis() - finishingSince > 500) {
      exit(1, "stopped");
    } else if (finishingSince == 0) {
      finishingSince = System.currentTimeMillis();
      if (session != null) {
        session.finish();
      }
    }
  }

  private static ManagedChannel dial() throws IOException {
    Metadata headers = new Metadata();
    Metadata.Key<String> key = Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
    headers.put(key, "Bearer " + TOKEN);
    return Grpc.newChannelBuilder(ENDPOINT, security())
        .intercept(MetadataUtils.newAttachHeadersInterceptor(headers))
        .keepAliveTime(20, TimeUnit.SECONDS)
        .build();
  }

  /** Plain text on this machine, TLS elsewhere; ARENA_CA names a private authority's file. */
  private static ChannelCredentials security() throws IOException {
    if (ENV.containsKey("ARENA_CA")) {
      File file = new File(ENV.get("ARENA_CA"));
      return TlsChannelCredentials.newBuilder().trustManager(file).build();
    }
    boolean local = ENDPOINT.matches("(localhost|127\\..*|\\[::1\\]):\\d+");
    boolean plain = local || ENV.containsKey("ARENA_PLAIN_TEXT");
    return plain ? InsecureChannelCredentials.create() : TlsChannelCredentials.create();
  }

  private static void exit(int code, String reason) {
    System.err.println(reason);
    Runtime.getRuntime().halt(code);
  }
}
