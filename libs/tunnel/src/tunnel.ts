import { resolveOptions, type ResolvedOptions, type TunnelOptions } from './options.ts';
import { parseContentEncoding } from './protocol/content-encoding.ts';
import { parseContentLength } from './protocol/content-length.ts';
import { parseTarget } from './protocol/target.ts';
import { fromRequest, toResponse } from './fetch-adapter.ts';
import type { TunnelRequest } from './tunnel-request.ts';
import { createStatsKeeper, type TunnelStats } from './stats.ts';
import { settle, type Delivery, type TunnelResponse } from './steps/answer.ts';
import { checkQuery } from './steps/check-query.ts';
import { createEnvelopeBody, type EnvelopeBody } from './steps/envelope-body.ts';
import { forward, type AdmittedEnvelope } from './steps/forward.ts';
import { collectIngestFields } from './steps/ingest-fields.ts';
import { matchDsn } from './steps/match-dsn.ts';
import { matchEndpoint } from './steps/match-endpoint.ts';
import { isStop, refusal, type Outcome, type Stop } from './steps/outcomes.ts';
import { readHeaderLine } from './steps/read-header-line.ts';

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
  /** Counts since creation. */
  readonly stats: () => TunnelStats;
  /** Answers 503 from now on; resolves when every request in flight is answered and idle connections are closed. */
  readonly close: () => Promise<void>;
  /** Where it answers. */
  readonly path: string;
}

/**
 * Creates a tunnel: it takes Sentry envelopes on the application's own origin and forwards them, byte for byte, to the
 * ingest of the DSN they name, if that DSN is allowed.
 * @throws TypeError with one line that names the wrong option, its value and what is accepted
 */
export function createTunnel(options: TunnelOptions): Tunnel {
  const resolved = resolveOptions(options);
  const stats = createStatsKeeper();
  let inFlight = 0;
  let becomeIdle: (() => void) | undefined;
  let closed: Promise<void> | undefined;

  const deliver = async (request: TunnelRequest): Promise<Delivery> => {
    if (closed !== undefined) return settle(refusal('closing'));
    const target = parseTarget(request.target);
    const stop = matchEndpoint(request.method, target, resolved.path) ?? checkBody(request, resolved);
    if (stop !== undefined) return settle(stop);
    const body = createEnvelopeBody({
      source: request.body,
      declaredBytes: parseContentLength(request.header('content-length')),
      maxBytes: resolved.maxEnvelopeBytes,
    });
    const admitted = await admit(request, target.search, body, resolved);
    const delivery = isStop(admitted) ? settle(admitted) : await forward(resolved, admitted);
    body.release();
    stats.addReceivedBytes(body.receivedBytes);
    return delivery;
  };

  const handle = async (request: TunnelRequest): Promise<TunnelResponse> => {
    inFlight += 1;
    const { outcome, answer } = await deliver(request);
    stats.record(outcome);
    notify(resolved.onOutcome, outcome);
    inFlight -= 1;
    if (inFlight === 0) becomeIdle?.();
    return answer;
  };

  const shutDown = async (): Promise<void> => {
    if (inFlight > 0) await new Promise<void>((resolve) => (becomeIdle = resolve));
    await resolved.transport.close?.();
  };

  return {
    fetch: async (request, { clientAddress } = {}) =>
      toResponse(await handle(fromRequest(request, request.url, clientAddress))),
    handle,
    stats: () => ({ ...stats.snapshot(), inFlight }),
    close: () => (closed ??= shutDown()),
    path: resolved.path,
  };
}

/** What the request's header alone gives away about its body. */
function checkBody(
  { bodyUsed = false, header }: TunnelRequest,
  { maxEnvelopeBytes }: ResolvedOptions,
): Stop | undefined {
  if (bodyUsed) return refusal('body-consumed');
  const declaredBytes = parseContentLength(header('content-length'));
  return declaredBytes !== undefined && declaredBytes > maxEnvelopeBytes
    ? refusal('envelope-too-large')
    : undefined;
}

/** Reads only as far into the body as the decision needs. */
async function admit(
  { header, peerAddress }: TunnelRequest,
  search: string,
  body: EnvelopeBody,
  { destinations, clientAddressRules }: ResolvedOptions,
): Promise<AdmittedEnvelope | Stop> {
  const coding = parseContentEncoding(header('content-encoding'));
  if (coding === undefined) return refusal('encoding-unsupported');
  const read = await readHeaderLine(body, coding);
  if (isStop(read)) return read;
  const destination = matchDsn(read.line, destinations);
  if (isStop(destination)) return destination;
  const disagreement = checkQuery(search, destination);
  if (disagreement !== undefined) return disagreement;
  const collected = collectIngestFields({
    header,
    peerAddress,
    clientAddressRules,
    coding,
    auth: destination.auth,
  });
  return isStop(collected) ? collected : { destination, fields: collected.fields, held: read.held, body };
}

/** Whatever a listener does, the request it hears of goes on. */
function notify(onOutcome: ((outcome: Outcome) => unknown) | undefined, outcome: Outcome): void {
  if (onOutcome === undefined) return;
  try {
    // The failure of an async listener would otherwise end the process.
    Promise.resolve(onOutcome(outcome)).catch(() => undefined);
  } catch {
    return;
  }
}
