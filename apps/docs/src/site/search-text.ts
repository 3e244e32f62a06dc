const REFERENCE = /^reference\//;

/** Parts of a page of the reference that a reader looks for: the entry point, and each export with its doc comment. */
const NAMED = /^<h[13][ >]/;

/**
 * The HTML of a page that the search finds. Of the reference it finds entry points and exports: members such as `remove()` would come
 * before the guides for the same words.
 */
export const searchTextOf = (path: string, html: string): string =>
  REFERENCE.test(path)
    ? html
        .split(/(?=<h\d)/)
        .filter((part) => NAMED.test(part))
        .join('')
    : html;
