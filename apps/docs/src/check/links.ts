import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The result of checking built pages. */
export interface CheckedLinks {
  /** The number of internal links and sources. */
  readonly links: number;
  /** Each broken one, as `page: target`. */
  readonly broken: readonly string[];
}

/** Characters that need no escape in an address and are allowed in a file name of every system. */
const PORTABLE = /^[\w@./-]+$/;
const ATTRIBUTE = /<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"/g;
/** Elements whose address the browser loads by itself. The target of an `a` is loaded only on a click. */
const LOADS = new Set(['script', 'img', 'link', 'iframe', 'source', 'video', 'audio', 'embed', 'object']);

const decode = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

const idsOf = (html: string): Set<string> =>
  new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => decode(id)));

/**
 * Checks each internal link, with its anchor, and each source of the built pages, which are served below `base`.
 * `files` holds the text of pages and an empty text for other files. A resource from another host counts as broken, and
 * so does a file name that is invalid on Windows or in an address.
 */
export function checkPages(files: ReadonlyMap<string, string>, base: string): CheckedLinks {
  const ids = new Map<string, Set<string>>();
  const broken: string[] = [];
  let links = 0;

  const flawOf = (page: string, element: string, target: string): string | undefined => {
    if (/^(?:[a-z]+:|\/\/)/i.test(target)) {
      if (LOADS.has(element) && !target.startsWith('data:')) return 'loads from another host';
      return undefined;
    }
    links += 1;
    const [address = '', hash] = target.split('#');
    const [file = ''] = address.split('?');
    if (file.startsWith('/') && !file.startsWith(base)) return 'is outside the base path';
    const path = file === '' ? page : resolve(page, file, base);
    const found = [path, posix.join(path, 'index.html'), `${path}.html`].find((name) => files.has(name));
    if (found === undefined) return 'leads nowhere';
    if (!hash) return undefined;
    const known = ids.get(found) ?? idsOf(files.get(found) ?? '');
    ids.set(found, known);
    return known.has(decodeURIComponent(hash)) ? undefined : 'has no such anchor';
  };

  for (const [page, html] of files) {
    if (!PORTABLE.test(page))
      broken.push(`${page}: the name has other characters than letters, digits and _@.-`);
    if (!page.endsWith('.html')) continue;
    const markup = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
      script.slice(0, script.indexOf('>') + 1),
    );
    for (const [, element = '', target = ''] of markup.matchAll(ATTRIBUTE)) {
      const flaw = flawOf(page, element, decode(target));
      if (flaw) broken.push(`${page}: ${target} ${flaw}`);
    }
  }
  return { links, broken: [...new Set(broken)] };
}

const resolve = (page: string, file: string, base: string): string =>
  decodeURIComponent(
    file.startsWith('/')
      ? file.slice(base.length).replace(/\/$/, '')
      : posix.join(posix.dirname(page), file).replace(/^\.$/, '').replace(/\/$/, ''),
  );

/** The files of a built site: path → HTML, or an empty text for other files. */
export function readBuiltPages(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const name = posix.relative(folder, path);
      return [name, name.endsWith('.html') ? readFileSync(path, 'utf8') : ''];
    }),
  );
}
