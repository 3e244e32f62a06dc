import { buildClientReport, type ClientReport, type DiscardTally } from '../protocol/client-report.ts';
import { NEUTRAL_ADDRESS } from '../protocol/client-address.ts';
import { ENVELOPE_CONTENT_TYPE, TUNNEL_CLIENT } from '../protocol/headers.ts';
import type { Destinations } from '../request/destinations.ts';
import type { IngestFields } from './ingest-fields.ts';
import { sendEnvelope, type SendHost } from './send-envelope.ts';
import { setIdleTimeout } from '../clock/clock.ts';
import type { Spooling } from './spooling.ts';

/** Reports to ingest what the tunnel dropped. */
export interface Reporter {
  /** Something was counted: a report follows within the interval. */
  readonly schedule: () => void;
  /** Sends the last reports, or puts them in the spool. */
  readonly close: () => Promise<void>;
}

/** What a reporter needs. */
export interface ReporterOptions {
  readonly host: SendHost;
  readonly tally: DiscardTally;
  readonly destinations: Destinations;
  readonly spooling: Spooling | undefined;
  /** How long drops are added up before they are reported, in milliseconds. */
  readonly intervalMs: number;
}

const FIELDS: IngestFields = {
  'content-type': ENVELOPE_CONTENT_TYPE,
  'accept-encoding': 'identity',
  'user-agent': TUNNEL_CLIENT,
  'x-forwarded-for': NEUTRAL_ADDRESS,
};

const FIRST_SERVER_ERROR = 500;

/** Creates a {@link Reporter}. What cannot be sent is added to what is dropped until the next time. */
export function createReporter({
  host,
  tally,
  destinations,
  spooling,
  intervalMs,
}: ReporterOptions): Reporter {
  const { clock } = host;
  let timer: unknown;
  let flushing: Promise<void> | undefined;

  /** Whether ingest has taken it, or refused it for good: about reports there are none. */
  const send = async (report: ClientReport): Promise<boolean> => {
    const destination = destinations.byIdentity(report.dsn);
    if (destination === undefined) return true;
    if (spooling?.isOut(report.dsn) === true) return false;
    const body = buildClientReport(report, { nowMs: clock.now() });
    const attempt = await sendEnvelope(host, {
      destination,
      fields: { ...FIELDS, 'x-sentry-auth': destination.auth },
      body,
      contentLength: body.byteLength,
    });
    return attempt.kind === 'answered' && attempt.status < FIRST_SERVER_ERROR;
  };

  const flush = async (onUnsent: (report: ClientReport) => unknown): Promise<void> => {
    const reports = tally.drain();
    await Promise.all(
      reports.map(async (report) => {
        if (!(await send(report))) await onUnsent(report);
      }),
    );
  };

  const report = (): void => {
    timer = undefined;
    flushing = flush((unsent) => {
      tally.restore(unsent);
      schedule();
    });
  };

  const schedule = (): void => {
    timer ??= setIdleTimeout(clock, report, intervalMs);
  };

  return {
    schedule,
    close: async () => {
      // What is on its way and does not arrive is among the last.
      await flushing;
      clock.clearTimeout(timer);
      await flush((report) =>
        spooling?.store({
          dsn: report.dsn,
          receivedAt: clock.now(),
          fields: FIELDS,
          body: buildClientReport(report, { nowMs: clock.now() }),
        }),
      );
    },
  };
}
