import { buildEnvelope, createFakeClock, TEST_DSNS, type FakeClock } from '@adit/testing';
import {
  createTunnel,
  type Outcome,
  type Tunnel,
  type TunnelOptions,
  type TunnelRequest,
} from '../src/index.ts';
import { dsnIdentity, parseDsn } from '../src/protocol/dsn.ts';
import type { TunnelResponse } from '../src/outcome/answer.ts';
import { chunksOf, createStubTransport, type StubTransport } from './stub-transport.contract.ts';

/** When the fake clock of a stubbed tunnel begins. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** The DSN a stubbed tunnel allows. */
export const DSN = TEST_DSNS.saas;

/** The same, as stores know it. */
export const DSN_IDENTITY = identityOf(DSN);

/** The event the envelopes below hold. */
export const EVENT_ID = '9ec79c33ec9942ab8353589fcb2e04dc';

const HEADER = { event_id: EVENT_ID, sent_at: new Date(NOW - 1_000).toISOString() };
const EVENT = { type: 'event', payload: { message: 'boom' } } as const;

/** An envelope that goes through in one piece. */
export const ENVELOPE = buildEnvelope({ dsn: DSN, header: HEADER, items: [EVENT] });

/** An envelope of these items, with nothing in its header but the DSN. */
export const envelopeOf = (...items: Parameters<typeof buildEnvelope>[0]['items']): Uint8Array =>
  buildEnvelope({ dsn: DSN, items });

/** An envelope with an event and an attachment of so many bytes, none of them like its neighbours. */
export function envelopeWith(attachmentBytes: number): Uint8Array<ArrayBuffer> {
  const payload = new Uint8Array(attachmentBytes).map((_, index) => (index * 31 + (index >> 8)) & 0xff);
  return buildEnvelope({ dsn: DSN, header: HEADER, items: [EVENT, { type: 'attachment', payload }] });
}

/** A tunnel whose ingest and clock are the test itself. */
export interface StubbedTunnel {
  readonly tunnel: Tunnel;
  readonly transport: StubTransport;
  readonly clock: FakeClock;
  readonly outcomes: readonly Outcome[];
}

/** How a {@link StubbedTunnel} differs from the usual. */
export interface StubbedOptions extends Partial<Omit<TunnelOptions, 'transport'>> {
  transport?: StubTransport;
}

/** Starts a {@link StubbedTunnel}. */
export function startStubbed({
  transport = createStubTransport(),
  ...options
}: StubbedOptions = {}): StubbedTunnel {
  const clock = createFakeClock({ now: NOW });
  const outcomes: Outcome[] = [];
  const tunnel = createTunnel({
    allowedDsns: [DSN],
    transport,
    clock,
    onOutcome: (outcome) => outcomes.push(outcome),
    onFault: () => undefined,
    ...options,
  });
  return { tunnel, transport, clock, outcomes };
}

/** Hands a tunnel a request; whatever it does not name is right. */
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

/** What an answer of the tunnel's own says. */
export function detailOf({ body }: { readonly body: Uint8Array }): unknown {
  return (JSON.parse(Buffer.from(body).toString()) as { detail?: unknown }).detail;
}

/** Lets everything that waits for nobody go as far as it can. */
export const settled = (): Promise<void> => new Promise(setImmediate);

/** A DSN, as stores know it. */
export function identityOf(dsn: string): string {
  const parsed = parseDsn(dsn);
  if (parsed === undefined) throw new Error(`${dsn} is no DSN.`);
  return dsnIdentity(parsed);
}
