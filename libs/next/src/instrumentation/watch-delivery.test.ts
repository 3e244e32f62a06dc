/** @jest-environment node */
import { createTransport } from '@sentry/core';
import { getClient } from '@sentry/nextjs';
import { watchDelivery } from './watch-delivery.ts';

jest.mock('@sentry/nextjs', () => ({ getClient: jest.fn() }));

type Answer = { statusCode?: number } | Error;

const lines: unknown[] = [];
beforeEach(() => {
  lines.length = 0;
  Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:warned'));
  jest.spyOn(console, 'error').mockImplementation((line) => void lines.push(line));
});
afterEach(() => jest.restoreAllMocks());

/** The SDK's own transport, over a network that gives these answers. */
function watched(...answers: Answer[]) {
  const transport = createTransport({ recordDroppedEvent: () => undefined }, () => {
    const answer = answers.shift() ?? {};
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  jest.mocked(getClient).mockReturnValue({ getTransport: () => transport } as never);
  watchDelivery();
  return transport;
}

async function send(...answers: Answer[]) {
  const transport = watched(...answers);
  const envelope = [{}, [[{ type: 'event' }, {}]]] as never;
  await Promise.all(answers.map(() => Promise.resolve(transport.send(envelope)).catch(() => undefined)));
}

it.each([301, 401, 403, 404])(
  'says once that ingest refuses the events of this server with %s',
  async (statusCode) => {
    await send({ statusCode }, { statusCode }, { statusCode: 403 });

    expect(lines).toEqual([
      `Adit: ingest refuses this server's events with ${statusCode}. Check SENTRY_DSN.`,
    ]);
  },
);

it.each<[string, Answer, string]>([
  [
    'cannot be reached',
    new Error('connect ECONNREFUSED 127.0.0.1:8969'),
    'this server cannot reach ingest: connect ECONNREFUSED 127.0.0.1:8969. Its events are lost until it can',
  ],
  [
    'cannot be reached at any of its addresses',
    Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' }),
    'this server cannot reach ingest: ETIMEDOUT. ',
  ],
  ['is down', { statusCode: 503 }, "ingest answers this server's events with 503. They are lost until"],
])('says once that ingest %s', async (_case, answer, line) => {
  await send(answer, new Error('getaddrinfo ENOTFOUND'), answer);

  expect(lines).toEqual([expect.stringContaining(`Adit: ${line}`)]);
});

it('says both, if ingest is away and then refuses', async () => {
  await send(new Error('away'), { statusCode: 403 });

  expect(lines).toEqual([expect.stringContaining('cannot reach'), expect.stringContaining('refuses')]);
});

it.each<[string, Answer]>([
  ['an event that is taken', { statusCode: 200 }],
  ['a transport that tells no status', {}],
  ['one event that is malformed', { statusCode: 400 }],
  ['one event that is too large', { statusCode: 413 }],
  ['a quota', { statusCode: 429 }],
])('control: is silent about %s', async (_case, answer) => {
  await send(answer);

  expect(lines).toEqual([]);
});

it('changes nothing of what the SDK gets', async () => {
  const transport = watched({ statusCode: 403 }, new Error('away'));
  const envelope = [{}, [[{ type: 'event' }, {}]]] as never;

  expect(await transport.send(envelope)).toEqual({ statusCode: 403 });
  await expect(transport.send(envelope)).rejects.toThrow('away');
});

it('watches a transport once, and does nothing without one', () => {
  const transport = watched();
  const { send: first } = transport;
  watchDelivery();
  expect(transport.send).toBe(first);

  jest.mocked(getClient).mockReturnValue(undefined);
  expect(() => watchDelivery()).not.toThrow();
});
