import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { readRepository } from '@adit/codebase';
import { planSetup } from './plan-setup.ts';

const created = (next: string): readonly string[] => {
  const files = memoryFiles({
    'package.json': JSON.stringify({ dependencies: { next, react: '^18.3.1' } }),
    'tsconfig.json': '{}',
    'app/layout.tsx': 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n',
  });
  return planSetup(readRepository(files), files).changes.map(({ path }) => path);
};

it.each(['14.2.35', '^14.2.0', '~14.2.1'])('Next %s gets no file that it does not read', (next) => {
  expect(created(next)).toContain('next.config.mjs');
  expect(created(next)).not.toContain('next.config.ts');
  expect(created(next)).not.toContain('app/forbidden.tsx');
  expect(created(next)).toContain('app/not-found.tsx');
});

it('Next 15.0 reads next.config.ts, and has no screens for 401 and 403', () => {
  expect(created('15.0.4')).toContain('next.config.ts');
  expect(created('15.0.4')).not.toContain('app/unauthorized.tsx');
});

it.each(['15.3.0', '>=14.2', 'latest', 'workspace:*'])('control: %s may be one that reads them', (next) => {
  expect(created(next)).toEqual(expect.arrayContaining(['next.config.ts', 'app/forbidden.tsx']));
});
