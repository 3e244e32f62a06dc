import type { EarlyBuffer } from '@adit/monitoring-client';
import type { StartSdkOptions } from '@adit/monitoring-client/sdk';
import type { AditOptions } from '../options.ts';

const DSN = 'https://key@o450.ingest.sentry.io/4509';
const options: AditOptions = {};
let answer: string | undefined;
const pause = jest.fn(() => Promise.resolve());
const clearKeptErrors = jest.fn();
const startSdk = jest.fn<string, [StartSdkOptions<Record<string, unknown>>]>(() => 'running');

const loadTracing = jest.fn(() => Promise.resolve());

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@adit/monitoring-client/sdk', () => ({
  startSdk,
  pause,
  clearKeptErrors,
  fetchSettings: () => Promise.resolve({ settings: answer, credentials: 'same-origin' }),
  countRecorded: (transport: string, release: string) => `${transport} of ${release}`,
  keepForNetwork: (transport: string, { keepErrors = true }: { keepErrors?: boolean }) =>
    `${keepErrors ? 'patient' : 'forgetful'} ${transport}`,
}));
jest.mock('@adit/next/sentry', () => {
  const { sentry } = jest.requireActual<{ sentry: object }>('./sentry/whole.ts');
  return { sentry: { ...sentry, loadTracing } };
});
jest.mock('@sentry/nextjs', () => ({
  linkedErrorsIntegration: () => ({ name: 'LinkedErrors' }),
  eventFiltersIntegration: () => ({ name: 'EventFilters' }),
  makeFetchTransport: 'transport',
  replayIntegration: (given?: object) => (given ? ['replay', given] : 'replay'),
  feedbackIntegration: (given: object) => ['feedback', given],
}));

const connect = jest.fn<undefined, [(item: never) => void]>();
const early: EarlyBuffer = { config: {}, metaTags: [], connect };

async function startWith(settings: object | undefined, given: AditOptions = {}, variables = {}) {
  jest.resetModules();
  jest.clearAllMocks();
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  Object.assign(process.env, variables);
  const { prepare } = await import('./sdk.ts');
  answer = settings && JSON.stringify(settings);
  const { start } = await prepare();
  expect(startSdk).not.toHaveBeenCalled();
  const sdk = start(early);
  for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name);
  return { running: sdk, ...(startSdk.mock.calls[0]?.[0] as StartSdkOptions<Record<string, unknown>>) };
}

let warn: jest.SpyInstance;
beforeEach(() => {
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => warn.mockRestore());

it('starts the SDK with the settings of the server and the release of the scripts', async () => {
  const settings = {
    dsn: DSN,
    environment: 'staging',
    tunnelPath: '/t',
    release: 'shop@2',
    tracesSampleRate: 0.5,
  };
  const { running, options: given } = await startWith(settings, {}, { NEXT_PUBLIC_SENTRY_RELEASE: 'shop@1' });
  expect(running).toBe('running');
  expect(given).toMatchObject({
    dsn: DSN,
    environment: 'staging',
    release: 'shop@1',
    tunnel: '/t?o=450&p=4509',
    tracesSampleRate: 0.5,
    transport: 'patient transport of shop@1',
    transportOptions: { fetchOptions: { credentials: 'same-origin' } },
  });
  // The server has checked its settings, and the doctor compares releases.
  expect(warn).not.toHaveBeenCalled();
});

describe('spans of requests to the tunnel', () => {
  const names = (options: Record<string, unknown>) => {
    const { ignoreSpans = [] } = options as { ignoreSpans?: RegExp[] };
    return [
      ...['/t.x', '/t.x?o=450&p=4509', 'POST https://shop.test/t.x/?o=1', 'GET /t.x#a'],
      ...['/t-x', '/t.x-docs', '/t.x/docs', 'POST https://shop.test/api/t.x', 'GET /api?to=/t.x'],
    ].filter((name) => !ignoreSpans.some((pattern) => pattern.test(name)));
  };
  const others = ['/t-x', '/t.x-docs', '/t.x/docs', 'POST https://shop.test/api/t.x', 'GET /api?to=/t.x'];
  const settings = { dsn: DSN, tunnelPath: '/t.x' };

  it('are not made, because the tunnel would drop them', async () => {
    const { options: given } = await startWith(settings);
    expect(names(given)).toEqual(others);
  });

  it.each([
    ['in a dry run', { noise: { dryRun: true } }, {}],
    ['where the rule is off', { noise: { disabled: ['own-tunnel-span'] } }, {}],
    ['where the browser judges', {}, { monitoring: { rulesIn: 'browser' } }],
  ] as const)('are made %s', async (_case, more, adit) => {
    const { options: given } = await startWith({ ...settings, ...more }, adit);
    expect(names(given)).toHaveLength(9);
  });
});

it('starts it with those of the build if the server’s cannot be used', async () => {
  const built = { ADIT_BUILT_DSN: DSN, ADIT_BUILT_ENVIRONMENT: 'qa' };
  const { options: given } = await startWith({ dsn: DSN, scrub: { parameters: 7 } }, {}, built);
  expect(given).toMatchObject({ dsn: DSN, environment: 'qa' });
});

it('starts it with those of the build and of adit.config if the server has none', async () => {
  const built = { ADIT_BUILT_DSN: DSN, ADIT_BUILT_ENVIRONMENT: 'qa' };
  const { options: given } = await startWith(undefined, { monitoring: { sampleRate: 0.5 } }, built);
  expect(given).toMatchObject({
    dsn: DSN,
    environment: 'qa',
    sampleRate: 0.5,
    tunnel: '/monitoring-tunnel?o=450&p=4509',
  });
  expect(warn).not.toHaveBeenCalled();
});

it('sends to the address with a slash where Next would answer the one without by a redirect', async () => {
  const { options: given } = await startWith({ dsn: DSN }, {}, { ADIT_TRAILING_SLASH: '/' });
  expect(given['tunnel']).toBe('/monitoring-tunnel/?o=450&p=4509');
});

it('sends to a tunnel of another origin, whose path is its own', async () => {
  const monitoring = { tunnelOrigin: 'https://tunnel.example.org' };
  const variables = { ADIT_BASE_PATH: '/docs', ADIT_TRAILING_SLASH: '/' };
  const { options: given } = await startWith(
    { dsn: DSN, tunnelPath: '/monitoring-tunnel' },
    { monitoring },
    variables,
  );
  expect(given['tunnel']).toBe('https://tunnel.example.org/monitoring-tunnel?o=450&p=4509');
  expect(warn).not.toHaveBeenCalled();
});

it('lets the page answer its visitor between the parts of the start', async () => {
  await startWith({ dsn: DSN });
  expect(pause).toHaveBeenCalledTimes(3);
  expect(startSdk).toHaveBeenCalledTimes(1);
});

it('keeps no errors in the browser if it is switched off', async () => {
  const { options: given } = await startWith({ dsn: DSN }, { monitoring: { keepErrors: false } });
  expect(String(given.transport)).toMatch(/^forgetful transport/);
});

it('drops what was recorded if monitoring is off, and what was kept for a later page', async () => {
  const { running } = await startWith({ environment: 'staging' });
  expect(startSdk).not.toHaveBeenCalled();
  expect(connect).toHaveBeenCalledTimes(1);
  expect(clearKeptErrors.mock.calls).toEqual([['/monitoring-tunnel']]);
  connect.mock.calls[0]![0]({} as never);
  expect([await (await running).flush(), await (await running).close()]).toEqual([true, true]);
});

it('passes on beforeSend, dataCollection, rules and the user', async () => {
  const beforeSend = jest.fn();
  const dataCollection = { userInfo: false };
  const rule = { id: 'legacy', reason: 'known', side: 'client' as const, matchesError: () => true };
  const { options: given } = await startWith(
    { dsn: DSN },
    { monitoring: { beforeSend, dataCollection, rules: [rule], user: () => ({ id: '7' }) } },
  );
  expect(given['beforeSend']).toBe(beforeSend);
  expect(given['dataCollection']).toBe(dataCollection);
  // The option's name in the first versions of SDK 10.
  expect(given['sendDefaultPii']).toBe(false);
  const integrations = (
    given['integrations'] as (
      defaults: never[],
    ) => { name: string; processEvent: (...input: unknown[]) => unknown }[]
  )([]);
  expect(integrations.map(({ name }) => name)).toContain('AditUser');
  const event = { exception: { values: [{ value: 'x' }] } };
  expect(
    integrations[0]?.processEvent(event, {}, { getOptions: () => ({}), on: () => undefined }),
  ).toBeNull();
});

it.each([
  [
    'has the application’s integrations from its first event',
    () => Promise.resolve([{ name: 'Shop' }]),
    true,
  ],
  ['starts without integrations that cannot be loaded', () => Promise.reject(new Error('offline')), false],
])('%s', async (_title, integrations, isThere) => {
  const { options: given } = await startWith({ dsn: DSN }, { monitoring: { integrations } });
  const merged = (given['integrations'] as (defaults: never[]) => { name: string }[])([]);
  expect(merged.some(({ name }) => name === 'Shop')).toBe(isThere);
});

it('loads replay and feedback only if they are asked for', async () => {
  expect((await startWith({ dsn: DSN })).lazyIntegrations).toEqual([]);
  const { lazyIntegrations = [] } = await startWith(
    { dsn: DSN, replaysOnErrorSampleRate: 1 },
    { monitoring: { feedback: true } },
  );
  expect(await Promise.all(lazyIntegrations.map(({ load }) => load()))).toEqual(['replay', ['feedback', {}]]);
  const own = await startWith({ dsn: DSN }, { monitoring: { feedback: { colorScheme: 'dark' } } });
  expect(await own.lazyIntegrations?.[0]?.load()).toEqual(['feedback', { colorScheme: 'dark' }]);
});

it.each<[string, AditOptions['monitoring'], number]>([
  ['each visit loads the SDK', { load: 'always' }, 1],
  ['the application has integrations', { integrations: () => Promise.resolve([]) }, 1],
  ['it has feedback', { feedback: true }, 1],
  ['visits load the SDK when they need it', {}, 0],
  ['the application says so in spite of feedback', { feedback: true, load: 'needed' }, 0],
])('loads tracing with the SDK if %s', async (_when, monitoring, times) => {
  await startWith({ dsn: DSN }, { monitoring });
  expect(loadTracing).toHaveBeenCalledTimes(times);
});

it('passes on what replay hides', async () => {
  const masks = { block: ['.card'], unmask: ['.price'] };
  const { lazyIntegrations } = await startWith(
    { dsn: DSN, replaysOnErrorSampleRate: 1 },
    { monitoring: { replay: masks } },
  );
  expect(await lazyIntegrations?.[0]?.load()).toEqual(['replay', masks]);
});

it('records nothing if what replay hides cannot be loaded', async () => {
  const loading = async (replay: () => Promise<object>) => {
    const { lazyIntegrations } = await startWith(
      { dsn: DSN, replaysOnErrorSampleRate: 1 },
      { monitoring: { replay } },
    );
    return lazyIntegrations?.[0]?.load();
  };
  await expect(loading(() => Promise.reject(new Error('offline')))).rejects.toThrow('offline');
  expect(await loading(() => Promise.resolve({ block: ['.card'] }))).toEqual([
    'replay',
    { block: ['.card'] },
  ]);
});
