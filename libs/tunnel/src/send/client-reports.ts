import {
  buildClientReport,
  ENVELOPE_CONTENT_TYPE,
  NEUTRAL_ADDRESS,
  setIdleTimeout,
  TUNNEL_CLIENT,
  type ClientReport,
  type Discard,
  type DiscardKind,
  type DiscardTally,
  type ItemCount,
} from '@adit/envelope';
import type { Destinations } from '../request/destinations.ts';
import type { IngestFields } from './ingest-fields.ts';
import { sendEnvelope, type SendHost } from './send-envelope.ts';
import type { Spooling } from './spooling.ts';

/** The client reports of one tunnel: the drops that are not reported yet. */
export interface ClientReports {
  readonly tally: DiscardTally;
  /** How long drops are collected before they are reported, in milliseconds. */
  readonly intervalMs: number;
  /** Called with everything that is counted. */
  readonly onDiscarded: (discarded: readonly Discard[]) => void;
  timer: unknown;
  sending: Promise<void> | undefined;
  /** Whether requests send the reports, because the host's timers end with them. */
  isByRequests: boolean;
  /**
   * The number of consecutive reports that the ingest of a DSN has refused, by the DSN's identity; always 0 once it has
   * accepted one.
   */
  readonly refused: Map<string, number>;
  /** Until this monotonic time, the work of an earlier request sends the drops. */
  heldUntilMs: number;
}

/** The dependencies of sending reports. */
export interface ReportContext extends SendHost {
  readonly destinations: Destinations;
  readonly reports: ClientReports;
  /** `undefined` without a spool. */
  spooling: Spooling | undefined;
}

const FIELDS: IngestFields = {
  'content-type': ENVELOPE_CONTENT_TYPE,
  'accept-encoding': 'identity',
  'user-agent': TUNNEL_CLIENT,
  'x-forwarded-for': NEUTRAL_ADDRESS,
};

const FIRST_REFUSAL = 400;
const FIRST_SERVER_ERROR = 500;
const TOO_MANY_REQUESTS = 429;

/**
 * A backend that has refused this many reports and accepted none gets no more: some backends refuse each envelope
 * without an event.
 */
const MAX_REFUSED = 3;

/**
 * How long a request's work waits for other drops, in milliseconds. Cloudflare ends the work 30 s after the answer;
 * half of the time is left for sending.
 */
const MAX_HELD_MS = 15_000;

/** Counts items that the tunnel has dropped. They are reported to ingest within the interval. */
export function recordDiscards(
  context: ReportContext,
  dsn: string,
  kind: DiscardKind,
  reason: string,
  items: Pick<ItemCount, 'quantities'>,
): void {
  const quantities = items.quantities();
  if (quantities.length === 0) return;
  const { tally, onDiscarded } = context.reports;
  onDiscarded(tally.record(dsn, kind, reason, quantities));
  scheduleReports(context);
}

/** Sends the last reports, or stores those that cannot be sent. */
export async function closeReports(context: ReportContext): Promise<void> {
  const { reports, clock } = context;
  // A report that is being sent and fails becomes one of the last.
  await reports.sending;
  clock.clearTimeout(reports.timer);
  await sendReports(context, (report) =>
    context.spooling?.store({
      dsn: report.dsn,
      receivedAt: clock.now(),
      fields: FIELDS,
      body: buildClientReport(report, { nowMs: clock.now() }),
    }),
  );
}

/**
 * Sends the collected drops as work of the calling request, on hosts whose timers end with their request. One request
 * at a time waits, at most 15 s, and reports the drops of all. Resolves at once if there is nothing to report, or if
 * another request waits. If the host ends that one early, the next request takes over.
 */
export async function reportHere(context: ReportContext): Promise<void> {
  const { reports, clock, timeoutMs } = context;
  const nowMs = clock.monotonicNow();
  if (nowMs < reports.heldUntilMs || reports.tally.pendingDsns().length === 0) return;
  const delayMs = Math.min(reports.intervalMs, MAX_HELD_MS);
  reports.heldUntilMs = nowMs + delayMs + timeoutMs;
  await new Promise<void>((resolve) => setIdleTimeout(clock, resolve, delayMs));
  // Later drops are reported by the requests that dropped them.
  reports.heldUntilMs = -Infinity;
  reports.sending = sendReports(context, reports.tally.restore);
  await reports.sending;
}

function scheduleReports(context: ReportContext): void {
  const { reports, clock } = context;
  if (reports.isByRequests) return;
  reports.timer ??= setIdleTimeout(
    clock,
    () => {
      reports.timer = undefined;
      reports.sending = sendReports(context, (unsent) => {
        reports.tally.restore(unsent);
        scheduleReports(context);
      });
    },
    reports.intervalMs,
  );
}

async function sendReports(
  context: ReportContext,
  onUnsent: (report: ClientReport) => unknown,
): Promise<void> {
  await Promise.all(
    context.reports.tally.drain().map(async (report) => {
      if (!(await sendReport(context, report))) await onUnsent(report);
    }),
  );
}

/** Resolves with `false` if the report should be sent again. A report that ingest refuses is dropped. */
async function sendReport(context: ReportContext, report: ClientReport): Promise<boolean> {
  const destination = context.destinations.byIdentity(report.dsn);
  const { refused } = context.reports;
  const refusals = refused.get(report.dsn);
  if (destination === undefined || refusals === MAX_REFUSED) return true;
  if (context.spooling?.isOut(report.dsn) === true) return false;
  const body = buildClientReport(report, { nowMs: context.clock.now() });
  const result = await sendEnvelope(context, {
    destination,
    fields: { ...FIELDS, 'x-sentry-auth': destination.auth },
    body,
    contentLength: body.byteLength,
  });
  if (result.kind !== 'answered' || result.status >= FIRST_SERVER_ERROR) return false;
  if (result.status < FIRST_REFUSAL) refused.set(report.dsn, 0);
  else if (result.status !== TOO_MANY_REQUESTS && refusals !== 0)
    refused.set(report.dsn, (refusals ?? 0) + 1);
  return true;
}
