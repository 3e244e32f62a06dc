import { createWallHistory, type WallHistory } from './clock/wall-history.ts';
import { createFaults, type Faults } from './guard/faults.ts';
import { guardOptions } from './guard/guard-options.ts';
import { createKnownLimits } from './limits/known-limits.ts';
import { resolveOptions, type ResolvedOptions, type TunnelOptions } from './options.ts';
import { createDiscardTally } from './protocol/client-report.ts';
import type { AllowedOrigins } from './protocol/origin.ts';
import { createClientFinder, type ClientFinder } from './request/clients.ts';
import { createRetention } from './send/retention.ts';
import type { SendContext } from './send/send-context.ts';
import { createSpooling } from './send/spooling.ts';
import { createDrain, type Drain } from './spool/drain.ts';
import { EnvelopeGivenUpError } from './spool/given-up-error.ts';
import { createSpoolDelivery } from './spool/spool-delivery.ts';
import { createStatsKeeper, type StatsKeeper } from './stats.ts';
import type { SpoolStore, ThrottleStore } from './stores/stores.ts';

/** The state of one tunnel. What it does is functions over it. */
export interface TunnelContext extends SendContext {
  /** The options as the application gave them, to close what it handed in. */
  readonly given: ResolvedOptions;
  readonly path: string;
  readonly allowedOrigins: AllowedOrigins;
  readonly throttle: ThrottleStore | undefined;
  readonly spool: SpoolStore | undefined;
  readonly onOutcome: ResolvedOptions['onOutcome'];
  readonly onStoredOutcome: ResolvedOptions['onStoredOutcome'];
  readonly spoolMaxAgeMs: number;
  readonly findClient: ClientFinder;
  readonly wall: WallHistory;
  readonly faults: Faults;
  readonly stats: StatsKeeper;
  drain: Drain | undefined;
  /** The number of requests that are not answered yet. */
  inFlight: number;
  /** Is called when the last request in flight is answered. */
  onIdle: (() => void) | undefined;
  isClosing: boolean;
}

/**
 * Checks the options and sets up a tunnel. The delivery of stored envelopes starts at once.
 * @throws TypeError with one line that names the wrong option, its value and what is accepted
 */
export function createTunnelContext(options: TunnelOptions): TunnelContext {
  const given = resolveOptions(options);
  const faults = createFaults(given);
  const guarded = guardOptions(given, faults);
  const { clock } = guarded;
  const stats = createStatsKeeper();
  const context: TunnelContext = {
    given,
    path: guarded.path,
    allowedOrigins: guarded.allowedOrigins,
    destinations: guarded.destinations,
    maxEnvelopeBytes: guarded.maxEnvelopeBytes,
    bodyTimeoutMs: guarded.bodyTimeoutMs,
    timeoutMs: guarded.timeoutMs,
    clock,
    transport: guarded.transport,
    decoders: guarded.decoders,
    throttle: guarded.throttle,
    spool: guarded.spool,
    onOutcome: guarded.onOutcome,
    onStoredOutcome: guarded.onStoredOutcome,
    spoolMaxAgeMs: guarded.spoolMaxAgeMs,
    knownLimits: createKnownLimits(guarded.limits, clock, guarded.defaultBackOffMs),
    findClient: createClientFinder(guarded),
    wall: createWallHistory(clock),
    retention: createRetention(),
    faults,
    stats,
    reports: {
      tally: createDiscardTally(),
      intervalMs: guarded.reportIntervalMs,
      onDiscarded: stats.addDiscarded,
      timer: undefined,
      sending: undefined,
      isByRequests: false,
      heldUntilMs: -Infinity,
    },
    drain: undefined,
    spooling: undefined,
    inFlight: 0,
    onIdle: undefined,
    isClosing: false,
  };
  if (guarded.spool !== undefined) startSpool(context, guarded.spool, guarded);
  return context;
}

function startSpool(
  context: TunnelContext,
  spool: SpoolStore,
  {
    spoolMaxAgeMs,
    redeliveryDelayMs,
    onSpoolError,
  }: Pick<ReturnType<typeof guardOptions>, 'spoolMaxAgeMs' | 'redeliveryDelayMs' | 'onSpoolError'>,
): void {
  const { clock, wall, stats, destinations } = context;
  context.drain = createDrain({
    spool,
    clock,
    wall,
    maxAgeMs: spoolMaxAgeMs,
    delayMs: redeliveryDelayMs,
    onSpoolError,
    ...createSpoolDelivery({
      context,
      wall,
      onEnd: ({ dsn, outcome }, detail) => {
        const destination = destinations.byIdentity(dsn);
        stats.addStored(outcome, destination?.project);
        context.onStoredOutcome?.(outcome, detail);
        if (outcome.kind === 'given-up' && outcome.cause === 'failing') {
          onSpoolError(new EnvelopeGivenUpError(destination));
        }
      },
    }),
  });
  context.spooling = createSpooling({ store: spool, drain: context.drain, onSpoolError });
  context.drain.start();
}
