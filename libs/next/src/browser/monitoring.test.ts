import type { StartMonitoringOptions } from '@adit/monitoring-client';
import type { AditOptions } from '../options.ts';

const options: AditOptions = { monitoring: { quietMs: 7 } };
const captured = jest.fn<undefined, [unknown, object?]>();
const startMonitoring = jest.fn<object, [StartMonitoringOptions]>(() => ({
  captureError: captured,
  flush: 'flush',
}));
const start = jest.fn(() => 'running');

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@adit/monitoring-client', () => ({ startMonitoring }));
jest.mock('@adit/monitoring-client/visit', () => ({ createVisit: 'late' }));
jest.mock('./sdk.ts', () => ({ prepare: () => Promise.resolve({ start }) }));

beforeEach(() => jest.resetModules());

it.each([
  [false, ''],
  [true, 'adit'],
  [undefined, 'adit'],
])('with enabled %s, its DSN is "%s"', async (enabled, dsn) => {
  startMonitoring.mockClear();
  options.monitoring = { quietMs: 7, ...(enabled !== undefined && { enabled }) };
  await import('./monitoring.ts');
  expect(startMonitoring.mock.calls[0]![0].config).toMatchObject({ dsn });
});

it('passes on whether errors are kept in the browser', async () => {
  startMonitoring.mockClear();
  options.monitoring = { keepErrors: false };
  await import('./monitoring.ts');
  expect(startMonitoring.mock.calls[0]![0].config).toMatchObject({ keepErrors: false });
  options.monitoring = { quietMs: 7 };
});

it('listens at once, and loads the SDK when it is asked for', async () => {
  startMonitoring.mockClear();
  const { captureError, flush } = await import('../report/index.ts');
  expect(flush).toBe('flush');
  const error = Object.assign(new Error('Minified React error #441'), { digest: '' });
  const echo = Object.assign(new Error('Minified React error #441'), { digest: '1' });
  for (const thrown of [error, echo, 'text', null]) captureError(thrown);
  const context = { tags: { screen: 'checkout' } };
  captureError('late', context);
  expect(captured.mock.calls).toEqual([
    [error, undefined],
    ['text', undefined],
    [null, undefined],
    ['late', context],
  ]);
  const given = startMonitoring.mock.calls[0]![0];
  expect(given).toMatchObject({ config: { dsn: 'adit', tunnel: '/monitoring-tunnel' }, quietMs: 7 });

  const early = {} as never;
  expect((await given.load()).start(early)).toBe('running');
  expect(start.mock.calls).toEqual([[early]]);
});

describe('the visit', () => {
  const loadVisit = async (monitoring: AditOptions['monitoring'], own?: string) => {
    startMonitoring.mockClear();
    options.monitoring = monitoring ?? {};
    process.env.ADIT_LOAD = own;
    if (own === undefined) delete process.env.ADIT_LOAD;
    const { provideVisit } = await import('./monitoring.ts');
    delete process.env.ADIT_LOAD;
    return { provideVisit, given: startMonitoring.mock.calls[0]![0].loadVisit };
  };

  it.each<[AditOptions['monitoring'], string | undefined, boolean]>([
    [{}, undefined, true],
    [{}, 'always', false],
    [{ load: 'needed' }, 'always', true],
    [{ load: 'always' }, undefined, false],
    [{ feedback: true }, undefined, false],
    [{ integrations: () => Promise.resolve([]) }, undefined, false],
    [{ integrations: () => Promise.resolve([]), load: 'needed' }, undefined, true],
  ])('with %j and own calls %s decides about the SDK: %s', async (monitoring, own, decides) => {
    expect((await loadVisit(monitoring, own)).given !== undefined).toBe(decides);
  });

  it('is that of a chunk of the page, or loaded alone', async () => {
    const { given, provideVisit } = await loadVisit({});
    expect(await given!()).toBe('late');
    provideVisit('provided' as never);
    expect(await given!()).toBe('provided');
  });
});
