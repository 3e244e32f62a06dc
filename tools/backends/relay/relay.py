"""Relay's own code on events: reads one as JSON on each line, and writes what Relay makes of it on one line.

Each answer has `normalised` and `stripped`, or `error` if Relay refuses the event.
"""

import json
import sys

from sentry_relay.processing import StoreNormalizer, convert_datascrubbing_config, pii_strip_event

# A new project's settings in Sentry, as it hands them to Relay.
DEFAULTS = {
    "scrubData": True,
    "scrubDefaults": True,
    "scrubIpAddresses": False,
    "sensitiveFields": [],
    "excludeFields": [],
}

normalizer = StoreNormalizer(project_id=4509)
rules = convert_datascrubbing_config(DEFAULTS)

for line in sys.stdin:
    try:
        normalised = normalizer.normalize_event(raw_event=line)
        answer = {"normalised": normalised, "stripped": pii_strip_event(rules, normalised)}
    except Exception as error:  # whatever Relay refuses an event with
        answer = {"error": f"{type(error).__name__}: {error}"}
    sys.stdout.write(json.dumps(answer) + "\n")
