"""Sends what `sys.argv[1]` says to SENTRY_DSN: all | limit | outage."""

import os
import sys
import time

import sentry_sdk
from sentry_sdk import logger, metrics

CODING = os.environ.get("ADIT_CODING")  # by default: br where the brotli module is installed, else gzip

sentry_sdk.init(
    release="adit-python@1.0.0",
    environment="test",
    traces_sample_rate=1.0,
    profiles_sample_rate=1.0,
    enable_logs=True,
    auto_session_tracking=False,
    default_integrations=False,
    _experiments={"transport_compression_algo": CODING} if CODING else {},
)


def capture(text):
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        sentry_sdk.capture_exception(error)


def check_in():
    sentry_sdk.crons.capture_checkin(monitor_slug="nightly", status="ok", duration=1)


def send_all():
    scope = sentry_sdk.get_isolation_scope()
    scope.start_session(session_mode="application")
    with sentry_sdk.new_scope() as own:
        own.add_attachment(bytes=bytes(range(256)) * 4, filename="bytes.bin")
        capture("error of Python")
    with sentry_sdk.start_transaction(op="task", name="transaction of Python"):
        with sentry_sdk.start_span(op="db", name="SELECT 1"):
            until = time.monotonic() + 0.3  # a profile needs samples
            while time.monotonic() < until:
                sum(range(1000))
    logger.info("log of Python")
    metrics.count("metric.of.python", 1)
    check_in()
    scope.end_session()


def send_limited():
    for number in range(5):
        capture(f"limit {number}")
        sentry_sdk.flush()
    check_in()


def send_outage():
    for number in range(10):
        capture(f"outage {number}")


{"all": send_all, "limit": send_limited, "outage": send_outage}[sys.argv[1]]()
sentry_sdk.flush(timeout=30)
