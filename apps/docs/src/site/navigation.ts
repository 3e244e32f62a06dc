import type { DefaultTheme } from 'vitepress';
import { titleOf } from '../markdown/titles.ts';

/**
 * A page, or all pages below a folder that no other entry contains, ordered by path. A page that lists a long folder
 * itself (`listedBy`) stands for all of them.
 */
type Entry = string | { readonly below: string; readonly listedBy?: string };

interface Group {
  readonly text: string;
  readonly entries: readonly Entry[];
}

interface Section {
  readonly text: string;
  /** Folders of its pages: they show this section's groups beside the text. */
  readonly folders: readonly string[];
  /** The page that the link at the top of the site opens. */
  readonly first: string;
  readonly groups: readonly Group[];
}

const PACKAGES = [
  'next',
  'kits',
  'cli',
  'create-adit',
  'nx-plugin',
  'tunnel',
  'spool',
  'operations',
  'envelope',
  'tunnel-server',
  'policy',
  'monitoring-config',
  'monitoring-client',
  'fallback-ui',
  'router',
  'setup',
  'doctor',
  'codebase',
  'common',
];

/** Packages whose README lists their documents. Each entry of the navigation is in the script of every page. */
const LISTING: ReadonlySet<string> = new Set([
  'policy',
  'monitoring-config',
  'router',
  'tunnel',
  'fallback-ui',
]);

/**
 * The site's sections, in the order in which readers need them. To add a page, write it; it appears in its folder's
 * group.
 */
export const SECTIONS: readonly Section[] = [
  {
    text: 'Start',
    folders: ['start', 'tutorial', 'migrate'],
    first: 'start/index.md',
    groups: [
      { text: 'Start', entries: ['start/index.md', { below: 'start/' }] },
      { text: 'Tutorial', entries: [{ below: 'tutorial/' }] },
      { text: 'Migrate', entries: [{ below: 'migrate/' }] },
    ],
  },
  {
    text: 'Guides',
    folders: ['guides'],
    first: 'guides/index.md',
    groups: [{ text: 'Guides', entries: ['guides/index.md', { below: 'guides/' }] }],
  },
  {
    text: 'Concepts',
    folders: ['concepts', 'why'],
    first: 'concepts/architecture.md',
    groups: [
      { text: 'Concepts', entries: ['concepts/architecture.md', { below: 'concepts/' }] },
      { text: 'Why', entries: ['why/index.md', { below: 'why/' }] },
      {
        text: 'Decisions',
        entries: [{ below: 'concepts/decisions/', listedBy: 'concepts/decisions/index.md' }],
      },
    ],
  },
  {
    text: 'Reference',
    folders: ['packages', 'reference'],
    first: 'reference/index.md',
    groups: [
      { text: 'Reference', entries: [{ below: 'reference/', listedBy: 'reference/index.md' }] },
      ...PACKAGES.map((name) => {
        const [index, below] = [`packages/${name}/index.md`, `packages/${name}/`];
        const entries = LISTING.has(name) ? [{ below, listedBy: index }] : [index, { below }];
        return { text: name, entries };
      }),
    ],
  },
  {
    text: 'Operations',
    folders: ['operations'],
    first: 'operations/index.md',
    groups: [{ text: 'Operations', entries: ['operations/index.md', { below: 'operations/' }] }],
  },
  {
    text: 'Benchmarks',
    folders: ['benchmarks', 'comparison'],
    first: 'benchmarks/index.md',
    groups: [
      { text: 'Benchmarks', entries: [{ below: 'benchmarks/', listedBy: 'benchmarks/index.md' }] },
      { text: 'Comparison', entries: [{ below: 'comparison/' }] },
    ],
  },
  {
    text: 'About',
    folders: ['about'],
    first: 'about/index.md',
    groups: [
      { text: 'About', entries: ['about/index.md', { below: 'about/' }] },
      { text: 'Changelogs', entries: [{ below: 'about/changelogs/', listedBy: 'about/changelogs.md' }] },
    ],
  },
];

/** The links at the top of the site, and those beside the text of each section. */
export interface Navigation {
  readonly nav: DefaultTheme.NavItemWithLink[];
  readonly sidebar: DefaultTheme.SidebarMulti;
}

/** The address of a page from the root of the site, without its ending. */
const linkTo = (page: string): string => `/${page.replace(/(?:index)?\.md$/, '')}`;

/**
 * The navigation over the pages of a site (path → Markdown). Throws if a page is missing, or if no entry contains it.
 */
export function navigationOf(pages: ReadonlyMap<string, string>, sections = SECTIONS): Navigation {
  const named = sections.flatMap(({ groups }) => groups.flatMap(({ entries }) => entries));
  const folders = named.filter((entry) => typeof entry !== 'string');
  const single = new Set([
    ...named.filter((entry) => typeof entry === 'string'),
    ...folders.flatMap(({ listedBy = [] }) => listedBy),
  ]);
  const missing = [...single, ...sections.map(({ first }) => first)].find((page) => !pages.has(page));
  if (missing) throw new Error(`the navigation names ${missing}, and there is no such page`);

  /** The deepest folder that contains the page. */
  const folderOf = (page: string): string | undefined =>
    folders
      .map(({ below }) => below)
      .filter((folder) => page.startsWith(folder))
      .sort((a, b) => b.length - a.length)[0];
  const lost = [...pages.keys()].find(
    (page) => page !== 'index.md' && !single.has(page) && folderOf(page) === undefined,
  );
  if (lost) throw new Error(`no group of the navigation has the page ${lost}`);

  const itemFor = (page: string): DefaultTheme.SidebarItem => ({
    text: titleOf(pages.get(page) ?? '') ?? page,
    link: linkTo(page),
  });
  const pagesOf = (entry: Entry): string[] => {
    if (typeof entry === 'string') return [entry];
    if (entry.listedBy !== undefined) return [entry.listedBy];
    return [...pages.keys()].filter((page) => !single.has(page) && folderOf(page) === entry.below).sort();
  };

  const sidebar: DefaultTheme.SidebarMulti = {};
  for (const { folders: own, groups } of sections) {
    const items = groups
      .map(({ text, entries }) => ({ text, items: entries.flatMap(pagesOf).map(itemFor) }))
      .filter((group) => group.items.length > 0);
    for (const folder of own) sidebar[`/${folder}/`] = items;
  }
  const nav = sections.map(({ text, first, folders: own }) => ({
    text,
    link: linkTo(first),
    activeMatch: `^/(?:${own.join('|')})/`,
  }));
  return { nav, sidebar };
}
