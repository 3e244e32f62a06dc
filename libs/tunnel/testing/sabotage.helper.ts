import { gunzipSync, gzipSync } from 'node:zlib';
import { createMemoryLimits, createMemorySpool, createMemoryThrottle } from '@adit/spool/memory';
import type { Decoders } from '@adit/envelope';
import type { IngestAnswer, Tunnel, TunnelOptions, TunnelResponse } from '../src/index.ts';
import type { SpoolEntry } from '@adit/spool';
import { answer, chunksOf, readAll, splitBytes } from './stub-transport.helper.ts';
import { DSN, NOW } from './stubbed-tunnel.helper.ts';
import { buildEnvelope, createFakeClock } from '@adit/testing';
import { createTunnel } from '../src/tunnel.ts';

/** The way in which a call fails. */
export type Mode = 'throws' | 'rejects' | 'hangs' | 'gives a symbol' | 'gives an object';
export const MODES: readonly Mode[] = ['throws', 'rejects', 'hangs', 'gives a symbol', 'gives an object'];

/** The call that fails: the n-th of all calls of a part. */
export interface Failure {
  readonly part: string;
  readonly call: number;
  readonly mode: Mode;
}

/** Makes and counts calls, and lets one of them fail. */
class Saboteur {
  readonly calls = new Map<string, number>();
  private readonly failure: Failure | undefined;
  constructor(failure?: Failure) {
    this.failure = failure;
  }

  call<T>(part: string, work: () => T): T {
    const call = (this.calls.get(part) ?? 0) + 1;
    this.calls.set(part, call);
    if (this.failure?.part !== part || this.failure.call !== call) return work();
    switch (this.failure.mode) {
      case 'throws':
        throw new Error(`${part} ${call}`);
      case 'rejects':
        return Promise.reject(new Error(`${part} ${call}`)) as T;
      case 'hangs':
        return new Promise(() => undefined) as T;
      case 'gives a symbol':
        return Symbol(part) as T;
      case 'gives an object':
        return {} as T;
    }
  }

  /** An object whose methods, if called by name, pass through here. */
  wrap<T extends object>(part: string, target: T): T {
    return new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown =>
          this.call(part, () => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  wrapFunction<A extends unknown[], R>(part: string, target: (...args: A) => R): (...args: A) => R {
    return (...args) => this.call(part, () => target(...args));
  }
}

/** Decodes at once: threads of zlib use real time, for which the fake clock does not wait. */
const decodeAtOnce: Decoders = (_, sink) => {
  const pushed: Uint8Array[] = [];
  return {
    push: (chunk) => {
      pushed.push(new Uint8Array(chunk));
      return Promise.resolve();
    },
    finish: () => {
      return Promise.resolve(sink(gunzipSync(Buffer.concat(pushed)))).then(() => undefined);
    },
    cancel: () => undefined,
  };
};

/** Compresses at once, for the same reason. */
class CompressionAtOnce extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const written: Uint8Array[] = [];
    super({
      transform: (chunk) => void written.push(new Uint8Array(chunk)),
      flush: (controller) => controller.enqueue(new Uint8Array(gzipSync(Buffer.concat(written)))),
    });
  }
}

let count = 0;
function envelope(attachmentBytes = 0): { readonly id: string; readonly body: Uint8Array } {
  const id = (count += 1).toString(16).padStart(32, '0');
  const payload = new Uint8Array(attachmentBytes).map((_, index) => index * 31);
  const items = [
    { type: 'event', payload: {} },
    ...(attachmentBytes > 0 ? [{ type: 'attachment', payload }] : []),
  ];
  return { id, body: buildEnvelope({ dsn: DSN, header: { event_id: id }, items }) };
}

function idIn(body: Uint8Array): string {
  const plain = body[0] === 0x1f ? gunzipSync(body) : Buffer.from(body);
  return /"event_id":"([0-9a-f]{32})"/.exec(plain.toString('latin1', 0, 500))?.[1] ?? '';
}

/** The result of a run. */
export interface Run {
  readonly requests: number;
  readonly outcomes: number;
  readonly answered: number;
  readonly acknowledged: readonly string[];
  readonly kept: ReadonlySet<string>;
  readonly tunnel: Tunnel;
  readonly isClosed: boolean;
  readonly calls: ReadonlyMap<string, number>;
}

/** Checks that hold for every failure, except for unhandled rejections. */
export function expectSound(run: Run): void {
  expect(run).toMatchObject({ answered: run.requests, outcomes: run.requests, isClosed: true });
  expect(run.tunnel.stats().inFlight).toBe(0);
  expect(run.acknowledged.filter((id) => !run.kept.has(id))).toEqual([]);
}

/** Methods that answer synchronously by contract, and are called too often to look for promises in their results. */
const SYNCHRONOUS: ReadonlySet<string> = new Set(['header', 'answer', 'entry']);

/**
 * Lets each call of each part fail in turn.
 * @param callsPerPart the most calls of one part, spread evenly
 */
export async function failEach(mode: Mode, callsPerPart: number): Promise<void> {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => {
    unhandled.push(error);
  };
  process.on('unhandledRejection', note);
  try {
    const { calls } = await runSabotaged();
    for (const [part, total] of calls) {
      if (mode === 'rejects' && SYNCHRONOUS.has(part)) continue;
      const stride = Math.max(1, total / callsPerPart);
      for (let at = 1; at <= total; at += stride) {
        const call = Math.floor(at);
        try {
          expectSound(await runSabotaged({ part, call, mode }));
          expect(unhandled).toEqual([]);
        } catch (cause) {
          throw new Error(`call ${call} of ${part} ${mode}`, { cause });
        }
      }
    }
  } finally {
    process.off('unhandledRejection', note);
  }
}

/** Sends all kinds of envelopes to a tunnel whose ingest is sometimes unavailable, and closes it. */
export async function runSabotaged(failure?: Failure): Promise<Run> {
  const { CompressionStream } = globalThis;
  globalThis.CompressionStream = CompressionAtOnce as unknown as typeof CompressionStream;
  try {
    return await runTunnel(failure);
  } finally {
    globalThis.CompressionStream = CompressionStream;
  }
}

async function runTunnel(failure?: Failure): Promise<Run> {
  const saboteur = new Saboteur(failure);
  const clock = createFakeClock({ now: NOW });
  const memory = createMemorySpool();
  const taken = new Set<string>();
  let status = 200;
  let headers: Record<string, string> = {};
  let outcomes = 0;
  const send = async (body: Uint8Array | AsyncIterable<Uint8Array>): Promise<IngestAnswer> => {
    const bytes = await readAll(body);
    if (status === 200) taken.add(idIn(bytes));
    return saboteur.wrap('answer', answer({ status, headers }));
  };
  const options: TunnelOptions = {
    allowedDsns: [DSN],
    clock,
    limits: saboteur.wrap('limits', createMemoryLimits()),
    throttle: saboteur.wrap('throttle', createMemoryThrottle({ requests: 1_000, perMs: 60_000 })),
    spool: saboteur.wrap('spool', {
      ...memory,
      peek: async (dsn: string) => {
        const entry = await memory.peek(dsn);
        return entry && saboteur.wrap<SpoolEntry>('entry', entry);
      },
    }),
    decoders: (...args) => {
      const created = saboteur.call('decoders', () => decodeAtOnce(...args));
      return typeof created === 'object' && 'push' in created ? saboteur.wrap('decoder', created) : created;
    },
    transport: {
      send: saboteur.wrapFunction('transport', ({ body }) => ({
        answer: saboteur.call('ingest', () => send(body)),
        abort: saboteur.wrapFunction('abort', () => undefined),
      })),
      close: saboteur.wrapFunction('close', () => Promise.resolve()),
    },
    tell: ({ kind }) => {
      if (kind === 'fault' || kind === 'redelivered' || kind === 'given-up') return undefined;
      outcomes += 1;
      return saboteur.call<unknown>('tell', () => 'ignored');
    },
  };
  let tunnel: Tunnel;
  try {
    tunnel = createTunnel(options);
  } catch (error) {
    // Only creation may throw.
    throw new Error('creation', { cause: error });
  }

  const acknowledged: string[] = [];
  let requests = 0;
  let answered = 0;
  /** Advances the clock by this time, in steps that leave room for work outside the fake clock. */
  const pass = async (ms: number, isEnough: () => boolean = () => false): Promise<void> => {
    for (let left = ms; left > 0 && !isEnough(); left -= Math.max(1, ms / 20)) {
      await clock.advance(Math.max(1, ms / 20));
    }
  };
  const post = async (
    { id, body }: { readonly id: string; readonly body: Uint8Array },
    coding?: string,
  ): Promise<void> => {
    requests += 1;
    const fields: Record<string, string | undefined> = { 'content-encoding': coding };
    let response: TunnelResponse | undefined;
    const source = chunksOf(...splitBytes(coding === undefined ? body : gzipSync(body), 50_000));
    const handled = tunnel
      .handle({
        method: 'POST',
        target: tunnel.path,
        header: saboteur.wrapFunction('header', (name: string) => fields[name]),
        body: {
          [Symbol.asyncIterator]: () =>
            saboteur.wrap<AsyncIterator<Uint8Array>>('body', {
              next: () => source.next(),
              return: () => source.return(undefined),
            }),
        },
      })
      .then((given) => {
        response = given;
        answered += 1;
        if (given.status === 200) acknowledged.push(id);
      });
    await pass(200_000, () => response !== undefined);
    if (response !== undefined) await handled;
  };

  await post(envelope());
  await post(envelope(), 'gzip');
  await post(envelope(100_000));
  status = 503;
  for (const coding of [undefined, 'gzip', undefined]) await post(envelope(), coding);
  await post(envelope(100_000));
  status = 200;
  await pass(60_000);
  headers = { 'x-sentry-rate-limits': '60:attachment:key' };
  await post(envelope());
  headers = {};
  await post(envelope(100_000), 'gzip');
  await pass(600_000, () => memory.depth().envelopes === 0);
  tunnel.stats();
  let isClosed = false;
  void tunnel.close().then(() => (isClosed = true));
  await pass(600_000, () => isClosed);

  const kept = new Set(taken);
  for (const key of memory.pendingDsns()) {
    for (let entry = await memory.peek(key); entry !== undefined; entry = await memory.peek(key)) {
      kept.add(idIn(await readAll(entry.read())));
      await memory.remove(key);
    }
  }
  return { requests, outcomes, answered, acknowledged, kept, tunnel, isClosed, calls: saboteur.calls };
}
