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
