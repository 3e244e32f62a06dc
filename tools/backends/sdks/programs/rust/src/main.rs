//! Sends what the first argument says to SENTRY_DSN: all | limit | outage.

use std::time::Duration;

use sentry::protocol::{Attachment, Envelope, MonitorCheckIn, MonitorCheckInStatus};
use sentry::{Hub, SessionMode};

const FLUSH_TIMEOUT: Duration = Duration::from_secs(30);

fn capture(text: String) {
    sentry::capture_error(&std::io::Error::other(text));
}

fn flush() {
    if let Some(client) = Hub::current().client() {
        client.flush(Some(FLUSH_TIMEOUT));
    }
}

fn check_in() {
    let check_in = MonitorCheckIn {
        check_in_id: sentry::types::Uuid::from_u128(1),
        monitor_slug: "nightly".into(),
        status: MonitorCheckInStatus::Ok,
        environment: Some("test".into()),
        duration: Some(1.0),
        monitor_config: None,
    };
    if let Some(client) = Hub::current().client() {
        let mut envelope = Envelope::new();
        envelope.add_item(check_in);
        client.send_envelope(envelope);
    }
}

fn send_all() {
    sentry::start_session();
    sentry::with_scope(
        |scope| {
            scope.add_attachment(Attachment {
                buffer: (0..1024).map(|byte| byte as u8).collect(),
                filename: "bytes.bin".into(),
                ..Default::default()
            })
        },
        || capture("error of Rust".into()),
    );
    let transaction = sentry::start_transaction(sentry::TransactionContext::new(
        "transaction of Rust",
        "task",
    ));
    transaction.start_child("db", "SELECT 1").finish();
    transaction.finish();
    sentry::logger_info!("log of Rust");
    sentry::metrics::counter("metric.of.rust", 1).capture();
    check_in();
    sentry::end_session();
}

fn send_limited() {
    for number in 0..5 {
        capture(format!("limit {number}"));
        flush();
    }
    check_in();
}

fn send_outage() {
    for number in 0..10 {
        capture(format!("outage {number}"));
    }
}

fn main() {
    let options = sentry::ClientOptions::new()
        .release("adit-rust@1.0.0")
        .environment("test")
        .traces_sample_rate(1.0)
        .session_mode(SessionMode::Application)
        .shutdown_timeout(FLUSH_TIMEOUT);
    let _guard = sentry::init(options);
    match std::env::args().nth(1).as_deref() {
        Some("all") => send_all(),
        Some("limit") => send_limited(),
        Some("outage") => send_outage(),
        _ => panic!("all | limit | outage"),
    }
    flush();
}
