import { gzipSync } from 'node:zlib';
import { createTunnel, type TunnelOptions } from '../index.ts';
import type { LimitStore } from '@adit/spool';
import { createMemorySpool } from '@adit/spool/memory';
import { answer, chunksOf, createStubTransport } from '../../testing/stub-transport.helper.ts';
import { DSN, ENVELOPE, post, settled, startStubbed } from '../../testing/stubbed-tunnel.helper.ts';

const fail = (): never => {
  throw new Error('broken');
};
const never = (): Promise<never> => new Promise(() => undefined);
const well = () => createStubTransport(() => Promise.resolve(answer()));

function start(options: Partial<Omit<TunnelOptions, 'transport'>> & { transport?: ReturnType<typeof well> }) {
  const stubbed = startStubbed({ transport: well(), ...options });
  return { ...stubbed, told: stubbed.faults };
}

describe('a store that fails', () => {
  it.each<[string, LimitStore]>([
    ['throws', { get: fail, set: fail }],
    ['gives no limits', { get: () => 'none' as never, set: () => undefined }],
    ['gives limits with holes', { get: () => [null] as never, set: () => undefined }],
    ['is asynchronous', { get: () => Promise.reject(new Error('gone')) as never, set: () => undefined }],
  ])('knows no limits: one that %s', async (_how, limits) => {
    const { tunnel, told } = start({ limits });
    expect((await post(tunnel)).status).toBe(200);
    expect(told.map(({ part }) => part)).toEqual(['limits']);
    expect(tunnel.stats().inFlight).toBe(0);
    expect(tunnel.stats().faults.limits).toBeGreaterThan(0);
    expect(await tunnel.close()).toEqual([]);
  });

  it.each([
    ['throws', fail],
    ['rejects', () => Promise.reject(new Error('gone'))],
    ['gives NaN', () => NaN],
    ['gives Infinity', () => Promise.resolve(Infinity)],
  ])('throttles nobody: one that %s', async (_how, take) => {
    const { tunnel, told } = start({ throttle: { take } });
    expect((await post(tunnel)).status).toBe(200);
    expect(told).toMatchObject([{ part: 'throttle' }]);
  });

  it('throttles nobody if it does not answer within a second', async () => {
    const { tunnel, clock, told } = start({ throttle: { take: never } });
    const response = post(tunnel);
    await clock.advance(999);
    expect(tunnel.stats().inFlight).toBe(1);
    await clock.advance(1);
    expect((await response).status).toBe(200);
    expect(told.map(({ error }) => String(error))).toEqual([
      'DeadlineError: take() did not answer within 1000 ms',
    ]);
  });

  it('stores nothing if it does not answer within 30 s', async () => {
    const transport = createStubTransport(() => Promise.reject(new Error('no route')));
    const { tunnel, clock, told } = start({
      transport,
      spool: { ...createMemorySpool(), append: never },
    });
    const response = post(tunnel);
    await clock.advance(30_000);
    expect((await response).status).toBe(503);
    expect(told.map(({ error }) => String(error))).toEqual([
      'DeadlineError: append() did not answer within 30000 ms',
    ]);
    expect(tunnel.stats().faults).toEqual({ spool: 1 });
  });

  it('is asked again for what waits, if it fails at the start', async () => {
    const memory = createMemorySpool();
    const { tunnel: first } = start({
      spool: memory,
      transport: createStubTransport(() => Promise.reject(new Error('no route'))),
    });
    await post(first);
    let failures = 2;
    const { tunnel, clock, told } = start({
      spool: { ...memory, pendingDsns: () => ((failures -= 1) < 0 ? memory.pendingDsns() : fail()) },
    });
    await clock.advance(2_500);
    expect(tunnel.stats()).toMatchObject({ redelivered: 1, faults: { spool: 2 } });
    expect(told).toMatchObject([{ part: 'spool' }]);
  });
});

describe('decoders that fail', () => {
  const gzipped = { body: chunksOf(gzipSync(ENVELOPE)), headers: { 'content-encoding': 'gzip' } };

  it('to be created are an error of the tunnel', async () => {
    const { tunnel, told, outcomes } = start({ decoders: fail });
    expect((await post(tunnel, gzipped)).status).toBe(500);
    expect(outcomes).toMatchObject([{ kind: 'refused', reason: 'internal-error' }]);
    expect(told).toMatchObject([{ part: 'decoders' }, { part: 'request' }]);
    expect(tunnel.stats().inFlight).toBe(0);
  });

  it('to answer are given up after two minutes', async () => {
    const { tunnel, clock } = start({ decoders: () => ({ push: never, finish: never, cancel: fail }) });
    const response = post(tunnel, { ...gzipped, body: chunksOf(gzipSync(ENVELOPE)) });
    await clock.advance(119_999);
    expect(tunnel.stats().inFlight).toBe(1);
    await clock.advance(1);
    expect((await response).status).toBe(400);
    expect(clock.pending).toBe(0);
  });
});

describe('a request that fails', () => {
  it.each([
    ['before it is looked at', 1],
    ['while it is looked at', 6],
  ])('%s is answered 500, once', async (_when, calls) => {
    const { tunnel, outcomes } = start({});
    let left = calls;
    const header = (): undefined => ((left -= 1) === 0 ? fail() : undefined);
    expect((await post(tunnel, { header })).status).toBe(500);
    expect(outcomes).toHaveLength(1);
    expect(tunnel.stats().inFlight).toBe(0);
  });

  it.each<[string, AsyncIterator<Uint8Array>]>([
    ['throws', { next: fail, return: fail }],
    ['gives no bytes', { next: () => Promise.resolve({ done: false, value: 'text' as never }) }],
    ['gives nothing', { next: () => Promise.resolve(null as never) }],
    ['gives no promise', { next: () => 7 as never, return: () => 7 as never }],
  ])('in its body counts as aborted: one that %s', async (_how, iterator) => {
    const { tunnel, outcomes } = start({});
    const response = await post(tunnel, { body: { [Symbol.asyncIterator]: () => iterator } });
    expect([response.status, outcomes]).toMatchObject([400, [{ kind: 'aborted' }]]);
  });
});

describe('close', () => {
  it('closes everything though each part fails, and says what did', async () => {
    const closed: string[] = [];
    const closing = (name: string) => (): Promise<void> => {
      closed.push(name);
      return name === 'spool' ? never() : name === 'limits' ? fail() : Promise.reject(new Error(name));
    };
    const transport = { ...well(), close: closing('transport') };
    const { tunnel, clock } = start({
      transport,
      spool: { ...createMemorySpool(), close: closing('spool') },
      limits: { get: () => undefined, set: () => undefined, close: closing('limits') },
      throttle: { take: () => 0, close: closing('throttle') },
    });
    const failed = tunnel.close();
    await settled();
    expect(closed).toEqual(['spool']);
    await clock.advance(30_000);
    expect((await failed).map(({ part, error }) => `${part}: ${String(error)}`)).toEqual([
      'spool: DeadlineError: close() did not answer within 30000 ms',
      'limits: Error: broken',
      'throttle: Error: throttle',
      'transport: Error: transport',
    ]);
    expect(closed).toEqual(['spool', 'limits', 'throttle', 'transport']);
    expect(clock.pending).toBe(0);
  });

  it('waits no longer than 30 s for a delivery that does not end', async () => {
    const memory = createMemorySpool();
    const { tunnel, clock } = start({ spool: { ...memory, pendingDsns: () => ['a'], peek: never } });
    await settled();
    const failed = tunnel.close();
    await clock.advance(30_000);
    expect(await failed).toMatchObject([{ part: 'spool' }]);
  });
});

it.each([
  ['limits', { get: fail }],
  ['throttle', {}],
  ['spool', createStubTransport()],
  ['transport', 'fetch'],
  ['decoders', {}],
  ['clock', { now: fail, setTimeout: fail, clearTimeout: fail }],
])('an option of the wrong shape is refused at creation: %s', (name, value) => {
  expect(() => startStubbed({ [name]: value })).toThrow(
    new RegExp(`^createTunnel: ${name} is .*; accepted is .*`),
  );
});

it('a listener that is no function is refused at creation', () => {
  expect(() => createTunnel({ allowedDsns: [DSN], tell: 'log' as never })).toThrow(
    /^createTunnel: tell is .*; accepted is a function/,
  );
});
