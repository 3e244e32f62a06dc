import { join } from 'node:path';
import { collectSite } from '../collect/collect.ts';
import { readDocuments } from '../collect/repository.ts';
import { insertsOf } from '../site/write-site.ts';
import { MAX_FULL_LENGTH, MAX_INDEX_LENGTH, programSiteOf } from './llms.ts';

const documents = readDocuments(join(__dirname, '../../../..'));
const { pages: collected, assets } = collectSite({ documents, inserts: insertsOf(documents) });
// typedoc writes those of the reference, when the site is built.
const pages = new Map([...collected, ['reference/@adit/tunnel/node.md', '# @adit/tunnel/node\n\nText.']]);
const { index, full, pages: copies } = programSiteOf(pages, '/docs/');

const LINK = /^- \[(.+?)\]\((\S+?)\)(?:: (.+))?$/gm;
const linked = [...index.matchAll(LINK)].map(([, title = '', target = '', note]) => ({
  title,
  target,
  note,
}));

describe('llms.txt', () => {
  it('is in the format of llmstxt.org: a title, a summary, and sections of links', () => {
    expect(index).toMatch(/^# Adit\n\n> .+\n\n/);
    const [, ...sections] = index.split(/^## /m);
    for (const section of sections) expect(section).toMatch(/^\S.*\n\n(?:- \[.+\]\(\S+\)(?:: .+)?\n+)+$/);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'Adit',
      ...['Start', 'Guides', 'Concepts', 'Reference', 'Operations', 'About', 'Optional'],
    ]);
  });

  it('names every page once, by its title', () => {
    expect(linked.map(({ target }) => target).sort()).toEqual(
      [...pages.keys()].map((path) => `/docs/${path}`).sort(),
    );
    for (const { title } of linked) expect(title).not.toMatch(/\.md$/);
  });

  it('says of most guides in a sentence what they are for', () => {
    const guides = linked.filter(({ target }) => target.startsWith('/docs/guides/'));
    expect(guides.length).toBeGreaterThan(15);
    expect(guides.filter(({ note }) => note !== undefined).length).toBeGreaterThan(guides.length / 2);
    for (const { note = '' } of linked) expect(note).not.toMatch(/[<>|]|\]\(/);
  });

  it('leaves changelogs, decisions, benchmarks and the reference to readers with room', () => {
    const [, optional = ''] = index.split('## Optional');
    expect(optional).toContain('/docs/about/changelogs/');
    expect(optional).toContain('/docs/reference/@adit/tunnel/node.md');
    expect(optional).not.toContain('/docs/guides/');
  });
});

describe('llms-full.txt', () => {
  it('has each page that is not optional once, whole', () => {
    const own = [...full.matchAll(/^<!-- (\/docs\/\S+\.md) -->$/gm)].map(([, path = '']) => path);
    expect(new Set(own).size).toBe(own.length);
    expect(own).toContain('/docs/packages/policy/document.md');
    expect(own).not.toContain('/docs/about/changelogs/tunnel.md');
    for (const path of own) expect(full).toContain(copies.get(path.slice('/docs/'.length)) ?? 'missing');
  });
});

it('links lead to pages and pictures that are there, below the base of the site', () => {
  const files = new Set([
    ...[...pages.keys()].map((path) => `/docs/${path}`),
    ...[...assets.keys()].map((path) => path.replace(/^public/, '/docs')),
  ]);
  const reached = [...copies.values()].flatMap((text) =>
    [...text.matchAll(/\]\((\/[^)\s#]*)/g)].map(([, target = '']) => target),
  );
  expect(reached.length).toBeGreaterThan(300);
  const broken = reached.filter((target) => !files.has(target) && !target.startsWith('/docs/reference/'));
  expect([...new Set(broken)]).toEqual([]);
});

it('has a bound, which a build must keep', () => {
  expect(index.length).toBeLessThan(MAX_INDEX_LENGTH);
  expect(full.length).toBeLessThan(MAX_FULL_LENGTH);
  expect(() =>
    programSiteOf(new Map([['guides/a.md', `# A\n\n${'a'.repeat(MAX_FULL_LENGTH)}`]]), '/'),
  ).toThrow(/^llms-full\.txt has \d+ characters; accepted: at most 1500000$/);
});

it('keeps code as it is, and leaves out what is for VitePress alone', () => {
  const { pages: written } = programSiteOf(
    new Map([['index.md', '---\nsidebar: false\n---\n\n# Adit\n\n[a](/b.md)\n\n```md\n[a](/b.md)\n```\n']]),
    '/docs/',
  );
  expect(written.get('index.md')).toBe('# Adit\n\n[a](/docs/b.md)\n\n```md\n[a](/b.md)\n```');
});
