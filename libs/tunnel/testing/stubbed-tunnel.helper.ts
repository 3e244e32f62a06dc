import { buildEnvelope, createFakeClock, TEST_DSNS, type FakeClock } from '@adit/testing';
import {
  createTunnel,
  type Fact,
  type Fault,
  type Outcome,
  type StoredOutcome,
  type Tunnel,
  type TunnelOptions,
  type TunnelRequest,
} from '../src/index.ts';
import { dsnIdentity, parseDsn } from '@adit/envelope';
import type { TunnelResponse } from '../src/outcome/answer.ts';
import { chunksOf, createStubTransport, type StubTransport } from './stub-transport.helper.ts';

/** The start of the fake clock of a stubbed tunnel. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** The DSN that a stubbed tunnel allows. */
export const DSN = TEST_DSNS.saas;

/** The identity of the DSN, as stores know it. */
export const DSN_IDENTITY = identityOf(DSN);

/** The event of the envelopes below. */
export const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

const HEADER = { event_id: EVENT_ID, sent_at: new Date(NOW - 1_000).toISOString() };
const EVENT = { type: 'event', payload: { message: 'boom' } } as const;

/** An envelope that is sent in one piece. */
export const ENVELOPE = buildEnvelope({ dsn: DSN, header: HEADER, items: [EVENT] });

/** An envelope of these items, with only the DSN in its header. */
export const envelopeOf = (...items: Parameters<typeof buildEnvelope>[0]['items']): Uint8Array =>
  buildEnvelope({ dsn: DSN, items });

/** An envelope with an event and an attachment of this many varied bytes. */
export function envelopeWith(attachmentBytes: number): Uint8Array<ArrayBuffer> {
  const payload = new Uint8Array(attachmentBytes).map((_, index) => (index * 31 + (index >> 8)) & 0xff);
  return buildEnvelope({ dsn: DSN, header: HEADER, items: [EVENT, { type: 'attachment', payload }] });
}

/** A tunnel whose ingest and clock the test controls. */
export interface StubbedTunnel {
  readonly tunnel: Tunnel;
  readonly transport: StubTransport;
  readonly clock: FakeClock;
  /** The outcomes of requests. */
  readonly outcomes: readonly Outcome[];
  /** The ends of stored envelopes. */
  readonly ends: readonly StoredOutcome[];
  readonly faults: readonly Fault[];
}

/** How a {@link StubbedTunnel} differs from the default. */
export interface StubbedOptions extends Partial<Omit<TunnelOptions, 'transport'>> {
  transport?: StubTransport;
}

const isOutcome = (fact: Fact): fact is Outcome => !['fault', 'redelivered', 'given-up'].includes(fact.kind);

/** A listener that keeps the outcomes of requests. */
export const keepIn =
  (outcomes: Outcome[]) =>
  (fact: Fact): void => {
    if (isOutcome(fact)) outcomes.push(fact);
  };

/** Starts a {@link StubbedTunnel}. */
export function startStubbed({
  transport = createStubTransport(),
  tell,
  ...options
}: StubbedOptions = {}): StubbedTunnel {
  const clock = createFakeClock({ now: NOW });
  const outcomes: Outcome[] = [];
  const ends: StoredOutcome[] = [];
  const faults: Fault[] = [];
  const tunnel = createTunnel({
    allowedDsns: [DSN],
    transport,
    clock,
    ...options,
    tell: (fact, detail) => {
      if (fact.kind === 'fault') faults.push(fact);
      else if (isOutcome(fact)) outcomes.push(fact);
      else ends.push(fact);
      return tell?.(fact, detail);
    },
  });
  return { tunnel, transport, clock, outcomes, ends, faults };
}

/** Passes a request to a tunnel; omitted parts are valid. */
export function post(
  tunnel: Tunnel,
  { headers = {}, ...request }: Partial<TunnelRequest> & { headers?: Record<string, string> } = {},
): Promise<TunnelResponse> {
  return tunnel.handle({
    method: 'POST',
    target: '/monitoring-tunnel',
    header: (name) => headers[name],
    body: chunksOf(ENVELOPE),
    ...request,
  });
}

/** The detail of an answer of the tunnel. */
export function detailOf({ body }: { readonly body: Uint8Array }): unknown {
  return (JSON.parse(Buffer.from(body).toString()) as { detail?: unknown }).detail;
}

/** Lets all pending work run as far as it can. */
export const settled = (): Promise<void> => new Promise(setImmediate);

/** The identity of a DSN, as stores know it. */
export function identityOf(dsn: string): string {
  const parsed = parseDsn(dsn);
  if (parsed === undefined) throw new Error(`${dsn} is no DSN.`);
  return dsnIdentity(parsed);
}
