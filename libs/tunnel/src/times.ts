import { DEFAULT_BACK_OFF_MS, optionError, readWholeNumber } from '@adit/envelope';

/** Timeouts and intervals of a tunnel, in milliseconds. */
export interface TunnelTimes {
  /** The time for a client to send its body. Each KiB received adds a second. Default 30 000. */
  bodyTimeoutMs?: number | undefined;
  /** The longest ingest may take to accept the next bytes, or to answer after the last. Default 10 000. */
  ingestTimeoutMs?: number | undefined;
  /** The back-off after a 429 that names no time. Default 60 000. */
  defaultBackOffMs?: number | undefined;
  /** The age at which stored envelopes are dropped and reported. Default 24 hours. */
  spoolMaxAgeMs?: number | undefined;
  /** The time between two reports of dropped items. Default 60 000. */
  reportIntervalMs?: number | undefined;
}

/** The timeout of ingest, in milliseconds. */
export const DEFAULT_INGEST_TIMEOUT_MS = 10_000;

/** The time for a client to send its body, in milliseconds. */
export const DEFAULT_BODY_TIMEOUT_MS = 30_000;

/** The age at which stored envelopes are dropped, in milliseconds: Relay's `max_envelope_delay_secs`. */
export const DEFAULT_SPOOL_MAX_AGE_MS = 86_400_000;

const DEFAULT_REPORT_INTERVAL_MS = 60_000;

/** The longest delay of a timer, in milliseconds. A longer one fires at once. */
const MAX_TIMER_MS = 2_147_483_647;

/** Fills in defaults and checks every value. */
export function readTimes(given: TunnelTimes) {
  if (typeof given !== 'object' || (given as unknown) === null) {
    throw optionError('times', given, 'an object of milliseconds, such as { ingestTimeoutMs: 5_000 }');
  }
  const {
    bodyTimeoutMs = DEFAULT_BODY_TIMEOUT_MS,
    ingestTimeoutMs = DEFAULT_INGEST_TIMEOUT_MS,
    defaultBackOffMs = DEFAULT_BACK_OFF_MS,
    spoolMaxAgeMs = DEFAULT_SPOOL_MAX_AGE_MS,
    reportIntervalMs = DEFAULT_REPORT_INTERVAL_MS,
    ...others
  } = given;
  refuseUnknown('times.', others);
  return {
    bodyTimeoutMs: readWholeNumber('times.bodyTimeoutMs', bodyTimeoutMs, MAX_TIMER_MS),
    timeoutMs: readWholeNumber('times.ingestTimeoutMs', ingestTimeoutMs, MAX_TIMER_MS),
    defaultBackOffMs: readWholeNumber('times.defaultBackOffMs', defaultBackOffMs, MAX_TIMER_MS),
    spoolMaxAgeMs: readWholeNumber('times.spoolMaxAgeMs', spoolMaxAgeMs, Number.MAX_SAFE_INTEGER),
    reportIntervalMs: readWholeNumber('times.reportIntervalMs', reportIntervalMs, MAX_TIMER_MS),
  };
}

/** @throws TypeError for the first option that has a value and no meaning */
export function refuseUnknown(of: string, others: object): void {
  for (const [name, value] of Object.entries(others)) {
    if (value === undefined) continue;
    throw new TypeError(
      `createTunnel: ${of}${name} is no option; docs/options.md of @adit/tunnel lists all.`,
    );
  }
}
