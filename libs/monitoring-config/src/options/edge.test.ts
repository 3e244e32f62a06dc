/**
 * @jest-environment-options {"customExportConditions": ["@adit/source", "edge", "require", "default"]}
 */
import * as Sentry from '@sentry/nextjs';
import { createScriptedIngest } from '@adit/testing';
import { defineMonitoring } from '../define-monitoring.ts';
import { toEdgeOptions } from './edge.ts';
import { describeNoise } from '../../testing/noise.contract.ts';
import { driveSdk, DSN, type OptionsContract } from '../../testing/sdk-harness.helper.ts';
import { describeOutgoing, describeRepeats, describeSettings } from '../../testing/settings.contract.ts';

const contract: OptionsContract = { sdk: Sentry, init: Sentry.init, build: toEdgeOptions };
const flushReports = async () => {
  await Sentry.flush(1_000);
};

describe('toEdgeOptions with the edge build of @sentry/nextjs', () => {
  const driver = driveSdk(contract);
  describeSettings(driver);
  describeOutgoing(driver);
  describeRepeats(driver);
  describeNoise(driver, { flushReports });

  it('S25 leaves logs to the flush at the end of a request, because the edge SDK runs no timer', async () => {
    jest.useFakeTimers();
    const { logs } = driver.start();

    Sentry.logger.info('first');
    await jest.advanceTimersByTimeAsync(60_000);
    const early = logs().length;
    const flushed = Sentry.flush(1_000);
    await jest.advanceTimersByTimeAsync(1_000);
    await flushed;

    expect(early).toBe(0);
    expect(logs()).toHaveLength(1);
  });

  it('posts to the ingest origin with a content type', async () => {
    const ingest = await createScriptedIngest();
    const env = { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin };
    Sentry.init(toEdgeOptions(defineMonitoring(env), { sdk: Sentry }));

    Sentry.captureException(new Error('real'));
    await Sentry.flush(1_000);
    await ingest.close();

    expect(ingest.received.map(({ headers }) => headers['content-type'])).toEqual([
      'application/x-sentry-envelope',
    ]);
  });
});
