const REFERENCE = /^reference\//;

/** Searchable parts of a reference page: the entry point, and each export with its doc comment. */
const NAMED = /^<h[13][ >]/;

/**
 * The HTML of a page that the search indexes. For the reference, only entry points and exports: otherwise members such
 * as `remove()` would rank above the guides.
 */
export const searchTextOf = (path: string, html: string): string =>
  REFERENCE.test(path)
    ? html
        .split(/(?=<h\d)/)
        .filter((part) => NAMED.test(part))
        .join('')
    : html;

/** Renders Markdown, like markdown-it. */
interface Renderer<Env> {
  readonly options: { highlight?: unknown };
  readonly render: (source: string, env: Env) => string;
}

/** The HTML of a page without coloured code: colouring takes most of a page's time, and the search drops it. */
export function renderPlain<Env>(md: Renderer<Env>, source: string, env: Env): string {
  const { highlight } = md.options;
  md.options.highlight = undefined;
  try {
    return md.render(source, env);
  } finally {
    md.options.highlight = highlight;
  }
}
