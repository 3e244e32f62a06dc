import { hostname } from 'node:os';
import { setIdleTimeout, type Clock } from '../clock/clock.ts';
import { SYSTEM_CLOCK } from '../clock/system-clock.ts';
import { createOldestAge } from '../metrics/oldest-age.ts';
import { DEFAULT_SPOOL_MAX_AGE_MS } from '../options.ts';
import type { OutcomeDetail, StoredOutcome } from '../outcome/outcome-detail.ts';
import type { Outcome } from '../outcome/outcomes.ts';
import type { TunnelStats } from '../stats.ts';
import type { SpoolStore } from '../stores/stores.ts';
import { createAccess, isToken, MIN_TOKEN_LENGTH } from './access.ts';
import { answerOperations, type AnswerSources } from './answer-operations.ts';
import { createBoard } from './board.ts';
import { createEventStreams } from './event-stream.ts';
import { createReporter } from './reporter.ts';
import type { SettingNames } from './server-state.ts';

/** The live page of a tunnel in its own process, and what it is told by the tunnel. It reads, and changes nothing. */
export interface Operations {
  /** For the option of the tunnel with the same name. */
  readonly onOutcome: (outcome: Outcome, detail: OutcomeDetail) => void;
  /** For the option of the tunnel with the same name. */
  readonly onStoredOutcome: (outcome: StoredOutcome, detail: OutcomeDetail) => void;
  /**
   * Answers a request.
   * @param below what follows the path of the page: `events`, `state`, or nothing for the page itself
   */
  readonly handle: (request: Request, below?: string) => Promise<Response>;
  /** Ends the events of all clients, and reads no more. */
  readonly close: () => void;
}

/** Options of {@link createOperations}. */
export interface OperationsOptions {
  /** `tunnel.stats` of the tunnel. Called each second; for the first time after the current task. */
  stats: () => TunnelStats;
  /** What readers sign in with: 16 characters or more. `undefined`: everyone may read. */
  token: string | undefined;
  /** The spool of the tunnel. Default none. */
  spool?: SpoolStore | undefined;
  /** That of the tunnel, in milliseconds. Default a day, as there. */
  spoolMaxAgeMs?: number | undefined;
  /** The port of the tunnel, which tells servers of one machine apart. Default none. */
  port?: number | undefined;
  /** How the settings are called that may be behind refusals. Default: the options of `createTunnel`. */
  settings?: SettingNames;
  /** Default the runtime's. */
  clock?: Clock;
}

const OPTION_NAMES: SettingNames = {
  dsns: 'allowedDsns',
  origins: 'allowedOrigins',
  throttle: 'throttle',
  proxies: 'trustedProxies',
};

/**
 * Creates {@link Operations} for Node. Its timers do not keep the process alive.
 * @throws TypeError, which does not repeat the token, if it is too short
 */
export function createOperations({
  stats,
  token,
  spool,
  spoolMaxAgeMs = DEFAULT_SPOOL_MAX_AGE_MS,
  port,
  settings = OPTION_NAMES,
  clock = SYSTEM_CLOCK,
}: OperationsOptions): Operations {
  if (token !== undefined && !isToken(token)) {
    throw new TypeError(
      `createOperations: token is not valid; accepted are ${MIN_TOKEN_LENGTH} characters or more, without spaces.`,
    );
  }
  const { now, monotonicNow } = clock;
  const reporter = createReporter({ worker: 1, now, monotonicNow, spoolMaxAgeMs });
  const oldestAge = spool && createOldestAge(spool, clock);
  const board = createBoard({
    collect: async () => {
      // The tunnel is created after this, and with these callbacks.
      await Promise.resolve();
      const report = await reporter.report({
        stats: stats(),
        isSpoolHealthy: undefined,
        oldestAgeMs: async () => oldestAge?.read().catch(() => undefined),
      });
      return [report];
    },
    isReady: () => true,
    clock: { ...clock, setTimeout: (callback, delayMs) => setIdleTimeout(clock, callback, delayMs) },
    server: {
      version: null,
      node: process.version,
      replica: hostname(),
      port: port ?? null,
      throttle: null,
      startedAt: now(),
      settings,
    },
    spoolKind: spool === undefined ? 'off' : 'own',
  });
  const streams = createEventStreams(board);
  const sources: AnswerSources = {
    board,
    streams,
    findForwards: (eventId) => Promise.resolve(reporter.findForwards(eventId)),
    access: createAccess({ token, isOpen: token === undefined }),
  };
  return {
    onOutcome: reporter.note,
    onStoredOutcome: reporter.noteStored,
    handle: (request, below = '') => answerOperations(sources, request, below),
    close: () => {
      board.stop();
      streams.close();
      reporter.stop();
    },
  };
}
