/** The parts of a request target. */
export interface Target {
  readonly path: string;
  /** Without the question mark; empty for none. */
  readonly search: string;
}

// RFC 9112 §3.2.2: a server also accepts the absolute form. Its host is ignored, like the Host header.
const ABSOLUTE_FORM = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Splits a request target in origin form or absolute form. Decodes and normalises nothing. */
export function parseTarget(target: string): Target {
  const relative = target.startsWith('/') ? target : target.replace(ABSOLUTE_FORM, '');
  const fragmentAt = relative.indexOf('#');
  const beforeFragment = fragmentAt === -1 ? relative : relative.slice(0, fragmentAt);
  const queryAt = beforeFragment.indexOf('?');
  return queryAt === -1
    ? { path: beforeFragment, search: '' }
    : { path: beforeFragment.slice(0, queryAt), search: beforeFragment.slice(queryAt + 1) };
}

/** Whether `path` is the tunnel's own; a trailing slash on either makes no difference. */
export function isSamePath(path: string, tunnelPath: string): boolean {
  return withoutTrailingSlash(path) === withoutTrailingSlash(tunnelPath);
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
