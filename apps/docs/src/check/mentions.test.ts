import { join } from 'node:path';
import { placeOf } from '../collect/places.ts';
import { readDocuments } from '../collect/repository.ts';
import { readExisting } from './existing.ts';
import { goneOf, mentionsOf } from './mentions.ts';

const ROOT = join(__dirname, '../../../..');
const existing = readExisting(ROOT);
/** Libraries whose documents contain only their own options. `next` also passes on options of others. */
const OWN = [
  'fallback-ui',
  'monitoring-client',
  'monitoring-config',
  'policy',
  'router',
  'setup',
  'doctor',
  'codebase',
  'tunnel',
  'spool',
  'operations',
  'envelope',
];
const existingOf = new Map(OWN.map((name) => [`libs/${name}/`, readExisting(ROOT, `libs/${name}`)]));
const existingFor = (path: string) =>
  [...existingOf].find(([folder]) => path.startsWith(folder))?.[1] ?? existing;
/** Changelogs and decisions describe the past. */
const HISTORY = /CHANGELOG\.md$|^docs\/decisions\//;
const documents = [...readDocuments(ROOT)].filter(
  ([path]) => placeOf(path) !== undefined && !HISTORY.test(path),
);

it.each(documents)('%s names only what exists', (path, markdown) => {
  expect(goneOf(mentionsOf(markdown), existingFor(path))).toEqual([]);
});

it('reads names of each kind from the documents', () => {
  const mentions = documents.map(([, markdown]) => mentionsOf(markdown));
  const count = (kind: keyof (typeof mentions)[number]): number =>
    new Set(mentions.flatMap((one) => one[kind])).size;
  expect(count('variables')).toBeGreaterThan(25);
  expect(count('options')).toBeGreaterThan(60);
  expect(count('entryPoints')).toBeGreaterThan(25);
  expect(count('flags')).toBeGreaterThan(1);
});

it('fails for a name that is gone (control)', () => {
  const page = [
    'Set `ADIT_SPOOLL`, or run `npx @adit/cli doctor --onlin`:',
    "```ts\nimport { x } from '@adit/tunnel/nodes';\n```",
    '| option | default |\n| --- | --- |\n| `prefetch.slowNetworkGuess`, `slowMs` | 1 |',
  ].join('\n\n');
  expect(goneOf(mentionsOf(page), existing)).toEqual([
    'variables ADIT_SPOOLL',
    'options slowNetworkGuess',
    'entryPoints @adit/tunnel/nodes',
    'flags --onlin',
  ]);
});
