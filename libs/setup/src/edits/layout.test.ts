import { describe, expect, it } from '@jest/globals';
import { itLeaves, itRoundTrips, textOf } from '../../testing/round-trip.helper.ts';
import { addToLayout, takeFromLayout } from './layout.ts';

const IMPORT = "import { AditRoot } from '@adit/next/root';\n";
const layout = (body: string): string =>
  `export default function Layout({ children }) {\n  return (\n    <html>\n${body}\n    </html>\n  );\n}\n`;

describe('wraps the page', () => {
  itRoundTrips(addToLayout, takeFromLayout, {
    'in a body of one line': [
      'app/layout.tsx',
      layout('      <body>{children}</body>'),
      `${IMPORT}\n${layout('      <body>\n        <AditRoot>{children}</AditRoot>\n      </body>')}`,
    ],
    'between other elements': [
      'app/layout.tsx',
      layout('      <body>\n        <Header />\n        {children}\n        <Footer />\n      </body>'),
      `${IMPORT}\n${layout('      <body>\n        <Header />\n        <AditRoot>{children}</AditRoot>\n        <Footer />\n      </body>')}`,
    ],
    'in what create-next-app writes': [
      'app/layout.tsx',
      `import type { Metadata } from "next";\nimport "./globals.css";\n\n${layout('      <body\n        className={`${a.variable} antialiased`}\n      >\n        {children}\n      </body>')}`,
      `import type { Metadata } from "next";\nimport "./globals.css";\nimport { AditRoot } from "@adit/next/root";\n\n${layout('      <body\n        className={`${a.variable} antialiased`}\n      >\n        <AditRoot>{children}</AditRoot>\n      </body>')}`,
    ],
    'in a provider': [
      'app/layout.jsx',
      layout('      <body><Providers session={children}>{ children }</Providers></body>'),
      `${IMPORT}\n${layout('      <body><Providers session={children}><AditRoot>{ children }</AditRoot></Providers></body>')}`,
    ],
    'that is a property': [
      'app/layout.js',
      'export default (props) => <html><body>{props.children}</body></html>',
      "import { AditRoot } from '@adit/next/root'\n\nexport default (props) => <html><body><AditRoot>{props.children}</AditRoot></body></html>",
    ],
    'that stands in another way, with all of the body': [
      'app/layout.tsx',
      layout('      <body>\n        <Shell page={children} />\n      </body>'),
      `${IMPORT}\n${layout('      <body><AditRoot>\n        <Shell page={children} />\n      </AditRoot></body>')}`,
    ],
    'that stands twice, with all of the body': [
      'app/layout.tsx',
      layout('      <body>{a ? <A>{children}</A> : <B>{children}</B>}</body>'),
      `${IMPORT}\n${layout('      <body><AditRoot>{a ? <A>{children}</A> : <B>{children}</B>}</AditRoot></body>')}`,
    ],
    'in each of two bodies': [
      'app/layout.tsx',
      'export default ({ children }) => a ? <body>{children}</body> : <body>{children}</body>;\n',
      `${IMPORT}\nexport default ({ children }) => a ? <body><AditRoot>{children}</AditRoot></body> : <body><AditRoot>{children}</AditRoot></body>;\n`,
    ],
    'but not in a body that is empty': [
      'app/layout.tsx',
      'export default ({ children }) => (a ? <body></body> : <body>{children}</body>);\n',
      `${IMPORT}\nexport default ({ children }) => (a ? <body></body> : <body><AditRoot>{children}</AditRoot></body>);\n`,
    ],
    'in the line of an element, which Prettier breaks then': [
      'app/layout.tsx',
      layout('\t<body>\n\t\t<main className="page">{children}</main>\n\t</body>'),
      `${IMPORT}\n${layout('\t<body>\n\t\t<main className="page">\n\t\t\t<AditRoot>{children}</AditRoot>\n\t\t</main>\n\t</body>')}`,
    ],
    'in a line that is broken in another way': [
      'app/layout.tsx',
      layout('      <body>{children}\n      </body>'),
      `${IMPORT}\n${layout('      <body><AditRoot>{children}</AditRoot>\n      </body>')}`,
    ],
    'in a line that is too long for one': [
      'app/layout.tsx',
      layout(`      <body className="${'a '.repeat(30)}">\n        {children}\n      </body>`),
      `${IMPORT}\n${layout(`      <body className="${'a '.repeat(30)}">\n        <AditRoot>{children}</AditRoot>\n      </body>`)}`,
    ],
    'in lines of Windows': [
      'app/layout.tsx',
      layout('<body>\n{children}\n</body>').replaceAll('\n', '\r\n'),
      `${IMPORT}\n${layout('<body>\n<AditRoot>\n{children}\n</AditRoot>\n</body>')}`.replaceAll('\n', '\r\n'),
    ],
  });
});

/** A layout that reads a nonce in its first statement. */
const withNonce = (read: string, body: string): string =>
  layout(body).replace('  return', `  ${read}\n  return`).replace('export default', 'export default async');

describe('passes the nonce of the request on', () => {
  const page = '      <body>{children}</body>';
  const wrapped = (nonce: string): string =>
    `      <body>\n        <AditRoot nonce={${nonce}}>{children}</AditRoot>\n      </body>`;
  const shape = (read: string, nonce: string) =>
    ['app/layout.tsx', withNonce(read, page), `${IMPORT}\n${withNonce(read, wrapped(nonce))}`] as const;

  itRoundTrips(addToLayout, takeFromLayout, {
    'with a default': shape("const nonce = (await headers()).get('x-nonce') ?? undefined;", 'nonce'),
    'with an empty default': shape("const id = (await headers()).get('X-Nonce') || '';", 'id'),
    'that may be null': shape("const nonce = (await headers()).get('x-nonce');", 'nonce ?? undefined'),
    'that is null by default': shape(
      "const nonce = (await headers()).get('x-nonce') ?? null;",
      'nonce ?? undefined',
    ),
    'that is never null': shape("const nonce = (await headers()).get('x-nonce')!;", 'nonce'),
    'of a list of headers': shape(
      "const headersList = await headers();\n  const nonce = headersList.get('x-nonce') as string;",
      'nonce',
    ),
    'of an older Next': shape("const nonce = headers().get('x-csp-nonce') ?? undefined;", 'nonce'),
    'around all of the body': [
      'app/layout.tsx',
      withNonce("const nonce = h.get('x-nonce') ?? '';", '<body>\n<Shell page={children} />\n</body>'),
      `${IMPORT}\n${withNonce("const nonce = h.get('x-nonce') ?? '';", '<body><AditRoot nonce={nonce}>\n<Shell page={children} />\n</AditRoot></body>')}`,
    ],
    'on lines of its own': [
      'app/layout.tsx',
      withNonce("const nonce = h.get('x-nonce') ?? '';", '<body>\n{children}\n</body>'),
      `${IMPORT}\n${withNonce("const nonce = h.get('x-nonce') ?? '';", '<body>\n<AditRoot nonce={nonce}>\n{children}\n</AditRoot>\n</body>')}`,
    ],
  });

  it.each([
    ['another header', withNonce("const nonce = (await headers()).get('x-id');", page)],
    ['a nonce that is made here', withNonce('const nonce = createNonce();', page)],
    [
      'the variable of another function',
      `async function Head() {\n  const nonce = (await headers()).get('x-nonce');\n  return nonce;\n}\n${layout(page)}`,
    ],
    ['a pattern', withNonce("const { length } = (await headers()).get('x-nonce') ?? '';", page)],
  ])('but not %s', (_what, text) => {
    expect(textOf(addToLayout('app/layout.tsx', text))).toContain('<AditRoot>{children}</AditRoot>');
  });
});

describe('leaves', () => {
  itLeaves(addToLayout, {
    'a layout without a body': [
      'app/layout.tsx',
      'export default ({ children }) => children;',
      'it has no <body>',
    ],
    'a body without children': ['app/layout.tsx', 'export default () => <body />;', 'it has no <body>'],
    'an empty body': ['app/layout.tsx', 'export default () => <body>\n</body>;', 'it has no <body>'],
    'another AditRoot': ['app/layout.tsx', 'const AditRoot = 1;', 'it has an AditRoot of its own'],
    'an error of syntax': [
      'app/layout.tsx',
      'export default () => <body>',
      'the file has an error of syntax',
    ],
    'an import on the line of the code': [
      'app/layout.tsx',
      "import a from 'a'; export default () => <body>{a}</body>;",
      'there is no line of its own for an import',
    ],
  });
});

describe('takes out what a person has changed', () => {
  it('with its lines, and its properties', () => {
    const text = `${IMPORT}\n${layout('<body>\n<AditRoot nonce={nonce}>\n  <Banner />\n  {children}\n</AditRoot>\n</body>')}`;
    expect(textOf(takeFromLayout('app/layout.tsx', text))).toBe(
      layout('<body>\n  <Banner />\n  {children}\n</body>'),
    );
  });

  it('leaves another use', () => {
    const why = 'it uses AditRoot in a way that is not known';
    expect(takeFromLayout('app/layout.tsx', `${IMPORT}export const Root = AditRoot;`)).toEqual({
      kind: 'unknown',
      why,
    });
    expect(takeFromLayout('app/layout.tsx', 'export const a = 1;')).toEqual({ kind: 'same' });
  });
});
