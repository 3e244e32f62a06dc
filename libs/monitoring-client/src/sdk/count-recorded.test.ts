import { createEnvelope, type BaseTransportOptions, type Envelope } from '@sentry/core';
import { makeFetchTransport } from '@sentry/browser';
import { RECORDED } from '../recorded/recorded.ts';
import { countRecorded } from './count-recorded.ts';
import { keepForNetwork } from './keep-for-network.ts';

const envelopeOf = (...items: object[]): Envelope =>
  createEnvelope({}, items.map((payload) => [{ type: 'event' }, payload]) as never);
const typed = (...types: string[]): Envelope =>
  createEnvelope({}, types.map((type) => [{ type }, { type }]) as never);

let headers: (string | null)[];
let others: (string | null)[];
let answer: () => Promise<Response>;

const answered = (status: number) => () => Promise.resolve({ status, headers: new Headers() } as Response);
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

function transportOf(options: object = {}) {
  const fetch = (_url: unknown, init?: RequestInit) => {
    const given = new Headers(init?.headers);
    headers.push(given.get(RECORDED));
    others.push(given.get('x-other'));
    return answer();
  };
  const make = (given: BaseTransportOptions) => makeFetchTransport(given, fetch);
  return keepForNetwork(countRecorded(make, 'shop@1'))({
    url: '/monitoring-tunnel',
    recordDroppedEvent: () => undefined,
    ...options,
  });
}

const kept = (): unknown => localStorage.getItem(RECORDED);

beforeEach(() => {
  jest.useFakeTimers();
  headers = [];
  others = [];
  answer = answered(200);
});
afterEach(() => {
  jest.useRealTimers();
  localStorage.clear();
});

it('reports with an envelope what has become of those before', async () => {
  const transport = transportOf();
  await transport.send(typed('event', 'attachment'));
  answer = answered(502);
  await transport.send(typed('transaction'));
  answer = answered(200);
  await transport.send(typed('span', 'log', 'client_report'));
  await transport.send(typed('replay_event', 'replay_recording'));
  expect(headers).toEqual([
    'shop%401;-e',
    'shop%401;e1.0.0.0;-t',
    'shop%401;t0.1.0.0;e1.0.0.0;-to',
    'shop%401;t1.0.0.0;o1.0.0.0;-r',
  ]);
  expect(kept()).toBe('shop%401;r1.0.0.0');
});

it('keeps the other headers of the options', async () => {
  await transportOf({ headers: { 'x-other': 'a' } }).send(typed('event'));
  await transportOf({ fetchOptions: { headers: { 'x-other': 'b' } } }).send(typed('event'));
  expect(others).toEqual(['a', 'b']);
});

it('counts an envelope as late that is sent again when the network is back', async () => {
  const transport = transportOf();
  answer = offline;
  await transport.send(typed('event'));
  expect(kept()).toBe('shop%401;e0.1.0.0');
  answer = answered(200);
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(100);
  expect([headers[1], kept()]).toEqual(['shop%401;e0.1.0.0;-e', 'shop%401;e0.0.0.1']);
});

it('counts no envelope as late whose fate is unknown: its page was left before, and has come back since', async () => {
  const transport = transportOf();
  let fail!: (error: Error) => void;
  answer = () => new Promise((_, reject) => (fail = reject));
  const sending = transport.send(typed('event'));
  window.dispatchEvent(new Event('pagehide'));
  fail(new TypeError('Failed to fetch'));
  await sending;
  expect(kept()).toBe('shop%401;e0.0.1.0');
  window.dispatchEvent(new Event('pageshow'));
  answer = answered(200);
  window.dispatchEvent(new Event('online'));
  await jest.advanceTimersByTimeAsync(100);
  expect([headers[1], kept()]).toEqual(['shop%401;e0.0.1.0;-e', null]);
});

it('counts a segment of a replay once that the integration sends in a new envelope', async () => {
  const segment = (id: number): Envelope =>
    createEnvelope({}, [[{ type: 'replay_event' }, { replay_id: 'r', segment_id: id }]] as never);
  const transport = transportOf();
  answer = offline;
  await expect(transport.send(segment(0))).rejects.toThrow('Failed to fetch');
  answer = answered(200);
  await transport.send(segment(0));
  await transport.send(segment(1));
  expect(kept()).toBe('shop%401;r1.0.0.0');
  expect(headers).toEqual(['shop%401;-r', 'shop%401;r0.1.0.0;-r', 'shop%401;r0.0.0.1;-r']);
});

it('recognises at most 40 envelopes that have failed', async () => {
  answer = offline;
  const transport = countRecorded(() => ({ send: offline, flush: () => Promise.resolve(true) }))({
    url: '/t',
    recordDroppedEvent: () => undefined,
  });
  const envelopes = Array.from({ length: 41 }, () => typed('event'));
  for (const envelope of [...envelopes, envelopes[40]!, envelopes[0]!])
    await expect(transport.send(envelope)).rejects.toThrow('Failed to fetch');
  expect(kept()).toBe(';e0.42.0.0');
});

it('does not count what a rate limit makes the SDK drop: its client report does', async () => {
  const transport = transportOf();
  answer = () =>
    Promise.resolve({
      status: 429,
      headers: new Headers({ 'X-Sentry-Rate-Limits': '60:error:key' }),
    } as Response);
  await transport.send(typed('event'));
  await transport.send(typed('event'));
  expect(kept()).toBe('shop%401;e1.0.0.0');
});

it('does not change the transport of another origin but for its counts, which are off', async () => {
  await transportOf({ url: 'https://o450.ingest.sentry.io/api/1/envelope/' }).send(envelopeOf({}));
  expect([headers, kept()]).toEqual([[null], null]);
});

it('passes on flushes', async () => {
  expect(await transportOf().flush(5)).toBe(true);
});
