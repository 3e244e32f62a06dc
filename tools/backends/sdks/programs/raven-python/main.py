"""Python's SDK of years ago, which posts to /store/. Sends what `sys.argv[1]` says to SENTRY_DSN: all | limit | outage."""

import sys

import raven
from raven.transport.http import HTTPTransport

COUNTS = {"all": 1, "limit": 5, "outage": 10}

client = raven.Client(transport=HTTPTransport, install_sys_hook=False)
kept = []  # it knows exceptions by their address, and takes a new one at the same address for the one before
for number in range(COUNTS[sys.argv[1]]):
    try:
        raise RuntimeError(f"{sys.argv[1]} {number}")
    except RuntimeError as error:
        kept.append(error)
        client.captureException()
