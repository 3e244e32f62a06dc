import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocuments } from '../collect/repository.ts';

const ROOT = join(__dirname, '../../../..');
const documents = readDocuments(ROOT);
const page = (name: string): string => documents.get(`apps/docs/pages/about/${name}.md`) ?? '';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly engines?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

const manifests = ['apps', 'libs']
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`))
  .map((path) => ({
    path,
    manifest: JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as Manifest,
  }))
  .filter(({ manifest }) => !manifest.private);

/** Ranges are formatted as code; a bar in a table cell is escaped. */
const rangesOf = (markdown: string): Set<string> =>
  new Set([...markdown.matchAll(/`([^`]*)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|')));

/** Packages that another page describes, because an application does not choose them itself. */
const UNSAID = ['@adit/cli', '@opentelemetry/api', '@nx/devkit'];

describe('the support policy', () => {
  const peers = manifests.flatMap(({ manifest }) => [
    ...Object.entries(manifest.engines ?? {}),
    ...Object.entries(manifest.peerDependencies ?? {}).filter(([name]) => !UNSAID.includes(name)),
  ]);

  it.each([...new Set(peers.map(([name, range]) => `${name} ${range}`))])('names the range of %s', (peer) => {
    expect(rangesOf(page('support-policy'))).toContain(peer.slice(peer.indexOf(' ') + 1));
  });

  it('would miss a range that is not there (control)', () => {
    expect(rangesOf(page('support-policy'))).not.toContain('>=15.3 <18');
  });
});

it('the changelogs of all published packages are linked, each beside its name', () => {
  for (const { path, manifest } of manifests)
    expect(page('changelogs')).toMatch(
      new RegExp(`\`${manifest.name}\` +\\| \\[[\\w-]+\\]\\(.*${path}/CHANGELOG\\.md\\)`),
    );
});
