package bot;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import meiji.arena.v1.BotGatewayGrpc;
import sun.misc.Signal;

/** Dials the arena again and again until the bot is finished. {@link Session} is one connection. */
public final class Bot {
  private static final long FIRST_WAIT_MS = 100;
  private static final long LONGEST_WAIT_MS = 10_000;
  private static final long FINISH_WAIT_MS = 5_000;

  static final String ENDPOINT = System.getenv().getOrDefault("ARENA_ENDPOINT", "");
  private static final String TOKEN = System.getenv().getOrDefault("ARENA_TOKEN", "");
  private static final String GIVE_UP = System.getenv().getOrDefault("ARENA_GIVE_UP_SECONDS", "");

  /** Set at the first Ctrl-C or SIGTERM: plays the sets under way, and takes nothing new. */
  static volatile boolean finishing;

  private static volatile Session session;

  public static void main(String[] words) throws IOException, InterruptedException {
    if (ENDPOINT.isEmpty() || TOKEN.isEmpty()) {
      exit(2, "Set ARENA_ENDPOINT to host:port and ARENA_TOKEN to the bot's token.");
    }
    Chooser chooser = new Chooser(words.length > 0 && words[0].equals("random"));
    Signal.handle(new Signal("INT"), signal -> finish());
    Signal.handle(new Signal("TERM"), signal -> finish());
    long giveUp = GIVE_UP.isEmpty() ? Long.MAX_VALUE : (long) (1000 * Double.parseDouble(GIVE_UP));
    Metadata headers = new Metadata();
    headers.put(
        Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + TOKEN);
    long wait = FIRST_WAIT_MS;
    long lost = System.currentTimeMillis();
    String said = "";
    while (true) {
      long began = System.currentTimeMillis();
      ManagedChannel channel =
          Grpc.newChannelBuilder(ENDPOINT, security())
              .keepAliveTime(20, TimeUnit.SECONDS)
              .proxyDetector(address -> null)
              .build();
      session = new Session(chooser);
      Status status =
          session.play(
              BotGatewayGrpc.newStub(channel)
                  .withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)));
      channel.shutdownNow();
      switch (status.getCode()) {
        case UNAUTHENTICATED, ABORTED -> exit(2, status.getDescription()); // refused, or taken over
        case OK -> {
          if (finishing && session.redialMs == 0) {
            exit(0, "finished");
          }
        }
        default -> {
          if (!status.toString().equals(said)) {
            said = status.toString();
            System.err.printf("no connection to %s: %s; dialling again%n", ENDPOINT, said);
          }
        }
      }
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
      if (session.welcomed) {
        lost = System.currentTimeMillis();
        wait = lost - began > wait ? FIRST_WAIT_MS : wait;
      }
      if (System.currentTimeMillis() - lost > (finishing ? FINISH_WAIT_MS : giveUp)) {
        exit(1, "gave up: no connection to " + ENDPOINT);
      }
      double part = ThreadLocalRandom.current().nextDouble(0.5, 1.0);
      Thread.sleep(session.redialMs > 0 ? session.redialMs : (long) (wait * part));
    }
  }

  private static long finishingSince;

  /** The first signal finishes the sets under way; a second one stops at once. */
  private static synchronized void finish() {
    if (finishing && System.currentTimeMillis() - finishingSince > 500) {
      exit(1, "stopped");
    }
    if (!finishing) {
      finishingSince = System.currentTimeMillis();
      finishing = true;
      if (session != null) {
        session.sendFinish();
      }
    }
  }

  /** Plain text on this machine, TLS elsewhere; ARENA_CA names a private authority's file. */
  private static ChannelCredentials security() throws IOException {
    String authority = System.getenv("ARENA_CA");
    boolean local = ENDPOINT.matches("(localhost|127\\..*|\\[::1\\]):\\d+");
    if (authority != null) {
      return TlsChannelCredentials.newBuilder().trustManager(new File(authority)).build();
    }
    boolean plain = local || System.getenv("ARENA_PLAIN_TEXT") != null;
    return plain ? InsecureChannelCredentials.create() : TlsChannelCredentials.create();
  }

  private static void exit(int code, String reason) {
    System.err.println(reason);
    Runtime.getRuntime().halt(code);
  }

  private Bot() {}
}
