import {
  createDiscardTally,
  createWallHistory,
  type AllowedOrigins,
  type TunnelPaths,
  type WallHistory,
} from '@adit/envelope';
import { createFaults, type Faults } from './outcome/faults.ts';
import { guardOptions } from './guard/guard-options.ts';
import { createKnownLimits } from './limits/known-limits.ts';
import { resolveOptions, type ResolvedOptions, type TunnelOptions } from './options.ts';
import { createClientFinder, type ClientFinder } from './request/clients.ts';
import { isCodingRefused, type IngestCodings } from './send/ingest-codings.ts';
import { createRetention } from './send/retention.ts';
import type { SendContext } from './send/send-context.ts';
import { createSpooling } from './send/spooling.ts';
import { createDrain, type Drain, type SpoolStore, type ThrottleStore } from '@adit/spool';
import { createSpoolDelivery } from './redelivery/spool-delivery.ts';
import { createLedger, recordDropped, recordStored, type OpenLedger } from './ledger/ledger.ts';
import { createReleases, type Releases } from './ledger/releases.ts';

/** The state of one tunnel. Its operations are functions over it. */
export interface TunnelContext extends SendContext, TunnelPaths {
  /** As in the options; shorter while the process is about to end. */
  timeoutMs: number;
  /** The options as given by the application, to close the parts that it passed. */
  readonly given: ResolvedOptions;
  readonly allowedOrigins: AllowedOrigins;
  readonly throttle: ThrottleStore | undefined;
  readonly spool: SpoolStore | undefined;
  readonly spoolMaxAgeMs: number;
  readonly findClient: ClientFinder;
  readonly wall: WallHistory;
  readonly faults: Faults;
  readonly ledger: OpenLedger;
  readonly releases: Releases;
  drain: Drain | undefined;
  /** The number of requests that are not answered yet. */
  inFlight: number;
  /** Called when the last request in flight is answered. */
  onIdle: (() => void) | undefined;
  isClosing: boolean;
}

/**
 * Checks the options and sets up a tunnel. The delivery of stored envelopes starts at once.
 * @throws TypeError with one line that names the invalid option, its value and the accepted values
 */
export function createTunnelContext(options: TunnelOptions): TunnelContext {
  const given = resolveOptions(options);
  const ledger = createLedger();
  const faults = createFaults({ counts: ledger.faults, tell: given.tell });
  const guarded = guardOptions(given, faults);
  const { clock } = guarded;
  const ingestCodings: IngestCodings = new Map();
  const context: TunnelContext = {
    given,
    path: guarded.path,
    apiPath: guarded.apiPath,
    allowedOrigins: guarded.allowedOrigins,
    destinations: guarded.destinations,
    maxEnvelopeBytes: guarded.maxEnvelopeBytes,
    bodyTimeoutMs: guarded.bodyTimeoutMs,
    timeoutMs: guarded.timeoutMs,
    clock,
    transport: guarded.transport,
    decoders: guarded.decoders,
    policy: guarded.policy,
    throttle: guarded.throttle,
    spool: guarded.spool,
    spoolMaxAgeMs: guarded.spoolMaxAgeMs,
    knownLimits: createKnownLimits(guarded.limits, clock, guarded.defaultBackOffMs),
    findClient: createClientFinder(guarded),
    wall: createWallHistory(clock),
    retention: createRetention(),
    ingestCodings,
    isCodingRefused: (origin, coding) => isCodingRefused(ingestCodings, origin, coding),
    faults,
    ledger,
    releases: createReleases(),
    reports: {
      tally: createDiscardTally(),
      intervalMs: guarded.reportIntervalMs,
      onDiscarded: (dropped) => recordDropped(ledger.discarded, dropped),
      timer: undefined,
      sending: undefined,
      isByRequests: false,
      refused: new Map(),
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
  { spoolMaxAgeMs }: Pick<ResolvedOptions, 'spoolMaxAgeMs'>,
): void {
  const { clock, wall, ledger, faults } = context;
  const onSpoolError = (error: unknown): void => faults.report('spool', error);
  context.drain = createDrain({
    spool,
    clock,
    wall,
    maxAgeMs: spoolMaxAgeMs,
    onSpoolError,
    ...createSpoolDelivery({
      context,
      wall,
      onEnd: (outcome, detail) => {
        recordStored(ledger, outcome, detail);
        faults.tell(outcome, detail);
      },
    }),
  });
  context.spooling = createSpooling({ store: spool, drain: context.drain, onSpoolError });
  context.drain.start();
}
