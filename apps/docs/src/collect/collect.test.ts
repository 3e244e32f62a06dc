import { collectSite } from './collect.ts';
import { placeOf } from './places.ts';
import { rewriteLinks } from './rewrite-links.ts';

const site = (
  documents: Record<string, string>,
  options: { inserts?: Record<string, string>; repositoryUrl?: string } = {},
) =>
  collectSite({
    documents: new Map(Object.entries(documents)),
    inserts: new Map(Object.entries(options.inserts ?? {})),
    ...(options.repositoryUrl && { repositoryUrl: options.repositoryUrl }),
  });

describe('placeOf', () => {
  it.each([
    ['apps/docs/pages/start/index.md', 'start/index.md'],
    ['libs/tunnel/README.md', 'packages/tunnel/index.md'],
    ['libs/tunnel/docs/options.md', 'packages/tunnel/options.md'],
    ['libs/router/CHANGELOG.md', 'about/changelogs/router.md'],
    ['apps/tunnel-server/docs/operations.md', 'operations/operations.md'],
    ['docs/runbook.md', 'operations/runbook.md'],
    ['CODE_OF_CONDUCT.md', 'about/code-of-conduct.md'],
    ['docs/benchmarks/client.md', 'benchmarks/client.md'],
  ])('puts %s at %s', (path, place) => expect(placeOf(path)).toBe(place));

  it.each([
    'apps/docs/README.md',
    'libs/testing/README.md',
    'libs/tunnel/src/tunnel.ts',
    'examples/vite-spa',
  ])('has no place for %s', (path) => expect(placeOf(path)).toBeUndefined());
});

describe('rewriteLinks', () => {
  const upper = (markdown: string) => rewriteLinks(markdown, (target) => target.toUpperCase());

  it('rewrites links, images, and images inside of links', () => {
    expect(upper('[a `b` c](x) ![d](y) [![e](p)](q)')).toBe('[a `b` c](X) ![d](Y) [![e](P)](Q)');
  });

  it('leaves code alone', () => {
    const code = '`[a](b)` ``[a](`b)``\n\n```md\n[a](b)\n```\n\n````md\n```\n[a](b)\n```\n````\n';
    expect(upper(`${code}\n[a](b)`)).toBe(`${code}\n[a](B)`);
  });

  it('leaves the text of a link without a target', () => {
    expect(rewriteLinks('see [`a`](b), [c](d)', (target) => (target === 'b' ? undefined : target))).toBe(
      'see `a`, [c](d)',
    );
  });
});

describe('collectSite', () => {
  it('points links to where documents are on the site, with their anchors', () => {
    const { pages } = site({
      'README.md': '[t](libs/tunnel) [o](libs/tunnel/docs/options.md#path)',
      'libs/tunnel/README.md': '',
      'libs/tunnel/docs/options.md': '[up](../README.md) [here](#path) [out](https://example.com)',
    });
    expect(pages.get('about/repository.md')).toBe(
      '[t](/packages/tunnel/index.md) [o](/packages/tunnel/options.md#path)',
    );
    expect(pages.get('packages/tunnel/options.md')).toBe(
      '[up](/packages/tunnel/index.md) [here](#path) [out](https://example.com)',
    );
  });

  it('makes text of links to source files, or links to the repository if its address is given', () => {
    const documents = { 'libs/tunnel/README.md': 'see [the tunnel](src/tunnel.ts#L3)' };
    expect(site(documents).pages.get('packages/tunnel/index.md')).toBe('see the tunnel');
    expect(
      site(documents, { repositoryUrl: 'https://git.example/adit' }).pages.get('packages/tunnel/index.md'),
    ).toBe('see [the tunnel](https://git.example/adit/blob/main/libs/tunnel/src/tunnel.ts#L3)');
  });

  it('takes pictures along', () => {
    const { pages, assets } = site({ 'docs/benchmarks/client.md': '![drawn](client.svg)' });
    expect(pages.get('benchmarks/client.md')).toBe('![drawn](/assets/docs/benchmarks/client.svg)');
    expect([...assets]).toEqual([['public/assets/docs/benchmarks/client.svg', 'docs/benchmarks/client.svg']]);
  });

  it('inserts texts, with links as seen from the root', () => {
    const { pages } = site(
      { 'apps/docs/pages/index.md': '# A\n\n<!-- insert: head -->\n', 'SECURITY.md': '' },
      { inserts: { head: '[s](SECURITY.md)' } },
    );
    expect(pages.get('index.md')).toBe('# A\n\n[s](/about/security.md)\n');
  });

  it('throws for an insert that is unknown, and for two documents in one place', () => {
    expect(() =>
      site({ 'apps/docs/pages/index.md': '<!-- insert: hed -->' }, { inserts: { head: '' } }),
    ).toThrow('apps/docs/pages/index.md: insert "hed" is unknown; accepted: head');
    expect(() => site({ 'apps/docs/pages/guides/a.md': '', 'docs/guides/a.md': '' })).toThrow(
      'docs/guides/a.md and apps/docs/pages/guides/a.md have the same place on the site: guides/a.md',
    );
  });
});
