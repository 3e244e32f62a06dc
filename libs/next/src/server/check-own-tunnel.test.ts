/** @jest-environment node */
import type { AditOptions } from '../options.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const ORIGINAL = process.env;
const STARTED = { SENTRY_DSN: DSN, NODE_ENV: 'production', __NEXT_PRIVATE_ORIGIN: 'http://localhost:3000' };
const settings = (environment = 'production') => Response.json({ environment });

const options: AditOptions = {};
jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));

let lines: string[];
beforeEach(() => {
  lines = [];
  jest.useFakeTimers();
  for (const level of ['info', 'error'] as const)
    jest.spyOn(console, level).mockImplementation((...said: unknown[]) => void lines.push(String(said[0])));
});
afterEach(() => {
  process.env = ORIGINAL;
  jest.useRealTimers();
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:warned'));
});

/** The first minute of a server with these variables, whose tunnel gives these answers. */
async function firstMinute(variables: Readonly<Record<string, string>>, ...answers: (Response | Error)[]) {
  jest.resetModules();
  process.env = { ...variables } as unknown as NodeJS.ProcessEnv;
  const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve((answer as Response).clone());
  });
  const { checkOwnTunnel } = await import('./check-own-tunnel.ts');
  checkOwnTunnel();
  await jest.advanceTimersByTimeAsync(60_000);
  return fetch.mock.calls.map(([address]) => address);
}

it('says once that the tunnel has answered', async () => {
  expect(await firstMinute(STARTED, settings())).toEqual(['http://localhost:3000/monitoring-tunnel']);
  expect(lines).toEqual(['Adit: the tunnel answers at /monitoring-tunnel.']);
});

it('asks again while the server starts, at the port alone if that is all there is', async () => {
  const { SENTRY_DSN, NODE_ENV } = STARTED;
  const asked = await firstMinute(
    { SENTRY_DSN, NODE_ENV, PORT: '4000' },
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
    settings(),
  );
  expect(asked).toEqual(Array(2).fill('http://127.0.0.1:4000/monitoring-tunnel'));
  expect(lines).toEqual(['Adit: the tunnel answers at /monitoring-tunnel.']);
});

it.each<[string, Response | Error, string]>([
  ['Next answers 404', new Response('<html>', { status: 404 }), '404'],
  ['another page answers', new Response('<html>'), '200'],
  ['the settings are those of another server', settings('staging'), '200'],
  [
    'nobody listens',
    new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }),
    'Error: connect ECONNREFUSED',
  ],
  ['the answer never comes', new Error('timeout'), 'Error: timeout'],
])('says that errors of browsers are lost if %s, after three tries', async (_what, answer, said) => {
  expect(await firstMinute(STARTED, answer)).toHaveLength(3);
  expect(lines).toEqual([
    `Adit: the tunnel does not answer at http://localhost:3000/monitoring-tunnel: ${said}. ` +
      'Errors of browsers are lost. Run npx @adit/cli doctor; a host without a server of node:http needs the route file.',
  ]);
});

it.each<[string, Record<string, string>]>([
  ['in development', { ...STARTED, NODE_ENV: 'development' }],
  ['in a build', { ...STARTED, NEXT_PHASE: 'phase-production-build' }],
  ['without a DSN', { ...STARTED, SENTRY_DSN: '' }],
  ['on a host that has no server', { SENTRY_DSN: DSN, NODE_ENV: 'production' }],
])('asks nothing %s', async (_where, variables) => {
  expect(await firstMinute(variables, settings())).toEqual([]);
  expect(lines).toEqual([]);
});

it('asks nothing if browsers send to another origin', async () => {
  options.monitoring = { tunnelOrigin: 'https://tunnel.example.org' };
  expect(await firstMinute(STARTED, settings())).toEqual([]);
  delete options.monitoring;
});
