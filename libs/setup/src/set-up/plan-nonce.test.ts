import { expect, it } from '@jest/globals';
import { memoryFiles } from '@adit/testing';
import { applyPlan, readRepository } from '@adit/codebase';
import { planRemoval } from '../removal/plan-removal.ts';
import { planSetup } from './plan-setup.ts';

const PROXY =
  "export function proxy(request) {\n  const nonce = crypto.randomUUID();\n  const csp = `script-src 'self' 'nonce-${nonce}'`;\n  headers.set('x-nonce', nonce);\n}\n";
const layout = (read = ''): string =>
  `export default async function Layout({ children }) {\n${read}  return (\n    <html>\n      <body>{children}</body>\n    </html>\n  );\n}\n`;
const READ = '  const nonce = (await headers()).get("x-nonce") ?? undefined;\n';
const SHOP = {
  'package.json': '{\n  "dependencies": {\n    "next": "16.4.5",\n    "react": "19.3.1"\n  }\n}\n',
  'tsconfig.json': '{}',
  'src/app/layout.tsx': layout(),
};

function setUp(contents: Readonly<Record<string, string>>) {
  const files = memoryFiles({ ...SHOP, ...contents });
  const plan = () => planSetup(readRepository(files), files);
  const first = plan();
  applyPlan(files, first);
  const byHand = (): readonly string[] =>
    plan().steps.flatMap(({ path, byHand: hand }) => (hand ? [`${path}: ${hand.why}\n${hand.snippet}`] : []));
  return {
    files,
    layout: files.read('src/app/layout.tsx'),
    steps: first.steps.flatMap(({ path, byHand: hand }) =>
      hand ? [`${path}: ${hand.why}\n${hand.snippet}`] : [],
    ),
    again: byHand(),
  };
}

const BY_HAND =
  "src/app/layout.tsx: AditRoot has no nonce, and the policy of src/proxy.ts has one\nimport { headers } from 'next/headers';\nconst nonce = (await headers()).get('x-nonce') ?? undefined;\n<AditRoot nonce={nonce}>{children}</AditRoot>";

it('passes the nonce on that the layout reads', () => {
  const { layout: text, steps, again } = setUp({ 'src/proxy.ts': PROXY, 'src/app/layout.tsx': layout(READ) });
  expect(text).toContain('<AditRoot nonce={nonce}>{children}</AditRoot>');
  expect([...steps, ...again]).toEqual([]);
});

it('tells to read the nonce, until AditRoot has it', () => {
  const { layout: text, steps, again } = setUp({ 'src/proxy.ts': PROXY });
  expect(text).toContain('<AditRoot>{children}</AditRoot>');
  expect(steps).toEqual([BY_HAND]);
  expect(again).toEqual([BY_HAND]);
});

it('names the nonce in the code for a layout of an unknown shape', () => {
  const { steps } = setUp({ 'src/proxy.ts': PROXY, 'src/app/layout.tsx': 'export { Layout as default };\n' });
  expect(steps).toEqual([
    expect.stringMatching(/^src\/app\/layout\.tsx: it has no <body>\n.*\n.*\n.*\n<AditRoot nonce=\{nonce\}>/),
  ]);
});

it.each([
  ['no policy has one', {}],
  [
    'the policy allows all inline scripts',
    { 'src/proxy.ts': 'const csp = "script-src \'unsafe-inline\'";\n' },
  ],
  [
    'there is no inline script',
    {
      'src/proxy.ts': PROXY,
      'adit.config.ts':
        "import { defineAdit } from '@adit/next';\nexport default defineAdit({ router: false });\n",
    },
  ],
])('tells nothing of a nonce if %s', (_what, contents) => {
  expect(setUp(contents as Record<string, string>).steps.join('\n')).not.toContain('nonce');
});

it.each([
  ['with', layout(READ)],
  ['without', layout()],
])('a removal gives the layout %s a nonce back', (_what, text) => {
  const { files, layout: written } = setUp({ 'src/proxy.ts': PROXY, 'src/app/layout.tsx': text });
  expect(written).not.toBe(text);
  applyPlan(files, planRemoval(readRepository(files), files));
  expect(Object.fromEntries(files.contents)).toEqual({
    ...SHOP,
    'src/proxy.ts': PROXY,
    'src/app/layout.tsx': text,
  });
});
