import { describe, expect, it } from '@jest/globals';
import { readRepository, applyPlan } from '@adit/codebase';
import { remove, setUp } from '../../testing/removal.helper.ts';
import { planConversion } from '../sentry/plan-conversion.ts';

const SHOP = {
  'package.json': '{\n  "name": "shop",\n  "dependencies": { "next": "16.4.5", "react": "19.3.1" }\n}\n',
  'tsconfig.json': '{}',
  'app/layout.tsx':
    'export default function Layout({ children }) {\n  return <html><body>{children}</body></html>;\n}\n',
};

/** A set-up whose `adit.config` a user has edited, and files of the user. */
function edited(options: string, others: Readonly<Record<string, string>> = {}) {
  const files = setUp(SHOP);
  files.write(
    'adit.config.ts',
    (files.read('adit.config.ts') ?? '').replace('monitoring: {', `${options} monitoring: {`),
  );
  for (const [path, text] of Object.entries(others)) files.write(path, text);
  return files;
}

describe('an adit.config that was edited', () => {
  it('goes, with the packages, and the plan names the options that go with it', () => {
    const files = edited("router: { slowMs: 500 }, screens: { homeHref: '/start', texts: TEXTS },");
    const { steps, changes } = remove(files);
    expect(Object.fromEntries(files.contents)).toEqual(SHOP);
    expect(steps.filter(({ byHand }) => byHand)).toEqual([]);
    expect(steps.find(({ path }) => path === 'adit.config.ts')?.reason).toBe(
      'Only Adit reads this file. Your options go with it: router.slowMs, screens.homeHref, screens.texts.',
    );
    expect(changes.find(({ path }) => path === 'adit.config.ts')?.before).toContain('slowMs: 500');
    expect(remove(files)).toEqual({ changes: [], steps: [] });
  });

  it.each([
    ['no options', 'export default {};\n', 'Your changes to it go with it.'],
    [
      'an object without a call',
      "const router = { slowMs: 1 };\nexport default { name: 'Shop', router, tunnel: options() };\n",
      'Your options go with it: router.slowMs, tunnel.',
    ],
    ['an error of syntax', 'export default {', 'Your changes to it go with it.'],
  ])('goes if it has %s', (_title, text, words) => {
    const files = edited('', { 'adit.config.ts': text });
    expect(remove(files).steps.find(({ path }) => path === 'adit.config.ts')?.reason).toBe(
      `Only Adit reads this file. ${words}`,
    );
    expect(Object.fromEntries(files.contents)).toEqual(SHOP);
  });

  it('goes, and the plan names the files that it imports, because they stay', () => {
    const files = edited("sentry: { integrations: () => import('./sentry.integrations') },", {
      'sentry.integrations.ts': 'export const integrations = [];\n',
      'lib/sentry.integrations.ts': 'export const other = 1;\n',
    });
    expect(remove(files).steps.find(({ path }) => path === 'adit.config.ts')?.reason).toBe(
      'Only Adit reads this file. Your options go with it: sentry.integrations. It imports sentry.integrations.ts, which stays.',
    );
    expect(files.exists('sentry.integrations.ts')).toBe(true);
  });

  it('control: is not a file of an application without Adit', () => {
    const files = edited('');
    remove(files);
    files.write('adit.config.ts', 'export const seam = 1;\n');
    expect(remove(files)).toEqual({ changes: [], steps: [] });
    expect(files.exists('adit.config.ts')).toBe(true);
  });

  it('goes after a conversion, too', () => {
    const files = setUp({});
    const before = {
      ...SHOP,
      'instrumentation-client.ts':
        "import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://a@b.c/1' });\n",
      'package.json': SHOP['package.json'].replace('"next"', '"@sentry/nextjs": "^11.0.0", "next"'),
      'adit.config.ts': "import { defineAdit } from '@adit/next';\nexport default defineAdit({});\n",
    };
    for (const [path, text] of Object.entries(before)) files.write(path, text);
    applyPlan(files, planConversion(readRepository(files), files));
    files.write('adit.config.ts', `${files.read('adit.config.ts')}// mine\n`);
    const steps = remove(files).steps.filter(({ path }) => path === 'adit.config.ts');
    expect(steps.map(({ byHand }) => byHand)).toEqual([undefined]);
    expect(files.exists('adit.config.ts')).toBe(false);
  });
});

describe('an adit.config that other code imports', () => {
  it.each([
    ["import config from '../adit.config';\n"],
    ["import { type limits } from '../adit.config.ts';\n"],
    ["import type config from '@/adit.config';\n"],
    ["const config = await import('~/adit.config.js');\n"],
    ["module.exports = require('../adit.config');\n"],
  ])('stays, with what it needs, and a step says which: %s', (code) => {
    const files = edited('', { 'lib/limits.ts': code });
    expect(remove(files).steps.flatMap(({ path, byHand }) => (byHand ? [[path, byHand]] : []))).toEqual([
      [
        'adit.config.ts',
        {
          why: 'lib/limits.ts imports it, so it stays; take the import out, and run this again',
          snippet: code.trim(),
        },
      ],
    ]);
    expect(files.exists('adit.config.ts')).toBe(true);
    expect(files.read('package.json')).toContain('@adit/next');

    files.remove('lib/limits.ts');
    remove(files);
    expect(Object.fromEntries(files.contents)).toEqual(SHOP);
  });

  it.each([
    ["// see '../adit.config'\nexport const a = 1;\n"],
    ["export default [{ ignores: ['adit.config.ts'] }];\n"],
    ["import config from './adit.config';\n"],
    ["import config from '../adit.config.json';\n"],
  ])('control: goes if no code imports it: %s', (code) => {
    const files = edited('', { 'lib/limits.ts': code });
    remove(files);
    expect(files.exists('adit.config.ts')).toBe(false);
  });
});
