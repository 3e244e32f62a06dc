import { describe, expect, it } from '@jest/globals';
import { array, assert, boolean, constantFrom, property, record, type Arbitrary } from 'fast-check';
import { textOf } from '../../testing/round-trip.helper.ts';
import { type Edit, parseSource } from '@adit/codebase/source';
import { addHooks, CLIENT, INSTRUMENTATION, takeHooks } from './hooks.ts';
import { addToLayout, takeFromLayout } from './layout.ts';
import { addToNextConfig, takeFromNextConfig } from './next-config.ts';
import { addToOwnScreen, takeFromOwnScreen } from './own-screen.ts';
import { addToProxy, takeFromProxy } from './proxy.ts';

/** Files in any style: comments, blank lines, quotes, semicolons, indentation, line breaks and a byte order mark vary. */
function filesWith(codes: readonly string[]): Arbitrary<string> {
  const comment = constantFrom(
    '',
    '// A note\n',
    '/* A note */\n',
    '/**\n * A note\n */\n',
    '\n',
    '// A note\n\n',
  );
  return record({
    mark: constantFrom('', '', '\uFEFF'),
    head: constantFrom('', '// @ts-check\n', '/* Copyright Acme */\n\n', '// eslint-disable\n\n\n'),
    imports: array(
      constantFrom(
        "import a1 from 'a1';",
        "import 'b1';",
        "import {\n  c1,\n} from 'c1'; // why",
        "import * as d1 from 'd1';",
      ),
      { maxLength: 3 },
    ),
    gap: constantFrom('', '\n', '\n\n'),
    before: array(comment, { maxLength: 3 }),
    own: constantFrom('', "const own = 'own';\n", 'function own() {\n  return 1;\n}\n\n'),
    code: constantFrom(...codes),
    after: constantFrom('', '\n', ' // the end\n', '\n\n/* the end */'),
    double: boolean(),
    bare: boolean(),
    tabs: boolean(),
    windows: boolean(),
  }).map(({ mark, head, imports, gap, before, own, code, after, ...style }) => {
    const lines = imports.map((line, index) => `${line.replaceAll('1', String(index))}\n`).join('');
    let text = head + lines + (lines ? gap : '') + before.join('') + own + code + after;
    if (style.double) text = text.replaceAll("'", '"');
    if (style.bare) text = text.replaceAll(/;$/gm, '');
    if (style.tabs) text = text.replaceAll(/^(?: {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
    return mark + (style.windows ? text.replaceAll('\n', '\r\n') : text);
  });
}

type Editor = (path: string, text: string) => Edit;

const EDITORS: Readonly<
  Record<string, readonly [path: string, add: Editor, take: Editor, codes: readonly string[]]>
> = {
  'next.config': [
    'next.config.ts',
    addToNextConfig,
    takeFromNextConfig,
    [
      'export default {};',
      'export default withMDX(withBundleAnalyzer({ a: 1 }))({\n  b: 2,\n});',
      'export default function config() {\n  return {};\n}',
      'export default async (phase: string) => ({ phase });',
      'export default { a: 1 } satisfies NextConfig;',
      'const config: NextConfig = {\n  // inside\n  a: 1,\n};\n\nexport default config;',
      'export = { a: 1 };',
    ],
  ],
  'next.config of CommonJS': [
    'next.config.js',
    addToNextConfig,
    takeFromNextConfig,
    ["const a = require('a');\nmodule.exports = a({\n  b: 1,\n});", 'module.exports = async () => ({});'],
  ],
  instrumentation: [
    'instrumentation.ts',
    (path, text) => addHooks(path, text, INSTRUMENTATION),
    (path, text) => takeHooks(path, text, INSTRUMENTATION),
    [
      'export function register() {\n  a();\n}',
      'export async function register() {\n  // first\n  await a(); // last\n}',
      'export const register = async () => {\n  if (b) {\n    await a();\n  }\n};',
      'export function onRequestError(error, request, context) {\n  a(error);\n}',
      'export const a = 1;',
    ],
  ],
  'instrumentation-client': [
    'instrumentation-client.ts',
    (path, text) => addHooks(path, text, CLIENT),
    (path, text) => takeHooks(path, text, CLIENT),
    ['a();', 'export const onRouterTransitionStart = (url, type) => {\n  a(url, type);\n};'],
  ],
  proxy: [
    'proxy.ts',
    addToProxy,
    takeFromProxy,
    [
      'export function proxy(request: NextRequest) {\n  return a(request);\n}',
      'export const proxy = auth((request) => {\n  return a;\n});',
      'export default createMiddleware(a);',
      "export async function proxy() {}\n\nexport const config = { matcher: '/a' };",
    ],
  ],
  layout: [
    'layout.tsx',
    addToLayout,
    takeFromLayout,
    [
      'export default ({ children }) => <html><body>{children}</body></html>;',
      'export default function Layout({ children }) {\n  return (\n    <html>\n      <body>\n        {/* top */}\n        <Nav />\n        {children}\n      </body>\n    </html>\n  );\n}',
      'export default ({ a, b }) => <body>\n  {a}\n  {b}\n</body>;',
    ],
  ],
  'own screen': [
    'error.tsx',
    addToOwnScreen,
    takeFromOwnScreen,
    [
      'export default function Error({ error }) {\n  return <p>{error.message}</p>;\n}',
      'const Error = (props) => {\n  return null;\n};\nexport default Error;',
    ],
  ],
};

describe('any file that an edit knows', () => {
  it.each(Object.entries(EDITORS))('of %s comes back byte for byte', (_name, [path, add, take, codes]) => {
    assert(
      property(filesWith(codes), (text) => {
        const after = textOf(add(path, text));
        expect(parseSource(path, after)).toBeDefined();
        expect(add(path, after)).toEqual({ kind: 'same' });
        expect(textOf(take(path, after))).toBe(text);
      }),
      { numRuns: 100 },
    );
  });
});
