import { resolveOptions, type ResolvedOptions, type TunnelOptions } from './options.ts';
import { createDiscardTally } from './protocol/client-report.ts';
import { parseContentEncoding, type ContentCoding } from './protocol/content-encoding.ts';
import { parseContentLength } from './protocol/content-length.ts';
import { corsHeaders, preflightHeaders } from './protocol/origin.ts';
import { isSamePath, parseTarget } from './protocol/request-target.ts';
import { EnvelopeGivenUpError } from './spool/given-up-error.ts';
import { createSpoolDelivery } from './spool/spool-delivery.ts';
import { createDrain } from './spool/drain.ts';
import { closeAll } from './close-all.ts';
import { fromRequest, toResponse } from './fetch-adapter.ts';
import { createFaults, type Fault } from './guard/faults.ts';
import { guardOptions } from './guard/guard-options.ts';
import type { TunnelRequest } from './request/tunnel-request.ts';
import { createStatsKeeper, type TunnelStats } from './stats.ts';
import { admitHeader, type Admission } from './envelope/admit-header.ts';
import { complete, NO_CONTENT, settle, type Delivery, type TunnelResponse } from './outcome/answer.ts';
import { checkHead } from './request/check-head.ts';
import { createClientFinder, type Client } from './request/clients.ts';
import { createDiscards } from './outcome/discards.ts';
import { createEnvelopeBody, type EnvelopeBody } from './envelope/envelope-body.ts';
import { forward, type ForwardHost } from './send/forward.ts';
import { collectIngestFields, type IngestFields } from './send/ingest-fields.ts';
import { createDecodedIntake, createPlainIntake, type Intake } from './envelope/intake.ts';
import { createKnownLimits } from './limits/known-limits.ts';
import { isStop, refusal, type Refusal, type Stop } from './outcome/outcomes.ts';
import { createReporter } from './send/reporter.ts';
import { createRetention } from './send/retention.ts';
import type { SendHost } from './send/send-envelope.ts';
import { createSpooling, type Spooling } from './send/spooling.ts';
import { throttleClient } from './request/throttle-client.ts';
import { createWallHistory } from './clock/wall-history.ts';

/** What a Fetch runtime knows beside the request. */
export interface FetchContext {
  /** The address at the other end of the connection. Without it, forwarding headers are not believed either. */
  clientAddress?: string | undefined;
}

/** A running tunnel. */
export interface Tunnel {
  /** Answers a request of a Fetch runtime. Never rejects. */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>;
  /** Answers a request of any host; `fetch` and the adapters are translations to it. Never rejects. */
  readonly handle: (request: TunnelRequest) => Promise<TunnelResponse>;
  /** Counts since creation, and what is in force now. */
  readonly stats: () => TunnelStats;
  /**
   * Answers 503 from now on. Resolves when every request in flight is answered or stored, what was dropped is reported,
   * and spool, stores and idle connections are closed. Never rejects.
   * @returns what could not be closed, within 30 s each
   */
  readonly close: () => Promise<readonly Fault[]>;
  /** Where it answers. */
  readonly path: string;
}

/**
 * Creates a tunnel: it takes Sentry envelopes on the application's own origin and forwards them, byte for byte, to the
 * ingest of the DSN they name, if that DSN is allowed. What the spool holds from before is delivered from now on.
 * @throws TypeError with one line that names the wrong option, its value and what is accepted
 */
export function createTunnel(options: TunnelOptions): Tunnel {
  const given = resolveOptions(options);
  const faults = createFaults(given);
  const resolved = guardOptions(given, faults);
  const { clock, destinations, spool, onOutcome, onSpoolError } = resolved;
  const stats = createStatsKeeper();
  const tally = createDiscardTally();
  const sendHost: SendHost = {
    transport: resolved.transport,
    clock,
    timeoutMs: resolved.timeoutMs,
  };
  const limits = createKnownLimits(resolved.limits, clock, resolved.defaultBackOffMs);
  const discards = createDiscards(tally, (discarded) => {
    stats.addDiscarded(discarded);
    reporter.schedule();
  });
  const wall = createWallHistory(clock);
  const drain =
    spool &&
    createDrain({
      spool,
      clock,
      wall,
      maxAgeMs: resolved.spoolMaxAgeMs,
      delayMs: resolved.redeliveryDelayMs,
      onSpoolError,
      ...createSpoolDelivery({
        ...resolved,
        sendHost,
        limits,
        discards,
        wall,
        onDelivered: stats.addRedelivered,
        onGivenUp: (cause, dsn) => {
          stats.addGivenUp(cause);
          if (cause === 'failing') onSpoolError(new EnvelopeGivenUpError(destinations.byIdentity(dsn)));
        },
      }),
    });
  const spooling = spool && drain && createSpooling({ store: spool, drain, onSpoolError });
  const reporter = createReporter({
    host: sendHost,
    tally,
    destinations,
    spooling,
    intervalMs: resolved.reportIntervalMs,
  });
  const host: ForwardHost = {
    ...sendHost,
    decoders: resolved.decoders,
    limits,
    discards,
    retention: createRetention(),
    spooling,
  };
  drain?.start();

  const findPeer = createClientFinder(resolved);
  let inFlight = 0;
  let becomeIdle: (() => void) | undefined;
  let closed: Promise<readonly Fault[]> | undefined;

  /** How long the client has to wait, in milliseconds. */
  const throttle = (client: Client): number | Promise<number> => {
    const { throttle: store } = resolved;
    return store === undefined ? 0 : throttleClient(store, client, clock.monotonicNow());
  };

  const deliver = async (request: TunnelRequest): Promise<Delivery> => {
    if (closed !== undefined) return settle(refusal('closing'));
    const { path, search } = parseTarget(request.target);
    const stop = checkHead(request, path, resolved);
    if (stop !== undefined) return settle(stop);
    const client = findPeer(request.peerAddress, request.header);
    const wait = throttle(client);
    const waitMs = typeof wait === 'number' ? wait : await wait;
    if (waitMs > 0) return settle(throttled(waitMs));
    const tooLarge = checkLength(request, resolved);
    if (tooLarge !== undefined) return settle(tooLarge);
    return receive(request, search, client);
  };

  const receive = async (request: TunnelRequest, search: string, client: Client): Promise<Delivery> => {
    const { header } = request;
    const receivedAt = wall.now();
    const coding = parseContentEncoding(header('content-encoding'));
    const body = createEnvelopeBody({
      source: request.body,
      declaredBytes: parseContentLength(header('content-length')),
      maxBytes: resolved.maxEnvelopeBytes,
      timeoutMs: resolved.bodyTimeoutMs,
      clock,
    });
    const admit = (line: Uint8Array): Admission | Stop =>
      admitHeader(line, { destinations, search, header, limitsOf: limits.inForce });
    const intake = coding && createIntake(body, coding, admit, resolved);
    if (coding === undefined || intake === undefined) return settle(refusal('encoding-unsupported'));
    const fieldsOf = ({ destination: { auth } }: Admission): IngestFields | Stop => {
      const collected = collectIngestFields({ header, client, coding, auth });
      return isStop(collected) ? collected : collected.fields;
    };
    try {
      return await forward(host, { intake, body, fieldsOf, receivedAt });
    } finally {
      intake.release();
      body.release();
      stats.addReceivedBytes(body.receivedBytes());
    }
  };

  const handle = async (request: TunnelRequest): Promise<TunnelResponse> => {
    let origin: Readonly<Record<string, string>> | undefined;
    try {
      const preflight = answerPreflight(request, resolved);
      if (preflight !== undefined) return preflight;
      origin = corsHeaders(request, resolved.allowedOrigins);
    } catch (error) {
      faults.report('request', error);
    }
    inFlight += 1;
    let delivery: Delivery;
    try {
      delivery = await deliver(request);
    } catch (error) {
      // Nothing should come here but what the host's request throws.
      faults.report('request', error);
      delivery = settle(refusal('internal-error'));
    }
    const { outcome, answer } = delivery;
    stats.record(outcome);
    onOutcome?.(outcome);
    inFlight -= 1;
    if (inFlight === 0) becomeIdle?.();
    return complete(answer, origin);
  };

  const shutDown = async (): Promise<readonly Fault[]> => {
    if (inFlight > 0) await new Promise<void>((resolve) => (becomeIdle = resolve));
    const abandon = new AbortController();
    return await closeAll(
      clock,
      [
        { part: 'spool', close: () => drain?.stop(abandon.signal) },
        { part: 'transport', close: () => reporter.close() },
        {
          part: 'spool',
          close: () => {
            abandon.abort();
            return spool?.close();
          },
        },
        { part: 'limits', close: () => given.limits.close?.() },
        { part: 'throttle', close: () => given.throttle?.close?.() },
        { part: 'transport', close: () => given.transport.close?.() },
      ],
      faults,
    );
  };

  return {
    fetch: async (request, context) =>
      toResponse(await handle(fromRequest(request, request.url, context?.clientAddress))),
    handle,
    stats: () => ({
      ...stats.snapshot(),
      faults: faults.counts(),
      inFlight,
      spool: spooling && { ...spooling.depth(), isOut: isAnyOut(spooling, resolved) },
      limitedDsns: destinations.all.filter(({ identity }) => limits.inForce(identity) !== undefined).length,
    }),
    close: () => (closed ??= shutDown()),
    path: resolved.path,
  };
}

function isAnyOut({ isOut }: Spooling, { destinations }: ResolvedOptions): boolean {
  return destinations.all.some(({ identity }) => isOut(identity));
}

/** What a browser asks before it lets a page of another origin post; `undefined` for everything else. */
function answerPreflight(
  request: TunnelRequest,
  { path, allowedOrigins }: ResolvedOptions,
): TunnelResponse | undefined {
  if (request.method !== 'OPTIONS' || !isSamePath(parseTarget(request.target).path, path)) return undefined;
  const headers = preflightHeaders(request, allowedOrigins);
  return headers && complete(NO_CONTENT, headers);
}

function throttled(waitMs: number): Refusal {
  return { ...refusal('throttled'), headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } };
}

/** What the request's header alone gives away about its body. */
function checkLength(
  { bodyUsed = false, header }: TunnelRequest,
  { maxEnvelopeBytes }: ResolvedOptions,
): Stop | undefined {
  if (bodyUsed) return refusal('body-consumed');
  const declaredBytes = parseContentLength(header('content-length'));
  return declaredBytes !== undefined && declaredBytes > maxEnvelopeBytes
    ? refusal('envelope-too-large')
    : undefined;
}

function createIntake(
  body: EnvelopeBody,
  coding: ContentCoding,
  admit: (line: Uint8Array) => Admission | Stop,
  { clock: { now }, decoders, maxEnvelopeBytes }: ResolvedOptions,
): Intake | undefined {
  if (coding === 'identity') return createPlainIntake({ body, admit, now });
  return createDecodedIntake({
    body,
    admit,
    now,
    maxDecodedBytes: maxEnvelopeBytes,
    createDecoder: (sink) => decoders(coding, sink),
  });
}
