import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instance } from '@viz-js/viz';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { extendMarkdown } from '../src/markdown/extend.ts';
import { slugOf } from '../src/markdown/slug.ts';
import { navigationOf } from '../src/site/navigation.ts';
import { renderPlain, searchTextOf } from '../src/site/search-text.ts';
import { readSettings } from '../src/site/settings.ts';
import { themePatches } from '../src/site/theme-patches.ts';
import { UNUSED_PARTS } from '../src/site/unused-parts.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const SITE = join(PROJECT, '.site');
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='6' fill='%230b5a6b'/%3E%3Cpath d='M6 26V16a10 10 0 0 1 20 0v10h-6V16a4 4 0 0 0-8 0v10z' fill='%23fff'/%3E%3C/svg%3E";

const pages = new Map(
  readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(SITE, path), 'utf8')]),
);

export default async (): Promise<UserConfig<DefaultTheme.Config>> => {
  const viz = await instance();
  const { base } = readSettings(process.env);
  return {
    title: 'Adit',
    description: 'First-party monitoring, error screens and reliable navigation for React and Next.js',
    lang: 'en',
    base,
    srcDir: '.site',
    outDir: 'dist',
    cacheDir: 'out-tsc/vitepress',
    // Servers that readers start on their own machine.
    ignoreDeadLinks: 'localhostLinks',
    head: [['link', { rel: 'icon', href: ICON }]],
    // A page is painted when it is complete: a partly loaded table has other column widths than the whole one. The 404
    // page is written by the browser alone.
    transformHead: ({ page }) =>
      page === '404.md' ? [] : [['link', { rel: 'expect', href: '#page-end', blocking: 'render' }]],
    // Pages whose links the pointer only crosses are not fetched.
    router: { prefetchLinks: false },
    markdown: {
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      anchor: { slugify: slugOf },
      // The reference sets the anchors of its headings. No other page writes attributes, and `:name:` is not an emoji.
      attrs: { allowedAttributes: ['id'] },
      emoji: { enabled: [] },
      image: { lazyLoading: true },
      config: (md) =>
        extendMarkdown(md, {
          viz,
          readPicture: (address) => {
            const path = join(SITE, 'public', address);
            return address.startsWith('/assets/') && existsSync(path) ? readFileSync(path) : undefined;
          },
        }),
    },
    themeConfig: {
      ...navigationOf(pages),
      outline: [2, 3],
      search: {
        provider: 'local',
        options: {
          _render: (source, env, md) => searchTextOf(env.relativePath, renderPlain(md, source, env)),
        },
      },
      externalLinkIcon: false,
    },
    vite: {
      plugins: [themePatches()],
      resolve: { alias: UNUSED_PARTS },
      define: { __VUE_OPTIONS_API__: 'false' },
      build: { chunkSizeWarningLimit: 3000 },
    },
  };
};
