import type { EarlyBuffer } from '@adit/monitoring-client';

const DSN = 'https://key@o450.ingest.sentry.io/4509';
let settings: object | undefined;
const startSdk = jest.fn<string, [{ options: object }]>(() => 'running');
const clearKeptErrors = jest.fn();
jest.mock('@adit/monitoring-client/sdk', () => ({
  startSdk,
  clearKeptErrors,
  countRecorded: (transport: string, release: string) => `${transport} of ${release}`,
  keepForNetwork: (transport: string) => `patient ${transport}`,
  fetchSettings: (address: string) =>
    Promise.resolve({
      settings: address === '/monitoring-tunnel' && settings ? JSON.stringify(settings) : undefined,
      credentials: 'omit',
    }),
}));
jest.mock('@sentry/browser', () => ({
  ...jest.requireActual<object>('@sentry/browser'),
  makeFetchTransport: 'transport',
}));

const connect = jest.fn<undefined, [(item: never) => void]>();
const early: EarlyBuffer = { config: {}, metaTags: [], connect };
beforeEach(() => jest.clearAllMocks());
afterEach(() => Reflect.deleteProperty(globalThis, '__ADIT_RELEASE__'));

async function start(sent: object | undefined, release?: string) {
  jest.resetModules();
  if (release) Object.assign(globalThis, { __ADIT_RELEASE__: release });
  settings = sent;
  const { prepare } = await import('./sdk.ts');
  return (await prepare()).start(early);
}

it('starts the SDK with the settings of the server and the release of the scripts', async () => {
  const sent = {
    dsn: DSN,
    environment: 'staging',
    release: 'shop@2',
    noise: { disabled: [], dryRun: false },
  };
  expect(await start(sent, 'shop@1')).toBe('running');
  expect(startSdk.mock.calls[0]?.[0].options).toMatchObject({
    dsn: DSN,
    environment: 'staging',
    release: 'shop@1',
    tunnel: expect.stringMatching(/^\/monitoring-tunnel\?/) as string,
    transport: 'patient transport of shop@1',
    transportOptions: { fetchOptions: { credentials: 'omit' } },
  });
});

it('without the plugin, has the release of the server', async () => {
  await start({ dsn: DSN, release: 'shop@2' });
  expect(startSdk.mock.calls[0]?.[0].options).toMatchObject({ release: 'shop@2' });
});

it.each([[{ environment: 'staging' }], [undefined]])(
  'forgets what was recorded if monitoring is off: %j',
  async (sent) => {
    const sdk = await start(sent);
    expect(startSdk).not.toHaveBeenCalled();
    connect.mock.calls[0]?.[0]({} as never);
    expect(clearKeptErrors.mock.calls).toEqual([['/monitoring-tunnel']]);
    expect([await sdk.flush(), await sdk.close()]).toEqual([true, true]);
  },
);
