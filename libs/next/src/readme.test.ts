/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const EXAMPLE = join(__dirname, '../../../examples/next-16-app');
const README = readFileSync(join(__dirname, '../README.md'), 'utf8');

/** Files that exist only for Adit, and those that an application has anyway. */
const OWN_FILES = [
  'adit.config.ts',
  'next.config.ts',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'app/error.tsx',
  'app/global-error.tsx',
  'app/not-found.tsx',
  'app/forbidden.tsx',
  'app/unauthorized.tsx',
];

const read = (file: string): string => readFileSync(join(EXAMPLE, file), 'utf8');
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

it('takes at most 25 lines in all', () => {
  const lines = [
    ...OWN_FILES.flatMap((file) => linesOf(read(file))),
    ...linesOf(read('app/layout.tsx')).filter((line) => line.includes('AditRoot')),
  ];
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThanOrEqual(25);
});

it('is all that the example has of Adit', () => {
  const files = readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/node_modules|\.next/.test(file) && read(file).includes('@adit/'),
  );
  expect(files.sort()).toEqual([...OWN_FILES, 'app/layout.tsx'].sort());
});

it.each(OWN_FILES)('stands in the README as in the example: %s', (file) => {
  for (const line of linesOf(read(file))) expect(README).toContain(line);
});
