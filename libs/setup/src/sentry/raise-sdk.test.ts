import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { applyPlan, readRepository } from '@adit/codebase';
import { planRemoval } from '../removal/plan-removal.ts';
import { planConversion } from './plan-conversion.ts';

const WIZARD = {
  'tsconfig.json': '{}',
  'pnpm-lock.yaml': 'lockfileVersion: 9.0\n',
  'app/layout.tsx': 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n',
  'next.config.ts':
    "import { withSentryConfig } from '@sentry/nextjs';\n\nexport default withSentryConfig({}, { silent: true });\n",
  'instrumentation-client.ts':
    "import * as Sentry from '@sentry/nextjs';\n\nSentry.init({ dsn: process.env.NEXT_PUBLIC_SENTRY_DSN });\n",
};
const manifest = (sdk: string) =>
  JSON.stringify({ dependencies: { next: '16.2.0', react: '19.2.0', '@sentry/nextjs': sdk } }, undefined, 2);

it('raises the SDK in the catalog that has it, and a removal puts the catalog back', () => {
  const contents = {
    ...WIZARD,
    'package.json': manifest('catalog:'),
    'pnpm-workspace.yaml': 'packages: []\ncatalog:\n  "@sentry/nextjs": 8.55.0 # pinned\n',
  };
  const files = memoryFiles(contents);
  const { changes } = planConversion(readRepository(files), files);
  applyPlan(files, { changes, steps: [] });

  expect(files.contents.get('pnpm-workspace.yaml')).toMatch(/^ {2}"@sentry\/nextjs": [^8\s].* # pinned$/m);
  expect(files.contents.get('package.json')).toContain('"@sentry/nextjs": "catalog:"');
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual(contents);
});

it('changes nothing if the SDK is patched, and says so', () => {
  const patched = 'patch:@sentry/nextjs@npm%3A8.55.0#./sentry.patch';
  const files = memoryFiles({ ...WIZARD, 'package.json': manifest(patched) });
  const { changes, steps } = planConversion(readRepository(files), files);

  expect(changes).toEqual([]);
  expect(steps.flatMap(({ byHand }) => byHand?.why ?? [])).toContainEqual(expect.stringContaining('8.55.0'));
});
