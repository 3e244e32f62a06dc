import { join } from 'node:path';
import { placeOf } from '../collect/places.ts';
import { readDocuments } from '../collect/repository.ts';
import { compileSnippets } from './compile.ts';
import { snippetsOf } from './snippets.ts';

const PROJECT = join(__dirname, '../..');
const FOLDER = join(PROJECT, '.snippets');
const DECLARATIONS = ['app-names', 'app-modules'].map((name) => join(PROJECT, `snippets/${name}.ts`));

const all = [...readDocuments(join(PROJECT, '../..'))]
  .filter(([path]) => placeOf(path) !== undefined)
  .flatMap(([path, markdown]) => snippetsOf(path, markdown));
const checked = all.filter(({ unchecked }) => unchecked === undefined);

describe('each block of TypeScript on the site', () => {
  const WRONG = [
    ...snippetsOf(
      'option',
      "```ts\nimport { createTunnel } from '@adit/tunnel';\ncreateTunnel({ allowedDsn: [] });\n```",
    ),
    ...snippetsOf('export', "```ts\nimport { createTunel } from '@adit/tunnel';\n```"),
    ...snippetsOf('name', '```ts\nnobodyDeclares();\n```'),
    ...snippetsOf('syntax', '```ts\nconst a = (b) => …;\n```'),
  ];
  const errors = compileSnippets([...checked, ...WRONG], FOLDER, DECLARATIONS);

  it.each(checked)('has the types of the libraries: $place', ({ place }) => {
    expect(errors.get(place)).toEqual([]);
  });

  it('leans on names whose types exist', () => {
    expect(DECLARATIONS.map((path) => errors.get(path))).toEqual([undefined, undefined]);
  });

  it('are many, and few of them are left out', () => {
    expect(checked.length).toBeGreaterThan(50);
    expect(all.length - checked.length).toBeLessThan(5);
  });

  it.each([
    ['option:1', /'allowedDsn' does not exist/],
    ['export:1', /no exported member(?: named)? 'createTunel'/],
    ['name:1', /Cannot find name 'nobodyDeclares'/],
    ['syntax:1', /Invalid character/],
  ])('fails for a wrong %s (control)', (place, message) => {
    expect(errors.get(place)?.join()).toMatch(message);
  });
});

describe('snippetsOf', () => {
  it('splits a block into the files that its comments name', () => {
    const [snippet] = snippetsOf(
      'a.md',
      "\n```ts\n// a.ts: one\nimport 'x';\n// not.ts a name\n\n// b.tsx\n<b />;\n```\n",
    );
    expect(snippet?.place).toBe('a.md:2');
    expect([...(snippet?.files.keys() ?? [])]).toEqual(['a.ts', 'b.tsx']);
  });

  it('gives a block the imports of the blocks above it that it needs', () => {
    const markdown =
      "```ts\nimport d, { a, type b as c } from 'x';\n```\n\n```tsx\na(d); const c = 1;\n```\n\n```js\nimport no from 'y';\n```\n";
    expect(snippetsOf('a.md', markdown)[1]?.files.get('snippet.tsx')).toBe(
      "import d from 'x';\nimport { a } from 'x';\na(d); const c = 1;\n\nexport {};\n",
    );
  });

  it('leaves a block out for a reason, and throws without one', () => {
    expect(snippetsOf('a.md', '```ts nocheck: a part of a file\n…\n```')[0]?.unchecked).toBe(
      'a part of a file',
    );
    expect(() => snippetsOf('a.md', '```ts nocheck\n…\n```')).toThrow(
      'a.md:1: nocheck has no reason; write `ts nocheck: why`',
    );
  });
});
