import { describe, expect, it } from '@jest/globals';
import { readRepository } from '@adit/codebase';
import { memoryFiles } from '@adit/testing';
import { planSetup } from './plan-setup.ts';

const LAYOUT = 'export default function L({ children }) {\n  return <body>{children}</body>;\n}\n';
const SHARED = {
  'package.json': '{\n  "dependencies": {\n    "next": "16.2.0",\n    "react": "19.2.0"\n  }\n}\n',
  'tsconfig.json': '{}',
};

describe('the route file of a zone', () => {
  const pathsWith = (options: string): readonly string[] => {
    const files = memoryFiles({
      ...SHARED,
      'vercel.json': '{}',
      'app/layout.tsx': LAYOUT,
      'next.config.ts': `export default { ${options} };\n`,
    });
    return planSetup(readRepository(files), files).changes.map(({ path }) => path);
  };

  it('lies below the prefix that the main application passes on, as the tunnel path does', () => {
    expect(pathsWith("assetPrefix: '/docs-static/'")).toContainEqual(
      expect.stringMatching(/^app\/docs-static\/[a-z]+-[a-z]+\/route\.ts$/),
    );
  });

  it.each([
    "assetPrefix: 'https://cdn.test', crossOrigin: 'anonymous'",
    "assetPrefix: '/a', basePath: '/a'",
    'assetPrefix: prefix',
  ])('control: does not with %s', (options) => {
    expect(pathsWith(options)).toContainEqual(expect.stringMatching(/^app\/[a-z]+-[a-z]+\/route\.ts$/));
  });
});
