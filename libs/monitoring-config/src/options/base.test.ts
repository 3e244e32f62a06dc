import { MonitoringConfigError } from '../config-error.ts';
import { defineMonitoring } from '../define-monitoring.ts';
import type { SentrySdk } from './base.ts';
import { toClientOptions } from './client.ts';
import { toEdgeOptions } from './edge.ts';
import { toServerOptions } from './server.ts';

const eventFiltersIntegration = () => ({ name: 'EventFilters' });
const linkedErrorsIntegration = () => ({ name: 'LinkedErrors' });
const ACCEPTED =
  'accepted: an object with eventFiltersIntegration and linkedErrorsIntegration of the Sentry SDK';

describe.each([
  ['toClientOptions', toClientOptions],
  ['toServerOptions', toServerOptions],
  ['toEdgeOptions', toEdgeOptions],
] as const)('%s', (name, toOptions) => {
  it.each([
    [{ eventFiltersIntegration }, 'sdk is an object', 'linkedErrorsIntegration'],
    [{ linkedErrorsIntegration }, 'sdk is an object', 'eventFiltersIntegration'],
    [{}, 'sdk is an object', 'eventFiltersIntegration, linkedErrorsIntegration'],
    [undefined, 'sdk is undefined', 'eventFiltersIntegration, linkedErrorsIntegration'],
  ])('names what the SDK %j lacks', (sdk, given, missing) => {
    const create = () => toOptions(defineMonitoring({}), { sdk: sdk as unknown as SentrySdk });

    expect(create).toThrow(MonitoringConfigError);
    expect(create).toThrow(`${given}; ${ACCEPTED}; missing: ${missing}`);
  });

  it('names it too if there is no second argument', () => {
    const toOptionsWithoutSdk = toOptions as unknown as (monitoring: unknown) => unknown;

    expect(() => toOptionsWithoutSdk(defineMonitoring({}))).toThrow(MonitoringConfigError);
  });

  it('needs these functions of the SDK and no more', () => {
    const sdk = { eventFiltersIntegration, linkedErrorsIntegration };
    const { integrations } = toOptions(defineMonitoring({}), { sdk });

    expect(integrations([{ name: 'LinkedErrors' }]).map(({ name }) => name)).toEqual([
      'AditMonitoring',
      'EventFilters',
      'LinkedErrors',
      ...(name === 'toClientOptions' ? [] : ['AditPlainAddresses']),
    ]);
  });
});
