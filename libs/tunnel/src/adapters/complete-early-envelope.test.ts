import type { TunnelRequest } from '../request/tunnel-request.ts';
import { createCompletion, EARLY_STARTS } from './complete-early-envelope.ts';

const [EARLY_START, SESSION_START] = EARLY_STARTS as [string, string];
const DSN = 'https://key@o1.ingest.sentry.io/2';
const TARGET = '/monitoring-tunnel?o=1&p=2';
const REST = '"event_id":"ü"}';

const complete = createCompletion(DSN, 'staging');

const request = (
  chunks: readonly (string | Uint8Array)[],
  more: Partial<TunnelRequest> = {},
): TunnelRequest => ({
  method: 'POST',
  target: '/monitoring-tunnel',
  header: (name) =>
    name === 'content-length' ? '99' : name === 'origin' ? 'https://shop.example' : undefined,
  body: {
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
  },
  ...more,
});

async function textOf({ body }: TunnelRequest): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body!) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const COMPLETED = `{"dsn":"${DSN}"}\n{"type":"event"}\n{"environment":"staging",${REST}`;

it('gives an early envelope the DSN and the environment', async () => {
  const completed = complete(request([EARLY_START + REST]));

  expect(completed.header('content-length')).toBeUndefined();
  expect(completed.header('origin')).toBe('https://shop.example');
  expect(await textOf(completed)).toBe(COMPLETED);
});

it('adds no environment if the server has none', async () => {
  const completed = createCompletion(DSN, undefined)(request([EARLY_START + REST]));

  expect(await textOf(completed)).toBe(COMPLETED.replace('"environment":"staging",', ''));
});

it('changes nothing without a DSN', () => {
  const given = request([EARLY_START + REST]);

  expect(createCompletion(undefined, 'staging')(given)).toBe(given);
});

it('gives a session the DSN, and its attributes the environment', async () => {
  expect(await textOf(complete(request([`${SESSION_START}"release":"shop@1"},"sid":"ü"}`])))).toBe(
    `{"dsn":"${DSN}"}\n{"type":"session"}\n{"attrs":{"environment":"staging","release":"shop@1"},"sid":"ü"}`,
  );
});

it.each([
  [EARLY_START + REST, COMPLETED],
  [`${SESSION_START}}}`, `{"dsn":"${DSN}"}\n{"type":"session"}\n{"attrs":{"environment":"staging",}}`],
])('accepts it in chunks of any size: %j', async (text, completed) => {
  const bytes = Buffer.from(text);
  for (const size of [1, 7, EARLY_START.length, EARLY_START.length + 1, SESSION_START.length, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(await textOf(complete(request(chunks)))).toBe(completed);
  }
});

it.each([
  '',
  '{}',
  '{"dsn":"https://other@h/1"}\n{"type":"event"}\n{}',
  EARLY_START.slice(0, -1),
  SESSION_START.slice(0, -1),
  '{"dsn":"adit"}\n{"type":"x"}',
])('passes on the bytes of any other envelope: %j', async (text) => {
  expect(await textOf(complete(request([text])))).toBe(text);
});

it.each([
  ['with a query', { target: TARGET }],
  ['without a body', { body: null }],
  ['that is compressed', { header: () => 'gzip' }],
])('does not touch a request %s', (_what, more) => {
  const given = request([EARLY_START], more);
  expect(complete(given)).toBe(given);
});
