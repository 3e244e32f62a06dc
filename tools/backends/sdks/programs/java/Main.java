import io.sentry.Attachment;
import io.sentry.CheckIn;
import io.sentry.CheckInStatus;
import io.sentry.Hint;
import io.sentry.Sentry;
import io.sentry.TransactionOptions;
import io.sentry.protocol.Feedback;

/** Sends what the first argument says to SENTRY_DSN: all | limit | outage. */
class Main {
  static final long FLUSH_TIMEOUT_MS = 30_000;

  static void checkIn() {
    var checkIn = new CheckIn("nightly", CheckInStatus.OK);
    checkIn.setDuration(1.0);
    Sentry.captureCheckIn(checkIn);
  }

  static void sendAll() {
    Sentry.startSession();
    var bytes = new byte[1024];
    for (var i = 0; i < bytes.length; i++) bytes[i] = (byte) i;
    Sentry.captureException(
        new RuntimeException("error of Java"), Hint.withAttachment(new Attachment(bytes, "bytes.bin")));
    var transaction = Sentry.startTransaction("transaction of Java", "task", new TransactionOptions());
    transaction.startChild("db", "SELECT 1").finish();
    transaction.finish();
    Sentry.logger().info("log of Java");
    Sentry.metrics().count("metric.of.java", 1.0);
    checkIn();
    Sentry.captureFeedback(new Feedback("feedback of Java"));
    Sentry.endSession();
  }

  static void sendLimited() {
    for (var number = 0; number < 5; number++) {
      Sentry.captureException(new RuntimeException("limit " + number));
      Sentry.flush(FLUSH_TIMEOUT_MS);
    }
    checkIn();
  }

  static void sendOutage() {
    for (var number = 0; number < 10; number++) {
      Sentry.captureException(new RuntimeException("outage " + number));
    }
  }

  public static void main(String[] args) {
    Sentry.init(
        options -> {
          options.setDsn(System.getenv("SENTRY_DSN"));
          options.setRelease("adit-java@1.0.0");
          options.setEnvironment("test");
          options.setTracesSampleRate(1.0);
          options.getLogs().setEnabled(true);
          options.setEnableAutoSessionTracking(false);
        });
    switch (args[0]) {
      case "all" -> sendAll();
      case "limit" -> sendLimited();
      case "outage" -> sendOutage();
      default -> throw new IllegalArgumentException("all | limit | outage");
    }
    Sentry.flush(FLUSH_TIMEOUT_MS);
    Sentry.close();
  }
}
