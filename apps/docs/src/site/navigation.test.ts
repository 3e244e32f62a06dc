import { navigationOf } from './navigation.ts';
import { readSettings } from './settings.ts';

const SECTIONS = [
  {
    text: 'Start',
    folders: ['start'],
    first: 'start/index.md',
    groups: [
      { text: 'Start', entries: ['start/index.md', { below: 'start/' }] },
      { text: 'Deep', entries: [{ below: 'start/deep/' }] },
      { text: 'Long', entries: [{ below: 'start/long/', listedBy: 'start/long.md' }] },
      { text: 'Empty', entries: [{ below: 'start/none/' }] },
    ],
  },
];
const PAGES = new Map([
  ['index.md', '# Home'],
  ['start/b.md', '# `b` and more'],
  ['start/a.md', '# A'],
  ['start/deep/c.md', '```sh\n# no title\n```\n\n# C'],
  ['start/long.md', '# All'],
  ['start/long/d.md', '# D'],
  ['start/index.md', '# Start'],
]);

it('lists each page once, below its longest folder, by its title', () => {
  const { nav, sidebar } = navigationOf(PAGES, SECTIONS);
  expect(nav).toEqual([{ text: 'Start', link: '/start/', activeMatch: '^/(?:start)/' }]);
  expect(sidebar['/start/']).toEqual([
    {
      text: 'Start',
      items: [
        { text: 'Start', link: '/start/' },
        { text: 'A', link: '/start/a' },
        { text: 'b and more', link: '/start/b' },
      ],
    },
    { text: 'Deep', items: [{ text: 'C', link: '/start/deep/c' }] },
    { text: 'Long', items: [{ text: 'All', link: '/start/long' }] },
  ]);
});

it('throws for a page that no group has, and for a group whose page is missing', () => {
  expect(() => navigationOf(new Map([...PAGES, ['other/x.md', '']]), SECTIONS)).toThrow(
    'no group of the navigation has the page other/x.md',
  );
  expect(() => navigationOf(new Map([['index.md', '']]), SECTIONS)).toThrow(
    'the navigation names start/index.md, and there is no such page',
  );
});

it('reads the base path and the address of the repository, and throws for wrong ones', () => {
  expect(readSettings({})).toEqual({ base: '/' });
  expect(
    readSettings({ ADIT_DOCS_BASE: '/a/b/', ADIT_DOCS_REPOSITORY: 'https://git.example/adit/' }),
  ).toEqual({
    base: '/a/b/',
    repositoryUrl: 'https://git.example/adit',
  });
  expect(() => readSettings({ ADIT_DOCS_BASE: 'docs' })).toThrow(
    'ADIT_DOCS_BASE is "docs"; accepted: a path such as / or /docs/',
  );
  expect(() => readSettings({ ADIT_DOCS_REPOSITORY: 'git.example' })).toThrow(
    'ADIT_DOCS_REPOSITORY is "git.example"; accepted: an address such as https://host/owner/name',
  );
});
