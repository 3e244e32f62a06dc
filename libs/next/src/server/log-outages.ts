import {
  watchOutages,
  type Outcome,
  type OutageNews,
  type StoredOutcome,
  type TunnelStats,
} from '@adit/tunnel';

/** The parts of a clock that are used. */
interface Clock {
  readonly monotonicNow: () => number;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
}

const CHECK_MS = 1_000;

/**
 * Returns a function that takes the outcomes of a tunnel with a spool, and writes two lines to the server's log for each outage: ingest does not
 * answer, and all that waited is delivered.
 */
export function logOutages(
  stats: () => TunnelStats,
  clock: Clock,
): (outcome: Outcome | StoredOutcome) => void {
  let isChecking = false;
  const tell = (news: OutageNews): void => {
    if (news.kind === 'began')
      say('error', `ingest does not answer (${String(news.cause)}). ${waitingIn(stats())}`);
    if (news.kind === 'delivered') {
      isChecking = false;
      say('info', `ingest answers again. ${deliveredBy(news)}`);
    }
  };
  const { check, record } = watchOutages({ tell, monotonicNow: clock.monotonicNow, stats });
  const checkLater = (): void => {
    const timer = clock.setTimeout(() => {
      check();
      if (isChecking) checkLater();
    }, CHECK_MS);
    // A line of the log holds no process up.
    (timer as { unref?: () => void } | undefined)?.unref?.();
  };
  return (outcome) => {
    // An answer that is passed on is no outage: it has its own line.
    if (outcome.kind === 'forwarded' && outcome.status >= 400) return;
    record(outcome);
    if (outcome.kind !== 'spooled' || isChecking) return;
    isChecking = true;
    checkLater();
  };
}

const waitingIn = ({ spool }: TunnelStats): string =>
  `Envelopes wait in the spool until it does, ${spool?.envelopes ?? 0} so far.`;

const deliveredBy = ({ delivered, dropped }: Extract<OutageNews, { kind: 'delivered' }>): string =>
  dropped === 0
    ? `All ${delivered} envelopes of the spool are delivered.`
    : `${delivered} envelopes of the spool are delivered, ${dropped} were dropped.`;

function say(level: 'error' | 'info', text: string): void {
  // eslint-disable-next-line no-console -- for the operator; monitoring itself is away
  console[level](`Adit: ${text}`);
}
