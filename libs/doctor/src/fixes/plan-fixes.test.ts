import { describe, expect, it } from '@jest/globals';
import { applicationWith } from '../../testing/applications.helper.ts';
import { BROKEN } from '../../testing/broken-applications.helper.ts';
import { applyPlan, readRepository } from '@adit/codebase';
import { diagnose } from '../diagnose.ts';
import { markMendable } from './mark-mendable.ts';
import { planFixes } from './plan-fixes.ts';

/** The mistakes that are fixed, and the files that change. The others need a decision. */
const MENDED: Readonly<Record<string, readonly string[]>> = {
  'set-up: no layout has AditRoot': ['app/layout.tsx'],
  'peer-ranges: no @sentry/nextjs': ['package.json'],
  'peer-ranges: pnpm without @sentry/core': ['package.json'],
  'peer-ranges: Yarn without node_modules, and without @sentry/core': ['package.json'],
  'next-config: no next.config': ['next.config.ts'],
  'next-config: nothing calls withAdit': ['next.config.ts'],
  'next-config: withAdit from the wrong entry': ['next.config.ts'],
  'page-extensions: Next ignores instrumentation': ['instrumentation.page.ts', 'instrumentation.ts'],
  'page-extensions: Next ignores a screen': ['app/global-error.page.tsx', 'app/global-error.tsx'],
  'instrumentation: in src, though the routes lie beside it': [
    'instrumentation.ts',
    'src/instrumentation.ts',
  ],
  'instrumentation: beside src': ['instrumentation.ts', 'src/instrumentation.ts'],
  'instrumentation: nothing for the browser': ['instrumentation-client.ts'],
  'instrumentation: one of the application’s own': ['instrumentation.ts'],
  'instrumentation: no onRequestError': ['instrumentation.ts'],
  'tunnel-path: the route file is elsewhere': [
    'app/(shop)/monitoring-tunnel/route.ts',
    'app/quarry/route.ts',
  ],
  'tunnel-path: tunnelRoute is left': ['next.config.ts'],
  'tunnel-answered: no route file on Vercel': ['app/monitoring-tunnel/route.ts'],
  'unknown-address: the root layout lies below a segment': ['app/[locale]/[...unknown]/page.tsx'],
  'tunnel-answered: the route runs on the edge': ['app/monitoring-tunnel/route.ts'],
  'tunnel-matcher: the proxy runs for the route file': ['proxy.ts'],
  'release: env replaces that of the bundles': ['next.config.ts'],
  'release: env of a constant replaces that of the bundles': ['next.config.ts'],
  'agents: the block is that of another version': ['AGENTS.md'],
  'screens: no error screen': ['app/error.tsx'],
  'screens: no global-error': ['app/global-error.tsx'],
  'screens: the 403 screen shows 404': ['app/forbidden.tsx'],
  'screens: forbidden() without a screen': ['app/forbidden.tsx'],
  'screens: no pages/_error': ['pages/_error.tsx'],
};

describe.each(BROKEN)('$check: $mistake', ({ check, mistake, files: overlay, context }) => {
  const { files, repository } = applicationWith(overlay);
  const plan = planFixes(repository, files);
  const problems = () =>
    diagnose(readRepository(files), files, context).findings.filter(({ level }) => level !== 'ok');

  it('is mended as the table says, and nothing else changes', () => {
    expect(plan.changes.map(({ path }) => path)).toEqual(MENDED[`${check}: ${mistake}`] ?? []);
    expect(plan.steps.length > 0).toBe(plan.changes.length > 0);
  });

  it('is marked as mendable if it is mended', () => {
    const report = markMendable(diagnose(repository, files, context), repository, files, context);

    expect(report.findings.filter(({ level }) => level !== 'ok').map(({ mendable }) => mendable)).toEqual([
      plan.changes.length > 0 ? true : undefined,
    ]);
  });

  it('is gone then, and a second run has nothing to do', () => {
    applyPlan(files, plan);

    expect(problems()).toHaveLength(plan.changes.length > 0 ? 0 : 1);
    if (plan.changes.length > 0) expect(planFixes(readRepository(files), files).changes).toEqual([]);
  });
});

it('leaves a healthy application, and one without Adit, alone', () => {
  for (const overlay of [
    {},
    { 'package.json': '{ "dependencies": { "next": "16.4.5" } }', 'adit.config.ts': undefined },
  ]) {
    const { files, repository } = applicationWith(overlay);

    expect(planFixes(repository, files)).toEqual({ changes: [], steps: [] });
  }
});

it('mends several problems, and leaves those that need a decision', () => {
  const { files, repository } = applicationWith({
    'app/error.tsx': undefined,
    'instrumentation.ts': undefined,
    'next.config.ts':
      "import { withAdit } from '@adit/next';\nexport default withAdit({ productionBrowserSourceMaps: true });\n",
  });
  const plan = planFixes(repository, files);
  applyPlan(files, plan);

  expect(plan.steps.map(({ path }) => path).sort()).toEqual([
    'app/error.tsx',
    'instrumentation.ts',
    'next.config.ts',
  ]);
  const { findings } = diagnose(readRepository(files), files);
  expect(findings.filter(({ level }) => level !== 'ok').map(({ check }) => check)).toEqual(['source-maps']);
});

it('refuses a folder without an application', () => {
  const { files, repository } = applicationWith();

  expect(() => planFixes(repository, files, { applications: ['apps/cart'] })).toThrow(
    /no application in "apps\/cart"/,
  );
});

it.each([
  [
    "withAdit({}, { sentry: { org: 'acme', tunnelRoute: '/errors' } })",
    "withAdit({}, { sentry: { org: 'acme' } })",
  ],
  [
    "withAdit({}, { sentry: { tunnelRoute: '/errors', org: 'acme' } })",
    "withAdit({}, { sentry: { org: 'acme' } })",
  ],
  ["withAdit({}, { sentry: { tunnelRoute: '/errors', } })", 'withAdit({}, { sentry: {} })'],
])('takes tunnelRoute out of %s', (config, expected) => {
  const head = "import { withAdit } from '@adit/next/config';\nexport default ";
  const { files, repository } = applicationWith({ 'next.config.ts': `${head}${config};\n` });

  expect(planFixes(repository, files).changes[0]?.after).toBe(`${head}${expected};\n`);
});

it.each([
  ['the target is taken', { 'src/instrumentation.ts': '' }],
  [
    'the file imports a neighbour',
    { 'instrumentation.ts': "import './start';\nexport function register() {}\n" },
  ],
])('does not move instrumentation if %s', (_case, overlay) => {
  const { files, repository } = applicationWith({
    'src/app/page.tsx': 'export default () => null;',
    ...overlay,
  });

  expect(
    planFixes(repository, files).changes.filter(
      ({ path, after }) => path === 'instrumentation.ts' && after === undefined,
    ),
  ).toEqual([]);
});
