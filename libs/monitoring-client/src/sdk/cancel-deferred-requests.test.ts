import * as Sentry from '@sentry/browser';
import { uncaught } from '../../testing/early.helper.ts';
import { bufferOf, startRealSdk } from '../../testing/real-sdk.helper.ts';
import type { EarlyItem } from '../early/early-items.ts';

const { start, stop } = startRealSdk();

describe('the deferred request of an early error', () => {
  const withId = (item: EarlyItem, event_id: string): EarlyItem => ({
    ...item,
    event: { ...item.event, event_id },
    settled: new AbortController(),
  });
  const areDropped = (items: readonly EarlyItem[]): boolean[] =>
    items.map(({ settled }) => settled.signal.aborted);
  /** A server that answers events with some messages, and closes the connection for the others. */
  const answers = (isAnswered: (message: string) => boolean, statusCode = 200) => ({
    transport: (options: Parameters<typeof Sentry.createTransport>[0]) =>
      Sentry.createTransport(options, ({ body }) =>
        isAnswered(String(body)) ? Promise.resolve({ statusCode }) : Promise.reject(new Error('cut')),
      ),
  });
  const first = () => withId(uncaught(new Error('first error')), '1'.repeat(32));
  const second = () => withId(uncaught(new Error('second error')), '2'.repeat(32));

  it('is cancelled once the server has answered that error', async () => {
    const items = [first(), second()];
    const { flush } = await start(
      bufferOf(items),
      answers((body) => body.includes('second error')),
    );
    expect(areDropped(items)).toEqual([false, false]);
    await flush();
    expect(areDropped(items)).toEqual([false, true]);
  });

  it('is kept when a later event of the page is answered', async () => {
    const items = [first()];
    const { flush } = await start(
      bufferOf(items),
      answers((body) => body.includes('something else')),
    );
    Sentry.captureException(new Error('something else'));
    await flush();
    expect(areDropped(items)).toEqual([false]);
  });

  it('is cancelled for any answer of the server', async () => {
    const items = [first()];
    await (
      await start(
        bufferOf(items),
        answers(() => true, 429),
      )
    ).flush();
    expect(areDropped(items)).toEqual([true]);
  });

  it('is cancelled at once if an integration drops the error', async () => {
    jest.useFakeTimers();
    const items = [first(), second()];
    await start(bufferOf(items), {
      transport: (options) => Sentry.createTransport(options, () => new Promise(() => undefined)),
      ignoreErrors: ['first error'],
    });
    await jest.advanceTimersByTimeAsync(0);
    expect(areDropped(items)).toEqual([true, false]);
    jest.useRealTimers();
    await stop();
  });

  it('is cancelled after two seconds if beforeSend drops the error, and kept while the answer is pending', async () => {
    jest.useFakeTimers();
    const items = [first(), second()];
    await start(bufferOf(items), {
      transport: (options) => Sentry.createTransport(options, () => new Promise(() => undefined)),
      beforeSend: (event) => (event.exception?.values?.[0]?.value === 'first error' ? null : event),
    });
    jest.advanceTimersByTime(1_999);
    expect(areDropped(items)).toEqual([false, false]);
    jest.advanceTimersByTime(1);
    expect(areDropped(items)).toEqual([true, false]);
    jest.useRealTimers();
    await stop();
  });
});
