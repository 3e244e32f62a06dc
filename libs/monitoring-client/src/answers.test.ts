import { createEnvelope, type Envelope } from '@sentry/core';
import { CONFIG } from '../testing/early.helper.ts';
import { keptErrors, record } from '../testing/kept-errors.helper.ts';
import { isOfAnother, isSettled } from './answers.ts';
import { sendKept } from './kept/send-kept.ts';
import { sendKeptLater } from './kept/send-kept-later.ts';
import { keepForNetwork } from './sdk/keep-for-network.ts';

const STATUSES = Array.from({ length: 500 }, (_, at) => at + 100);

afterEach(() => localStorage.clear());

it('settles what is accepted, and what is refused for good', () => {
  const isGood = (status: number): boolean => status >= 200 && status < 300;
  expect(STATUSES.filter((status) => isSettled(status) && !isGood(status))).toEqual(
    Array.from({ length: 100 }, (_, at) => at + 400).filter(
      (status) => ![401, 404, 408, 429].includes(status),
    ),
  );
  expect(STATUSES.filter(isGood).every(isSettled)).toBe(true);
});

it.each([
  [200, 'application/json', false, false],
  [204, undefined, false, false],
  [200, 'text/html; charset=utf-8', false, true],
  [200, 'application/json', true, true],
  [0, undefined, false, true],
  [302, undefined, false, true],
  [404, 'text/html', false, false],
  [502, 'text/html', false, false],
])(
  'takes %d with the type %s, redirected: %s, for the answer of another: %s',
  (status, type, redirected, is) => {
    const headers = new Headers(type === undefined ? {} : { 'content-type': type });
    expect(isOfAnother({ status, headers, redirected })).toBe(is);
  },
);

describe('a kept error', () => {
  const ID = 'a'.repeat(32);
  const failure = (): Envelope =>
    createEnvelope({ event_id: ID, dsn: 'https://key@o1.ingest.sentry.io/1' }, [
      [{ type: 'event' }, { event_id: ID, exception: { values: [{ value: 'x' }] } }] as never,
    ]);
  const isKept = (): boolean => keptErrors().length > 0;

  it('stays after the same statuses in an open page and in the next one', async () => {
    const differing: number[] = [];
    const stays: number[] = [];
    for (const status of STATUSES) {
      localStorage.clear();
      const transport = keepForNetwork(() => ({
        send: () => Promise.resolve({ statusCode: status }),
        flush: () => Promise.resolve(true),
      }))({ url: CONFIG.tunnel, recordDroppedEvent: () => undefined });
      await transport.send(failure());
      const staysInPage = isKept();

      localStorage.clear();
      localStorage.setItem(`adit-error-${ID}`, record({ timestamp: Date.now() / 1_000 - 3_600 }));
      const headers = new Headers({ 'content-type': 'application/json' });
      Object.assign(window, { fetch: () => Promise.resolve({ status, redirected: false, headers }) });
      await sendKeptLater({ config: CONFIG, send: sendKept });
      if (isKept() !== staysInPage) differing.push(status);
      if (isKept() && status >= 400 && status < 500) stays.push(status);
    }
    expect(differing).toEqual([]);
    expect(stays).toEqual([401, 404, 408, 429]);
  });
});
