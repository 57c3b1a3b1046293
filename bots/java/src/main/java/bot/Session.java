package bot;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import meiji.arena.v1.ArenaMessage;
import meiji.arena.v1.BotGatewayGrpc.BotGatewayStub;
import meiji.arena.v1.BotMessage;
import meiji.arena.v1.Choice;
import meiji.arena.v1.Decision;
import meiji.arena.v1.Finish;
import meiji.arena.v1.Hello;
import meiji.arena.v1.MatchResult;
import meiji.arena.v1.Pong;

/** One connection, from Hello to the end of the stream. */
final class Session implements StreamObserver<ArenaMessage> {
  /** Whether the arena has let the bot in. */
  volatile boolean welcomed;

  /** How long to wait before the next dial, if the arena asked for one; else 0. */
  volatile long redialMs;

  private final Chooser chooser;
  private final CompletableFuture<Status> end = new CompletableFuture<>();
  private StreamObserver<BotMessage> stream;

  Session(Chooser chooser) {
    this.chooser = chooser;
  }

  /** Plays until the stream ends. Returns its status. */
  Status play(BotGatewayStub gateway) {
    Hello hello = Hello.newBuilder().setBotVersion(Chooser.VERSION).setLanguage("java").build();
    synchronized (this) {
      stream = gateway.play(this);
      send(BotMessage.newBuilder().setHello(hello));
    }
    return end.join();
  }

  synchronized void sendFinish() {
    if (welcomed) { // else it goes out with the welcome
      send(BotMessage.newBuilder().setFinish(Finish.getDefaultInstance()));
    }
  }

  private synchronized void send(BotMessage.Builder message) {
    if (!end.isDone() && redialMs == 0) {
      stream.onNext(message.build());
    }
  }

  private void answer(Decision decision) {
    Choice.Builder choice = Choice.newBuilder().setDecision(decision.getId());
    send(BotMessage.newBuilder().setChoice(choice.setIndex(chooser.choose(decision))));
  }

  @Override
  public void onNext(ArenaMessage message) {
    switch (message.getKindCase()) {
      case WELCOME -> {
        System.out.printf(
            "connected to %s as %s%n", Bot.ENDPOINT, message.getWelcome().getBotName());
        welcomed = true;
        if (Bot.finishing) {
          sendFinish();
        }
        message.getWelcome().getPendingList().forEach(this::answer);
      }
      case DECISION -> answer(message.getDecision());
      case PING ->
          send(
              BotMessage.newBuilder()
                  .setPong(Pong.newBuilder().setNonce(message.getPing().getNonce())));
      case MATCH_RESULT -> {
        MatchResult result = message.getMatchResult();
        String line = "%s %s: place %d of %d %s%n";
        System.out.printf(
            line,
            result.getGame(),
            result.getMatchId(),
            result.getPlace(),
            result.getPlacesCount(),
            result.getPage());
      }
      case SET_RESULT ->
          System.out.printf(
              "%s set over, rating %.0f %s%n", // with a reason it is void
              message.getSetResult().getGame(),
              message.getSetResult().getRating(),
              message.getSetResult().getReason());
      case NOTICE -> System.err.println("notice: " + message.getNotice().getText());
      case REDIAL -> {
        synchronized (this) {
          redialMs = Math.max(1, message.getRedial().getAfterMs());
          stream.onCompleted();
        }
      }
      default -> {} // MATCH_STARTED, and kinds of later versions
    }
  }

  @Override
  public void onError(Throwable error) {
    end.complete(Status.fromThrowable(error));
  }

  @Override
  public void onCompleted() {
    end.complete(Status.OK);
  }
}
