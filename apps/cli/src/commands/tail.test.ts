import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { createAbilities } from '../abilities.ts';
import { runCli } from '../cli.ts';

const ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const ENTRY = {
  at: Date.UTC(2026, 0, 2, 3, 4, 5),
  outcome: 'spooled',
  reason: 'timed-out',
  status: 200,
  eventId: ID,
  project: 'a.example/1',
  sdk: 'sentry.javascript.browser/11.0.0',
  itemTypes: ['event', 'attachment'],
  bytes: 100,
  durationMs: 12.5,
  keptUntil: Date.UTC(2026, 0, 3, 3, 4, 5),
  limited: [],
  filtered: [],
};
const LINE = `2026-01-02T03:04:05.000Z  spooled  timed-out  200  ${ID}  a.example/1  event+attachment  100 B  12.5 ms  sentry.javascript.browser/11.0.0`;

let server: Server | undefined;
const asked: { url: string | undefined; token: string | undefined }[] = [];

/** An admin port with a single answer. */
async function serve(body: string, status = 200): Promise<string> {
  asked.length = 0;
  const started = createServer(({ url, headers }, response) => {
    asked.push({ url, token: headers.authorization });
    response.writeHead(status).end(body);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const host = recordedHost('/');
  const exitCode = await runCli(['tail', ...args], createAbilities(env, '22.12.0'), '1.0.0', host);
  return { exitCode, out: host.out(), err: host.err() };
}

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

describe('adit tail', () => {
  const stream = `retry: 2000\n\n:\n\nevent: outcomes\ndata: ${JSON.stringify([ENTRY, { ...ENTRY, outcome: 'redelivered', reason: undefined }])}\n\n`;

  it('prints a line for each outcome until the server ends the connection', async () => {
    const url = await serve(stream);
    const { exitCode, out, err } = await run(['--url', url]);

    expect(out.split('\n')).toEqual([LINE, LINE.replace('spooled  timed-out', 'redelivered'), '']);
    expect([exitCode, err]).toEqual([1, `Following ${url} …\nadit: the server ended the connection\n`]);
    expect(asked).toEqual([{ url: '/events?only=outcomes', token: undefined }]);
  });

  it('prints one JSON object in a line', async () => {
    const { out } = await run(['--json', '--url', await serve(stream)]);
    expect(JSON.parse(out.split('\n')[0] ?? '')).toEqual(ENTRY);
  });

  it.each([
    [{ ADIT_ADMIN_TOKEN: 'a' }, [], 'Bearer a'],
    [{ ADIT_ADMIN_CONTROL_TOKEN: 'b' }, [], 'Bearer b'],
    [{ ADIT_ADMIN_TOKEN: 'a' }, ['--token', 'c'], 'Bearer c'],
  ])('with %j and %j sends %s', async (env, args, token) => {
    await run([...args, '--url', await serve(stream)], env);
    expect(asked[0]?.token).toBe(token);
  });

  it.each([
    ['forwarded', { outcome: 'forwarded' }, 'Forwarded. Ingest answered 200.'],
    ['stored', {}, 'Stored: timed-out. It is kept until 2026-01-03T03:04:05.000Z at most.'],
    [
      'delivered later',
      { outcome: 'redelivered', heldMs: 61_000 },
      'Delivered from the spool after 61 s. Ingest answered 200.',
    ],
    [
      'dropped later',
      { outcome: 'given-up', reason: 'expired', heldMs: 9_000, status: undefined },
      'Dropped from the spool after 9 s: expired.',
    ],
    [
      'refused later',
      { outcome: 'given-up', reason: 'refused', heldMs: 9_000, status: 413 },
      'Dropped from the spool after 9 s: refused. Ingest answered 413.',
    ],
    [
      'refused',
      {
        outcome: 'refused',
        reason: 'rate-limited',
        status: 429,
        limited: [{ reason: 'quota\u001b[2J', category: 'error', quantity: 1 }],
      },
      // Escape sequences from another machine must not reach the terminal.
      'Refused with 429: rate-limited. Rate limits dropped 1 error (quota?[2J).',
    ],
    ['cut off', { outcome: 'aborted' }, 'The client closed the connection before the envelope was complete.'],
    ['lost', { outcome: 'unreachable', status: 502 }, 'Lost: unreachable. The client got 502.'],
  ])('says of an event that it was %s', async (_name, values, sentence) => {
    const body = JSON.stringify({ outcomes: [{ ...ENTRY, ...values }], forwards: [], since: 0 });
    const { exitCode, out } = await run([ID, '--url', await serve(body)]);

    expect([exitCode, out]).toEqual([0, `2026-01-02T03:04:05.000Z  ${sentence}\n`]);
    expect(asked[0]?.url).toBe(`/outcomes?event=${ID}`);
  });

  it('finds an event outside the sample by the forwards', async () => {
    const forwards = [{ at: ENTRY.at, status: 413 }];
    const { out } = await run([
      ID,
      '--url',
      await serve(JSON.stringify({ outcomes: [], forwards, since: 0 })),
    ]);
    expect(out).toBe('2026-01-02T03:04:05.000Z  Sent to ingest, which answered 413.\n');
  });

  it('says that an event is unknown, and ends with 1', async () => {
    const body = JSON.stringify({ outcomes: [], forwards: [], since: ENTRY.at });
    const { exitCode, out } = await run([ID, '--url', await serve(body)]);
    expect(exitCode).toBe(1);
    expect(out).toMatch(
      /^The server knows nothing of this event\. Outcomes since 2026-01-02T03:04:05\.000Z are kept/,
    );
  });

  it.each([
    [
      { 'path-not-found': 4, 'dsn-not-allowed': 9 },
      'requests before it read the event id: 9 × dsn-not-allowed, 4 × path-not-found. One of them may be this event.',
    ],
    [
      { 'dsn-not-allowed': 1 },
      'a request before it read the event id: 1 × dsn-not-allowed. It may be this event.',
    ],
    [{ 'x\u001b[2J': 2 }, 'requests before it read the event id: 2 × x?[2J. One of them may be this event.'],
  ])('says of an unknown event what was refused unread: %j', async (unread, sentence) => {
    const body = JSON.stringify({ outcomes: [], forwards: [], since: null, unread });
    const { exitCode, out } = await run([ID, '--url', await serve(body)]);
    expect([exitCode, out]).toEqual([
      1,
      `The server knows nothing of this event.\nSince its start, the server refused ${sentence}\n`,
    ]);
  });

  it.each([[{}], [{ 'dsn-not-allowed': 9 }]])(
    'says nothing of %j for an event that is known',
    async (unread) => {
      const forwards = [{ at: ENTRY.at, status: 200 }];
      const body = JSON.stringify({ outcomes: [], forwards, since: 0, unread });
      const { out } = await run([ID, '--url', await serve(body)]);
      expect(out).toBe('2026-01-02T03:04:05.000Z  Sent to ingest, which answered 200.\n');
    },
  );

  it.each([
    [['x'], /x is no event id/],
    [['--url', 'x'], /--url x is not valid/],
  ])('%j ends with 2', async (args, message) => {
    const { exitCode, err } = await run(args);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(message)]);
  });

  it('says that nobody listens', async () => {
    const url = await serve('');
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    const { exitCode, err } = await run(['--url', url]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(`${url} cannot be reached (ECONNREFUSED)`)]);
  });

  it.each([
    [401, /the server asks for a token; set ADIT_ADMIN_TOKEN/],
    [404, /answered 404; is it the admin port/],
  ])('says what an answer %i means', async (status, message) => {
    const { exitCode, err } = await run(['--url', await serve('{}', status)]);
    expect([exitCode, err]).toEqual([2, expect.stringMatching(message)]);
  });
});
