/** @jest-environment node */
import { createTransport, makeDsn } from '@sentry/core';
import { getClient } from '@sentry/nextjs';
import { watchDelivery } from './watch-delivery.ts';

jest.mock('@sentry/nextjs', () => ({ getClient: jest.fn() }));

type Answer = { statusCode?: number } | Error;

const DSN = makeDsn('https://key@o450.ingest.sentry.io/base/42');
const PROJECT = 'o450.ingest.sentry.io/base/42';

const lines: unknown[] = [];
beforeEach(() => {
  lines.length = 0;
  for (const name of ['warned', 'rejections'])
    Reflect.deleteProperty(globalThis, Symbol.for(`@adit/next:${name}`));
  for (const method of ['error', 'info'] as const)
    jest.spyOn(console, method).mockImplementation((...told: unknown[]) => void lines.push(...told));
});
afterEach(() => jest.restoreAllMocks());

/** The SDK's own transport, over a network that gives these answers. */
function watched(...answers: Answer[]) {
  const transport = createTransport({ recordDroppedEvent: () => undefined }, () => {
    const answer = answers.shift() ?? {};
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  jest.mocked(getClient).mockReturnValue({ getTransport: () => transport, getDsn: () => DSN } as never);
  watchDelivery();
  return transport;
}

async function send(...answers: Answer[]) {
  const transport = watched(...answers);
  const envelope = [{}, [[{ type: 'event' }, {}]]] as never;
  await Promise.all(answers.map(() => Promise.resolve(transport.send(envelope)).catch(() => undefined)));
}

it.each([301, 400, 401, 403, 404, 413, 503])(
  'says once that ingest rejects the events of this server with %s',
  async (statusCode) => {
    await send({ statusCode }, { statusCode }, { statusCode });

    expect(lines).toEqual([
      expect.stringMatching(`^Adit: ingest answers ${statusCode} to project ${PROJECT}: .* is lost\\.$`),
    ]);
  },
);

it('says what to do, and that ingest takes events again', async () => {
  const now = jest.spyOn(performance, 'now').mockReturnValue(0);
  await send({ statusCode: 401 }, { statusCode: 401 });
  now.mockReturnValue(5_000);
  await send({ statusCode: 200 }, { statusCode: 200 });

  expect(lines).toEqual([
    `Adit: ingest answers 401 to project ${PROJECT}: it does not know the key of the DSN. Check SENTRY_DSN. What it rejects is lost.`,
    `Adit: ingest takes envelopes of project ${PROJECT} again. It had rejected 2.`,
  ]);
});

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
])('says once that ingest %s', async (_case, answer, line) => {
  await send(answer, new Error('getaddrinfo ENOTFOUND'), answer);

  expect(lines).toEqual([expect.stringContaining(`Adit: ${line}`)]);
});

it('says both, if ingest is away and then rejects', async () => {
  await send(new Error('away'), { statusCode: 403 });

  expect(lines).toEqual([expect.stringContaining('cannot reach'), expect.stringContaining('answers 403')]);
});

it.each<[string, Answer]>([
  ['an event that is taken', { statusCode: 200 }],
  ['a transport that tells no status', {}],
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
