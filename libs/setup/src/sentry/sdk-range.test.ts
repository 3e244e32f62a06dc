import { describe, expect, it } from '@jest/globals';
import { convertShop, DSN, HOOK, manifestOf, SDK } from '../../testing/shop.helper.ts';
import { applyPlan, readRepository } from '@adit/codebase';
import { planConversion } from './plan-conversion.ts';

describe('the version of the SDK', () => {
  it('is raised in pnpm’s catalog, where the application has it', () => {
    const { byHand, read } = convertShop({
      'package.json': manifestOf({ '@sentry/nextjs': 'catalog:' }),
      'pnpm-workspace.yaml':
        'packages: []\ncatalog:\n  # Ours.\n  "@sentry/nextjs": 9.1.0 # old\n  react: 19.2.0\n',
      'pnpm-lock.yaml': '',
    });
    expect(byHand).toEqual([]);
    expect(read('pnpm-workspace.yaml')).toMatch(
      /^packages: \[\]\ncatalog:\n {2}# Ours\.\n {2}"@sentry\/nextjs": .?11\.\S+ # old\n {2}react: 19\.2\.0\n$/,
    );
    expect(read('package.json')).toContain('"@sentry/nextjs":"catalog:"');
  });

  const TEN = { 'package.json': manifestOf({ '@sentry/nextjs': '^10.60.0' }) };

  it('stays if it is 10, with options that 11 does not have', () => {
    const { byHand, read } = convertShop({
      ...TEN,
      'sentry.server.config.ts': `${SDK}\nSentry.init({ ${DSN}, sendDefaultPii: true, skipOpenTelemetrySetup: true });\n`,
      'instrumentation-client.ts': `${SDK}\nSentry.init({ sendDefaultPii: true, enableLogs: true });\n${HOOK}`,
    });
    expect(byHand).toEqual([]);
    expect(read('package.json')).toContain('"@sentry/nextjs":"^10.60.0"');
    expect(read('sentry.server.config.ts')).toContain('skipOpenTelemetrySetup: true');
    expect(read('sentry.integrations.ts')).toContain('  enableLogs: true,\n');
    expect(read('adit.config.ts')).toContain('    dataCollection: { userInfo: true },\n');
  });

  it('is raised from 10 if that is wanted, also in an application that was converted before', () => {
    const { files } = convertShop({
      ...TEN,
      'sentry.server.config.ts': `${SDK}\nSentry.init({ ${DSN}, skipOpenTelemetrySetup: true });\n`,
    });
    applyPlan(files, planConversion(readRepository(files), files, { sdk: 11 }));
    expect(files.read('package.json')).toMatch(/"@sentry\/nextjs": ?"\^11/);
    expect(files.read('sentry.server.config.ts')).toContain('enableOpenTelemetrySetup: false');
    expect(planConversion(readRepository(files), files, { sdk: 11 }).changes).toEqual([]);
  });

  it('is raised with that of the packages beside it', () => {
    const { read } = convertShop({
      'package.json': manifestOf({ '@sentry/node': '^9.40.0', '@sentry/cli': '^2.0.0' }),
    });
    expect(read('package.json')).toMatch(/"@sentry\/node":"\^11/);
    expect(read('package.json')).toContain('"@sentry/cli":"^2.0.0"');
  });
});
