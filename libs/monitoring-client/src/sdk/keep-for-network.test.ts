import { createEnvelope, type Envelope } from '@sentry/core';
import { makeFetchTransport } from '@sentry/browser';
import { keptMessages } from '../../testing/kept-errors.helper.ts';
import { sendKept } from '../kept/send-kept.ts';
import { countRecorded } from './count-recorded.ts';
import { keepForNetwork } from './keep-for-network.ts';

const envelopeOf = (type: string, name: string): Envelope =>
  createEnvelope({ event_id: name }, [[{ type }, { name }] as never]);
const event = (name: string): Envelope => envelopeOf('event', name);
const nameOf = (envelope: Envelope): unknown => (envelope[0] as { event_id?: unknown }).event_id;

/** The parts of an answer that tell whose it is. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly redirected: boolean;
  readonly html: boolean;
}
const typeOf = (isHtml: boolean): Headers =>
  new Headers({ 'content-type': isHtml ? 'text/html' : 'application/json' });

/** A transport over a network that a test can interrupt. Like the SDK's own, it counts failures. */
function createNetwork(options?: Parameters<typeof keepForNetwork>[1]) {
  const network = { isThere: true, arrived: [] as unknown[], counted: [] as string[] };
  const transport = keepForNetwork(
    ({ recordDroppedEvent }) => ({
      send: (envelope) => {
        const [[{ type }]] = envelope[1] as unknown as [[{ type: string }]];
        if (network.isThere) {
          network.arrived.push(nameOf(envelope));
          return Promise.resolve({ statusCode: 200 });
        }
        recordDroppedEvent('network_error', type === 'event' ? 'error' : 'replay', 1);
        return Promise.reject(new Error('offline'));
      },
      flush: () => Promise.resolve(true),
    }),
    options,
  )({
    url: '/tunnel',
    recordDroppedEvent: (reason, category) => void network.counted.push(`${reason} ${category}`),
  });
  return { network, transport };
}

const goOnline = (network: { isThere: boolean }): void => {
  network.isThere = true;
  window.dispatchEvent(new Event('online'));
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('keepForNetwork', () => {
  it('sends in order what has waited when the browser is online again, and counts no loss', async () => {
    const { network, transport } = createNetwork();
    network.isThere = false;
    for (const name of ['a', 'b', 'c']) expect(await transport.send(event(name))).toEqual({});
    goOnline(network);
    await jest.advanceTimersByTimeAsync(1_000);
    expect([network.arrived, network.counted]).toEqual([['a', 'b', 'c'], []]);
  });

  it('tries again by itself if the browser does not notice that the network is back', async () => {
    const { network, transport } = createNetwork();
    network.isThere = false;
    await transport.send(event('a'));
    await jest.advanceTimersByTimeAsync(5_000);
    network.isThere = true;
    await jest.advanceTimersByTimeAsync(9_999);
    expect(network.arrived).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect([network.arrived, network.counted]).toEqual([['a'], []]);
  });

  it('sends what has waited after the next envelope that arrives', async () => {
    const { network, transport } = createNetwork();
    network.isThere = false;
    await transport.send(event('a'));
    network.isThere = true;
    await transport.send(event('b'));
    await jest.advanceTimersByTimeAsync(100);
    expect(network.arrived).toEqual(['b', 'a']);
  });

  it('sends each once, however many reasons to try come together', async () => {
    const { network, transport } = createNetwork();
    network.isThere = false;
    for (const name of ['a', 'b']) await transport.send(event(name));
    goOnline(network);
    goOnline(network);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(network.arrived).toEqual(['a', 'b']);
  });

  it('keeps 30, and counts those for which there is no room', async () => {
    const { network, transport } = createNetwork();
    network.isThere = false;
    for (let index = 0; index < 32; index += 1) await transport.send(event(String(index)));
    expect(network.counted).toEqual(['network_error error', 'network_error error']);
    goOnline(network);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(network.arrived).toEqual(Array.from({ length: 30 }, (_, index) => String(index)));
  });

  it('leaves recordings to the replay integration, which tries again itself', async () => {
    const { network, transport } = createNetwork();
    network.isThere = false;
    await expect(transport.send(envelopeOf('replay_event', 'r'))).rejects.toThrow('offline');
    expect(network.counted).toEqual(['network_error replay']);
    network.isThere = true;
    await transport.send(envelopeOf('replay_event', 's'));
    expect(network.arrived).toEqual(['s']);
  });

  describe('keeps an error in the browser', () => {
    afterEach(() => localStorage.clear());
    const failure = (message: string): Envelope => {
      const event = { event_id: message, exception: { values: [{ value: message }] } };
      return createEnvelope({ event_id: message, dsn: 'https://key@o1.ingest.sentry.io/1' }, [
        [{ type: 'event' }, event] as never,
      ]);
    };

    it('until it is answered', async () => {
      const { transport } = createNetwork();
      const sending = transport.send(failure('x'));
      expect(keptMessages()).toEqual(['x']);
      await sending;
      expect(keptMessages()).toEqual([]);
    });

    it('while the network is gone, and until it has arrived then', async () => {
      const { network, transport } = createNetwork();
      network.isThere = false;
      for (const message of ['x', 'y']) await transport.send(failure(message));
      expect(keptMessages()).toEqual(['x', 'y']);
      goOnline(network);
      await jest.advanceTimersByTimeAsync(1_000);
      expect([network.arrived, keptMessages()]).toEqual([['x', 'y'], []]);
    });

    describe.each([
      ['a redirect that is not followed', { status: 0, type: 'opaqueredirect' }],
      ['a redirect to a sign-in page', { status: 200, redirected: true }],
      ['a sign-in page', { status: 200, html: true }],
    ])('after %s', (_what, { status, html = false, ...more }: Partial<Answer>) => {
      it('until the next page has sent it, once', async () => {
        let answer = { status, headers: typeOf(html), redirected: false, ...more };
        const asked: unknown[] = [];
        const fetch = Object.assign(
          (_url: string, init: RequestInit) => {
            asked.push(init.body);
            return Promise.resolve(answer);
          },
          { toString: () => 'function fetch() { [native code] }' },
        );
        // jsdom has no Response.
        Object.assign(window, { fetch, Response: { error: () => ({ status: 0, headers: typeOf(false) }) } });
        const transport = keepForNetwork(countRecorded(makeFetchTransport))({
          url: '/tunnel',
          recordDroppedEvent: () => undefined,
        });
        // Without a status, the deferred request of an early error stays as well.
        expect(await transport.send(failure('x'))).toMatchObject({ statusCode: 0 });
        expect([asked.length, keptMessages()]).toEqual([1, ['x']]);
        expect(localStorage.getItem('adit-recorded')).toBe(';e0.1.0.0');

        answer = { status: 200, headers: typeOf(false), redirected: false };
        // Control: the tunnel itself has answered.
        expect(await transport.send(failure('y'))).toMatchObject({ statusCode: 200 });
        expect(keptMessages()).toEqual(['x']);

        const [[key, record]] = Object.entries(localStorage).filter(([key]) =>
          key.startsWith('adit-error-'),
        ) as [[string, string]];
        // The next page begins later.
        localStorage[key] = record.replace(
          '"exception"',
          `"timestamp":${Date.now() / 1_000 - 60},"exception"`,
        );
        await sendKept({ tunnel: '/tunnel' });
        await sendKept({ tunnel: '/tunnel' });
        expect([asked.length, keptMessages()]).toEqual([3, []]);
        expect(asked[2]).toContain('"value":"x"');
      });
    });

    it('while the SDK does not send it because of a rate limit, also one of the next envelope', async () => {
      const limited = new Headers({ 'x-sentry-rate-limits': '60::organization' });
      let asked = 0;
      Object.assign(window, {
        fetch: Object.assign(
          () => Promise.resolve({ status: (asked += 1) && 429, headers: limited, redirected: false }),
          { toString: () => 'function fetch() { [native code] }' },
        ),
      });
      const transport = keepForNetwork(makeFetchTransport)({
        url: '/tunnel',
        recordDroppedEvent: () => undefined,
      });
      for (const message of ['x', 'y']) await transport.send(failure(message));
      expect([asked, keptMessages()]).toEqual([1, ['x', 'y']]);
    });

    it('leaves the choice of fetch to the SDK if other code has wrapped it', () => {
      const make = jest.fn(makeFetchTransport);
      Object.assign(window, { fetch: () => undefined });
      keepForNetwork(make)({ url: '/tunnel', recordDroppedEvent: () => undefined });
      expect(make.mock.calls[0]?.[1]).toBeUndefined();
    });

    it('unless it is switched off', async () => {
      const { network, transport } = createNetwork({ keepErrors: false });
      network.isThere = false;
      await transport.send(failure('x'));
      expect(keptMessages()).toEqual([]);
    });
  });

  it('passes on flushes', async () => {
    expect(await createNetwork().transport.flush(5)).toBe(true);
  });
});
