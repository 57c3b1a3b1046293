package bot;

import io.grpc.Channel;
import io.grpc.StatusException;
import io.grpc.stub.BlockingClientCall;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import meiji.arena.v1.ArenaMessage;
import meiji.arena.v1.BotGatewayGrpc;
import meiji.arena.v1.BotMessage;
import meiji.arena.v1.Choice;
import meiji.arena.v1.Decision;
import meiji.arena.v1.Finish;
import meiji.arena.v1.Hello;
import meiji.arena.v1.MatchResult;
import meiji.arena.v1.Pong;
import meiji.arena.v1.SetResult;

/** One connection, from Hello to the end of the stream: what comes in, and what goes out. */
final class Session {
  private static final ExecutorService THINKERS = Executors.newCachedThreadPool();

  private final Chooser chooser;
  private final BlockingClientCall<BotMessage, ArenaMessage> stream;
  private boolean welcomed;
  private boolean finishing;

  Session(Channel channel, Chooser chooser) {
    this.chooser = chooser;
    stream = BotGatewayGrpc.newBlockingV2Stub(channel).play();
  }

  /** Whether the arena has let the bot in. */
  synchronized boolean isWelcomed() {
    return welcomed;
  }

  /** Plays until the stream ends. Returns how long to wait if the arena asked for a new dial. */
  long play() throws InterruptedException, StatusException {
    Hello hello = Hello.newBuilder().setBotVersion(Chooser.VERSION).setLanguage("java").build();
    send(BotMessage.newBuilder().setHello(hello));
    for (ArenaMessage message; (message = stream.read()) != null; ) {
      if (message.hasRedial()) {
        return Math.max(1, message.getRedial().getAfterMs());
      }
      take(message);
    }
    return 0;
  }

  /** Plays the sets under way to their end, and takes nothing new. */
  synchronized void finish() {
    finishing = true;
    if (welcomed) { // else it goes out with the welcome
      send(BotMessage.newBuilder().setFinish(Finish.getDefaultInstance()));
    }
  }

  private void take(ArenaMessage message) {
    switch (message.getKindCase()) {
      case WELCOME -> {
        System.out.println("connected as " + message.getWelcome().getBotName());
        welcome();
        message.getWelcome().getPendingList().forEach(this::answer);
      }
      case DECISION -> answer(message.getDecision());
      case PING -> {
        Pong pong = Pong.newBuilder().setNonce(message.getPing().getNonce()).build();
        send(BotMessage.newBuilder().setPong(pong));
      }
      case MATCH_RESULT -> {
        MatchResult r = message.getMatchResult();
        String place = "place %d of %d".formatted(r.getPlace(), r.getPlacesCount());
        System.out.printf("%s %s: %s %s%n", r.getGame(), r.getMatchId(), place, r.getPage());
      }
      case SET_RESULT -> { // with a reason it is void
        SetResult r = message.getSetResult();
        System.out.printf("%s set: rating %.0f %s%n", r.getGame(), r.getRating(), r.getReason());
      }
      case NOTICE -> System.err.println("notice: " + message.getNotice().getText());
      default -> {} // MATCH_STARTED, and kinds of later versions
    }
  }

  private synchronized void welcome() {
    welcomed = true;
    if (finishing) {
      finish();
    }
  }

  /** Thinks in another thread, so that a slow decision never holds up the stream. */
  private void answer(Decision decision) {
    THINKERS.execute(
        () -> {
          Choice.Builder choice = Choice.newBuilder().setDecision(decision.getId());
          send(BotMessage.newBuilder().setChoice(choice.setIndex(chooser.choose(decision))));
        });
  }

  private synchronized void send(BotMessage.Builder message) {
    try {
      stream.write(message.build());
    } catch (InterruptedException | StatusException error) {
      // the stream is lost: reading it says why
    }
  }
}
