/**
 * @jest-environment-options {"customExportConditions": ["@adit/source", "edge", "require", "default"]}
 */
import * as Sentry from '@sentry/nextjs';
import { toEdgeOptions } from './edge.ts';
import { describeNoise } from './noise.contract.ts';
import { startSdk, type OptionsContract } from './sdk-harness.contract.ts';
import { describeSettings } from './settings.contract.ts';

const contract: OptionsContract = { sdk: Sentry, init: Sentry.init, build: toEdgeOptions };
const flushReports = async () => {
  await Sentry.flush(1_000);
};

describe('toEdgeOptions with the edge build of @sentry/nextjs', () => {
  describeSettings(contract);
  describeNoise(contract, { flushReports });

  it('S25 leaves logs to the flush at the end of a request, because the edge SDK runs no timer', async () => {
    jest.useFakeTimers();
    const { logs } = startSdk(contract)();

    Sentry.logger.info('first');
    await jest.advanceTimersByTimeAsync(60_000);
    const early = logs().length;
    const flushed = Sentry.flush(1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    await flushed;

    expect(early).toBe(0);
    expect(logs()).toHaveLength(1);
  });
});
