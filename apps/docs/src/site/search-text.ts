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

/** What renders Markdown, as markdown-it does. */
interface Renderer<Env> {
  readonly options: { highlight?: unknown };
  readonly render: (source: string, env: Env) => string;
}

/** The HTML of a page without the colours of its code: to find them takes most of the time of a page, and the search drops them. */
export function renderPlain<Env>(md: Renderer<Env>, source: string, env: Env): string {
  const { highlight } = md.options;
  md.options.highlight = undefined;
  try {
    return md.render(source, env);
  } finally {
    md.options.highlight = highlight;
  }
}
