import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { readRepository } from '@adit/codebase';
import { planSetup } from './plan-setup.ts';

const LAYOUT = 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n';
const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });
const OLD = { next: '13.5.1', react: '^17.0.2', 'react-dom': '^17.0.2', '@sentry/nextjs': '^8.0.0' };

function refusals(contents: Record<string, string>) {
  const files = memoryFiles({ 'app/layout.tsx': LAYOUT, ...contents });
  const { changes, steps } = planSetup(readRepository(files), files);
  expect(changes).toEqual([]);
  return steps.map(({ path, reason, byHand }) => ({
    path,
    reason,
    why: byHand?.why ?? '',
    lines: byHand?.snippet.split('\n') ?? [],
  }));
}

it('names all packages that are too old in one answer, with the commands in their order', () => {
  const [answer, ...others] = refusals({ 'package.json': manifest(OLD) });

  expect(others).toEqual([]);
  expect(answer?.reason).toMatch(/^Adit needs next .+, react .+ and @sentry\/nextjs .+\.$/);
  expect(answer?.why).toBe('the application has next 13.5.1, react ^17.0.2 and @sentry/nextjs ^8.0.0');
  expect(answer?.lines).toEqual([
    'npm install next@^14.2.0 react@^18.3.0 react-dom@^18.3.0',
    expect.stringMatching(/^npm install "?@sentry\/nextjs@/),
    'npx @adit/cli init',
  ]);
});

it.each([
  ['14.1.4', '18.2.0', 'next@^14.2.0 react@^18.3.0'],
  ['12.0.0', '19.0.0', 'next@^14.2.0'],
  ['18.0.0', '20.1.0', 'next@^16.0.0 react@^19.0.0'],
])('next %s and react %s are raised to the closest supported major: %s', (next, react, named) => {
  const [answer] = refusals({ 'package.json': manifest({ next, react }) });
  expect(answer?.lines[0]).toBe(`npm install ${named}`);
});

it('says with them what must be converted, versions first', () => {
  const steps = refusals({
    'package.json': manifest({ ...OLD, react: '19.2.0' }),
    'next.config.js':
      "const { withSentryConfig } = require('@sentry/nextjs');\nmodule.exports = withSentryConfig({});\n",
  });

  expect(steps.map(({ path }) => path)).toEqual(['package.json', 'next.config.js']);
  expect(steps[0]?.lines.at(-1)).toBe('npx @adit/cli convert-sentry');
  expect(steps[0]?.why).not.toContain('react');
});

it('says where a range stands: in the catalog, and in the manifest of the root', () => {
  const [answer] = refusals({
    'package.json': JSON.stringify({ private: true, dependencies: { react: '17.0.2' } }),
    'pnpm-workspace.yaml': 'packages: [apps/*]\ncatalog:\n  next: 13.5.1\n',
    'pnpm-lock.yaml': '',
    'apps/web/package.json': manifest({ next: 'catalog:' }),
    'apps/web/app/layout.tsx': LAYOUT,
  });

  expect(answer?.why).toBe('the application has next 13.5.1 and react 17.0.2');
  expect(answer?.lines).toEqual([
    expect.stringMatching(/^pnpm add .*react@\^18\.3\.0$/),
    '# pnpm-workspace.yaml: "next": "^14.2.0"',
    'pnpm install',
    'npx @adit/cli init',
  ]);
});

it.each(['workspace:*', 'latest', 'npm:@acme/react@1.0.0'])(
  'control: %s is no version that is too old',
  (react) => {
    const files = memoryFiles({
      'package.json': manifest({ next: '16.2.0', react }),
      'app/layout.tsx': LAYOUT,
    });
    expect(planSetup(readRepository(files), files).changes).not.toEqual([]);
  },
);

it('adds @sentry/core for pnpm in the range of the SDK that is there', () => {
  const files = memoryFiles({
    'package.json': manifest({ next: '16.2.0', react: '19.2.0', '@sentry/nextjs': 'catalog:' }),
    'pnpm-workspace.yaml': 'catalog:\n  "@sentry/nextjs": 11.4.0\n',
    'pnpm-lock.yaml': '',
    'app/layout.tsx': LAYOUT,
  });
  const { changes } = planSetup(readRepository(files), files);
  expect(changes.find(({ path }) => path === 'package.json')?.after).toContain('"@sentry/core": "11.4.0"');
});
