import { createMemoryThrottle } from '@adit/spool/memory';
import { chunksOf, answer, createStubTransport } from '../testing/stub-transport.helper.ts';
import { DSN, post, settled, startStubbed, type StubbedTunnel } from '../testing/stubbed-tunnel.helper.ts';

const KEY = new URL(DSN).username;
const headers = { 'x-sentry-auth': `Sentry sentry_key=${KEY}` };
const REPORTS = Buffer.from('[{"age":1},{"age":2},{"age":3}]');

const open = (options: Parameters<typeof startStubbed>[0] = {}): StubbedTunnel =>
  startStubbed({ apiPath: '/', transport: createStubTransport(() => Promise.resolve(answer())), ...options });
const kindsOf = ({ outcomes }: StubbedTunnel): unknown[] =>
  outcomes.map((outcome) => (outcome.kind === 'refused' ? outcome.reason : outcome.kind));

describe('several reports in one request', () => {
  const report = (tunnel: StubbedTunnel['tunnel']) =>
    post(tunnel, { target: '/api/4509/security/', headers, body: chunksOf(REPORTS) });

  it('count for the throttle, each on its own', async () => {
    const opened = open({ throttle: createMemoryThrottle({ requests: 2, perMs: 60_000 }) });
    expect((await report(opened.tunnel)).status).toBe(200);
    expect(kindsOf(opened)).toEqual(['forwarded', 'forwarded', 'throttled']);
    expect((await report(opened.tunnel)).status).toBe(429);
    await opened.tunnel.close();
  });

  it('are asked of a throttle that answers later', async () => {
    const opened = open({ throttle: { take: () => Promise.resolve(0) } });
    expect((await report(opened.tunnel)).status).toBe(200);
    expect(kindsOf(opened)).toEqual(['forwarded', 'forwarded', 'forwarded']);
    await opened.tunnel.close();
  });

  it('are told one by one', async () => {
    const details: (readonly string[])[] = [];
    const opened = open({ tell: (_fact, detail) => details.push(detail.itemTypes) });
    await report(opened.tunnel);
    expect(details).toEqual([['raw_security'], ['raw_security'], ['raw_security']]);
    await opened.tunnel.close();
  });
});

describe('a body that is no envelope', () => {
  const store = (opened: StubbedTunnel, body: AsyncIterable<Uint8Array>, more = {}) =>
    post(opened.tunnel, { target: '/api/4509/store/', headers: { ...headers, ...more }, body });

  async function* stalling(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('{');
    await new Promise(() => undefined);
  }

  it('has as long as any other to come', async () => {
    const opened = open({ times: { bodyTimeoutMs: 1_000 } });
    const answered = store(opened, stalling());
    await settled();
    await opened.clock.advance(1_100);
    expect((await answered).status).toBe(408);
    expect(kindsOf(opened)).toEqual(['body-timed-out']);
    await opened.tunnel.close();
  });

  it('ends with a client that goes away, in a coding too', async () => {
    const opened = open();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{');
      throw new Error('The client went away.');
    }
    expect((await store(opened, broken())).status).toBe(400);
    expect((await store(opened, broken(), { 'content-encoding': 'gzip' })).status).toBe(400);
    expect((await store(opened, chunksOf(REPORTS), { 'content-length': '7' })).status).toBe(400);
    expect(kindsOf(opened)).toEqual(['aborted', 'aborted', 'length-mismatch']);
    await opened.tunnel.close();
  });

  it('is refused in a coding that nothing decodes', async () => {
    const opened = open({ decoders: () => undefined });
    expect((await store(opened, chunksOf(REPORTS), { 'content-encoding': 'br' })).status).toBe(415);
    await opened.tunnel.close();
  });

  it('is never read of a client without a key', async () => {
    const opened = open();
    let reads = 0;
    async function* counting(): AsyncGenerator<Uint8Array> {
      reads += 1;
      yield Buffer.from('{}');
    }
    expect((await store(opened, counting(), { 'x-sentry-auth': '' })).status).toBe(401);
    expect(reads).toBe(0);
    expect((await store(opened, counting())).status).toBe(200);
    expect(reads).toBe(1);
    await opened.tunnel.close();
  });

  it('may be no larger than an envelope', async () => {
    const opened = open({ maxEnvelopeBytes: 10 });
    expect((await store(opened, chunksOf(REPORTS))).status).toBe(413);
    expect((await store(opened, chunksOf(REPORTS), { 'content-length': '11' })).status).toBe(413);
    await opened.tunnel.close();
  });
});
