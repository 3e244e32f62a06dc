import { hostname } from 'node:os';
import { setIdleTimeout, SYSTEM_CLOCK, type Clock } from '@adit/envelope';
import {
  DEFAULT_SPOOL_MAX_AGE_MS,
  warnOfFault,
  type Fact,
  type OutcomeDetail,
  type TunnelStats,
} from '@adit/tunnel';
import type { SpoolStore } from '@adit/spool';
import { createAccess, isToken, MIN_TOKEN_LENGTH } from './access.ts';
import { answerOperations, type AnswerSources } from './answer-operations.ts';
import { createBoard } from './board.ts';
import { createEventStreams } from './event-stream.ts';
import { createOldestAge } from './oldest-age.ts';
import type { ObservedPolicy } from './policy/policy-reading.ts';
import { createReporter } from './reporter.ts';
import type { SettingNames } from './server-state.ts';

/**
 * The live page of a tunnel in its own process, and the callbacks through which the tunnel reports to it. It reads, and
 * changes nothing.
 */
export interface Operations {
  /** For the option of the tunnel with the same name. Warns of faults on the console. */
  readonly tell: (fact: Fact, detail: OutcomeDetail) => void;
  /**
   * Answers a request.
   * @param below the part after the path of the page: `events`, `state`, `policy/recent`, or nothing for the page itself
   */
  readonly handle: (request: Request, below?: string) => Promise<Response>;
  /** Ends the event streams of all clients, and stops reading. */
  readonly close: () => void;
}

/** Options of {@link createOperations}. */
export interface OperationsOptions {
  /** `tunnel.stats` of the tunnel. Called every second; for the first time after the current task. */
  stats: () => TunnelStats;
  /** The token with which readers sign in: 16 characters or more. `undefined`: everyone may read. */
  token: string | undefined;
  /**
   * The spool of the tunnel, if it has one: how old its oldest envelope is and whether it can be used is asked of it.
   * Default none.
   */
  spool?: (SpoolStore & { readonly isUsable?: () => boolean }) | undefined;
  /**
   * The rules of the tunnel, as `{ report: policy.report, recent: policy.recent, state: watch.state }` of
   * `@adit/policy/tunnel`. Default none: the page has no section about them.
   */
  policy?: ObservedPolicy | undefined;
  /** The option of the tunnel with the same name, in milliseconds. Default: a day, as in the tunnel. */
  spoolMaxAgeMs?: number | undefined;
  /** The port of the tunnel, which distinguishes servers on one machine. Default none. */
  port?: number | undefined;
  /** The names of the settings that may be behind refusals. Default: the options of `createTunnel`. */
  settings?: SettingNames;
  /** Default: the runtime's clock. */
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
 * @throws TypeError, which does not repeat the token, if the token is too short
 */
export function createOperations({
  stats,
  token,
  spool,
  policy,
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
      // The tunnel is created after this, with these callbacks.
      await Promise.resolve();
      const report = await reporter.report({
        stats: stats(),
        isSpoolHealthy: spool?.isUsable?.(),
        policy,
        oldestAgeMs: async () => oldestAge?.read().catch(() => undefined),
      });
      return [report];
    },
    isReady: () => spool?.isUsable?.() !== false,
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
    policy,
  };
  return {
    tell: (fact, detail) => {
      if (fact.kind === 'fault') warnOfFault(fact);
      else reporter.tell(fact, detail);
    },
    handle: (request, below = '') => answerOperations(sources, request, below),
    close: () => {
      board.stop();
      streams.close();
      reporter.stop();
    },
  };
}
