import type { StartMonitoringOptions } from '@adit/monitoring-client';
import type { AditOptions } from '../options.ts';

const options: AditOptions = { monitoring: { quietMs: 7 } };
const captured = jest.fn<undefined, [unknown]>();
const startMonitoring = jest.fn<object, [StartMonitoringOptions]>(() => ({
  captureError: captured,
  flush: 'flush',
}));
const start = jest.fn(() => 'running');

jest.mock('@adit/next/config-file', () => ({ __esModule: true, default: options }));
jest.mock('@adit/monitoring-client', () => ({ startMonitoring }));
jest.mock('./sdk.ts', () => ({ prepare: () => Promise.resolve({ start }) }));

it('listens at once, and loads the SDK when it is asked for', async () => {
  const { captureError, flush } = await import('../report/index.ts');
  expect(flush).toBe('flush');
  const error = Object.assign(new Error('Minified React error #441'), { digest: '' });
  const echo = Object.assign(new Error('Minified React error #441'), { digest: '1' });
  for (const thrown of [error, echo, 'text', null]) captureError(thrown);
  expect(captured.mock.calls).toEqual([[error], ['text'], [null]]);
  const given = startMonitoring.mock.calls[0]![0];
  expect(given).toMatchObject({ config: { dsn: 'adit', tunnel: '/monitoring-tunnel' }, quietMs: 7 });

  const early = {} as never;
  expect((await given.load()).start(early)).toBe('running');
  expect(start.mock.calls).toEqual([[early]]);
});
