/** @jest-environment node */
import type { AditOptions } from '../options.ts';
import type * as ownTransport from './own-transport.ts';

const DSN = 'https://key@o450.ingest.sentry.io/4509';
const ORIGINAL = process.env;
const options: AditOptions = {};
const sentry = {
  init: jest.fn<undefined, [Record<string, unknown>]>(),
  getClient: jest.fn(),
  captureRequestError: jest.fn<undefined, [unknown]>(),
  captureException: jest.fn<undefined, [unknown]>(),
  withScope: (callback: (scope: { setTag: jest.Mock }) => void) => callback({ setTag }),
  linkedErrorsIntegration: () => ({ name: 'LinkedErrors' }),
  eventFiltersIntegration: () => ({ name: 'EventFilters' }),
};
const setTag = jest.fn();
const serveTunnel = jest.fn();
const openSpool = jest.fn(() => Promise.resolve());
const readDebugIds = jest.fn();

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@sentry/nextjs', () => sentry);
jest.mock('../server/serve-tunnel.ts', () => ({ serveTunnel }));
jest.mock('../server/spool.ts', () => ({ openSpool }));
jest.mock('../server/chunk-debug-ids.ts', () => ({ readDebugIds }));
jest.mock('./own-transport.ts', () => {
  const actual = jest.requireActual<typeof ownTransport>('./own-transport.ts');
  return { ...actual, noteTunnelReady: jest.fn(actual.noteTunnelReady) };
});

async function load(variables: Readonly<Record<string, string>>, given: AditOptions = {}) {
  jest.resetModules();
  jest.clearAllMocks();
  for (const name of Object.keys(options)) Reflect.deleteProperty(options, name);
  Object.assign(options, given);
  process.env = { SENTRY_DSN: DSN, NEXT_RUNTIME: 'nodejs', NODE_ENV: 'test', ...variables };
  return import('./index.ts');
}
afterEach(() => {
  process.env = ORIGINAL;
});

it('starts the SDK of the server, and the tunnel once its spool is open', async () => {
  const { register } = await load({ SENTRY_ENVIRONMENT: 'staging' });
  await register();
  expect(sentry.init.mock.calls).toMatchObject([[{ dsn: DSN, environment: 'staging' }]]);
  expect(sentry.init.mock.calls[0]?.[0]).not.toHaveProperty('beforeSend');
  expect(sentry.init.mock.calls[0]?.[0]).not.toHaveProperty('dataCollection');
  expect(openSpool.mock.invocationCallOrder[0]).toBeLessThan(serveTunnel.mock.invocationCallOrder[0]!);
  expect(serveTunnel).toHaveBeenCalledTimes(1);
});

it.each<[string, Record<string, string>, boolean]>([
  ['on a server of Node', {}, true],
  ['on the edge', { NEXT_RUNTIME: 'edge' }, false],
  ['on a host that freezes processes', { VERCEL: '1' }, false],
])('lets the SDK send through the tunnel of its process: %s', async (_where, variables, isUsed) => {
  const { register } = await load(variables);
  await register();
  expect('transport' in sentry.init.mock.calls[0]![0]).toBe(isUsed);
});

it('lets what waits for the tunnel go, also if the tunnel cannot start', async () => {
  const { register } = await load({});
  const { noteTunnelReady } = await import('./own-transport.ts');
  serveTunnel.mockImplementationOnce(() => fail());
  await expect(register()).rejects.toThrow('no memory');
  expect(noteTunnelReady).toHaveBeenCalledTimes(1);
});

it('leaves OpenTelemetry to an application that has registered a provider before', async () => {
  const key = Symbol.for('opentelemetry.js.api.1');
  const { register } = await load({});
  Reflect.set(globalThis, key, { trace: {} });
  await register();
  Reflect.deleteProperty(globalThis, key);

  expect(sentry.init.mock.calls).toMatchObject([[{ enableOpenTelemetrySetup: false }]]);
});

it('starts no SDK if `enabled` is false, with a DSN in the variables', async () => {
  const { register } = await load({}, { monitoring: { enabled: false } });
  await register();
  expect(sentry.init).not.toHaveBeenCalled();
});

it('lets captureError report on the server, with what it is told, once the SDK is started', async () => {
  Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:report'));
  const { register } = await load({});
  const { captureError } = await import('../report/index.ts');
  captureError('too early');
  await register();
  const context = { tags: { screen: 'checkout' } };
  captureError('paid twice', context);
  captureError('again');
  sentry.captureException.mockImplementationOnce(() => {
    throw new Error('what the SDK cannot read');
  });
  expect(() => captureError({})).not.toThrow();
  const broken = {
    get tags(): never {
      throw new Error('of the application');
    },
  };
  captureError('with a broken context', broken);
  expect(sentry.captureException).toHaveBeenLastCalledWith('with a broken context', undefined);
  expect(sentry.captureException.mock.calls.slice(0, 2)).toEqual([
    ['paid twice', { captureContext: context }],
    ['again', undefined],
  ]);
});

it('reports what fails in after(), which Next only writes to the console', async () => {
  type Listener = (breadcrumb: object, hint?: { input?: unknown[] }) => void;
  const on = jest.fn<undefined, [string, Listener]>();
  sentry.getClient.mockReturnValueOnce(undefined).mockReturnValueOnce({ on });
  const { register } = await load({});
  await register();
  const [hook, listener] = on.mock.calls[0]!;
  const error = new Error('late');
  listener({}, { input: ['An error occurred in a function passed to `after()`:', error] });
  listener({}, { input: ['A promise passed to `after()` rejected:', error] });
  listener({}, { input: ['An error occurred in a function passed to `after()`', error] });
  listener({}, { input: [error] });
  listener({});

  expect(hook).toBe('beforeAddBreadcrumb');
  expect(sentry.captureException.mock.calls.map(([reported]) => reported)).toEqual([error, error]);
});

it.each([
  ['nodejs', 1],
  ['edge', 0],
])('in the runtime %s, debug ids are read from files %i times', async (NEXT_RUNTIME, times) => {
  const { register } = await load({ NEXT_RUNTIME });
  await register();
  expect(readDebugIds).toHaveBeenCalledTimes(times);
});

it('has no tunnel in the edge runtime', async () => {
  const { register } = await load({ NEXT_RUNTIME: 'edge' });
  await register();
  expect(sentry.init).toHaveBeenCalledTimes(1);
  expect(serveTunnel).not.toHaveBeenCalled();
});

it('passes on the application’s beforeSend, dataCollection and noise rules, which are counted', async () => {
  const beforeSend = jest.fn();
  const dataCollection = { userInfo: false };
  const record = jest.fn();
  const rule = { id: 'legacy', reason: 'known', side: 'server' as const, matchesError: () => true };
  const { register } = await load(
    {},
    {
      monitoring: {
        beforeSend,
        dataCollection,
        rules: [rule],
        log: { record, entries: () => [], subscribe: () => () => undefined },
      },
    },
  );
  await register();
  const [given] = sentry.init.mock.calls[0] ?? [];
  expect(given?.['beforeSend']).toBe(beforeSend);
  expect(given?.['dataCollection']).toBe(dataCollection);
  const [own] = (
    given?.['integrations'] as (defaults: unknown[]) => { processEvent: (...input: unknown[]) => unknown }[]
  )([]);
  const event = { exception: { values: [{ value: 'x' }] } };
  expect(own?.processEvent(event, {}, { getOptions: () => ({}), on: () => undefined })).toBeNull();
  expect(record.mock.calls).toMatchObject([[{ kind: 'dropped', ruleId: 'legacy' }]]);
});

it('reports the error of a request once, with its digest', async () => {
  const { onRequestError } = await load({});
  const error = Object.assign(new Error('x'), { digest: '123' });
  const request = { path: '/', method: 'GET', headers: {} };
  const context = { routerKind: '', routePath: '', routeType: '' };
  onRequestError(error, request, context);
  onRequestError(error, { ...request }, context);
  expect(setTag.mock.calls).toEqual([['digest', '123']]);
  expect(sentry.captureRequestError).toHaveBeenCalledTimes(1);
  expect(sentry.captureRequestError.mock.calls[0]?.[0]).toBe(error);
});

it.each<[string, () => void, AditOptions]>([
  ['the SDK', () => sentry.init.mockImplementationOnce(() => fail()), {}],
  ['a rule of the application', () => undefined, { monitoring: { rules: [null as never] } }],
])(
  'serves the site without monitoring if %s fails, and says so in one line',
  async (_case, prepare, given) => {
    Reflect.deleteProperty(globalThis, Symbol.for('@adit/next:warned'));
    const error = jest.spyOn(console, 'error').mockReturnValue();
    const { register, onRequestError } = await load({}, given);
    prepare();

    await register();
    onRequestError(new Error('x'), { path: '/', method: 'GET', headers: {} }, {} as never);

    expect(error.mock.calls).toEqual([[expect.stringMatching(/^Adit: .*\. Monitoring is off\.$/)]]);
    error.mockRestore();
  },
);

function fail(): never {
  throw new Error('no memory.');
}
