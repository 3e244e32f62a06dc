import { posix } from 'node:path';
import { placeOf } from './places.ts';
import { rewriteLinks } from './rewrite-links.ts';

/** The input of the site. */
export interface Sources {
  /** Documents of the repository: path → Markdown. */
  readonly documents: ReadonlyMap<string, string>;
  /** Texts that a page inserts with `<!-- insert: name -->`; their links are relative to the repository's root. */
  readonly inserts: ReadonlyMap<string, string>;
  /**
   * The address of the repository on the web, without a trailing slash. Without it, links to source files become text.
   */
  readonly repositoryUrl?: string;
}

/** The site, before VitePress builds it. */
export interface CollectedSite {
  /** Path on the site → Markdown. */
  readonly pages: ReadonlyMap<string, string>;
  /** Path on the site → path in the repository, for each picture. */
  readonly assets: ReadonlyMap<string, string>;
}

const INSERT = /^<!-- insert: (\S+) -->$/gm;
const ELSEWHERE = /^(?:[a-z]+:|#|\/)/i;
const PICTURE = /\.(?:png|svg|jpe?g|webp)$/;

/** Places the documents on the site, and rewrites their links to the new places of their targets. */
export function collectSite({ documents, inserts, repositoryUrl }: Sources): CollectedSite {
  const pages = new Map<string, string>();
  const assets = new Map<string, string>();

  /** The target of a link in the document `from`, rewritten for the site. */
  const rewriteFrom = (from: string) => (target: string) => {
    if (ELSEWHERE.test(target)) return target;
    const [file = '', hash] = target.split('#');
    const path = posix.join(posix.dirname(from), file).replace(/\/$/, '');
    const suffix = hash === undefined ? '' : `#${hash}`;
    if (PICTURE.test(path)) {
      assets.set(`public/assets/${path}`, path);
      return `/assets/${path}`;
    }
    const document = documents.has(`${path}/README.md`) ? `${path}/README.md` : path;
    const place = placeOf(document);
    if (place !== undefined) return `/${place}${suffix}`;
    return repositoryUrl && `${repositoryUrl}/blob/main/${path}${suffix}`;
  };

  const inserted = (name: string, page: string): string => {
    const text = inserts.get(name);
    if (text === undefined)
      throw new Error(
        `${page}: insert "${name}" is unknown; accepted: ${[...inserts.keys()].sort().join(', ')}`,
      );
    return rewriteLinks(text, rewriteFrom('README.md'));
  };

  for (const [path, markdown] of documents) {
    const place = placeOf(path);
    if (place === undefined) continue;
    const other = pages.has(place) && [...documents.keys()].find((key) => placeOf(key) === place);
    if (other) throw new Error(`${path} and ${other} have the same place on the site: ${place}`);
    const rewritten = rewriteLinks(markdown, rewriteFrom(path));
    pages.set(
      place,
      rewritten.replace(INSERT, (_, name: string) => inserted(name, path)),
    );
  }
  return { pages, assets };
}
