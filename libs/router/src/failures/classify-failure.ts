import { causesOf, readProperty } from '../thrown.ts';

/** What kind of failure a thrown value is. */
export type FailureKind =
  /** A script or style sheet of the route is gone or unreadable: usually a new deployment. */
  | 'missing-chunk'
  /** The server no longer knows what this build asks of it: a Server Action of an older deployment. */
  | 'skew'
  /** The route's data broke off or could not be read. */
  | 'broken-data'
  /** The browser knows that it has no network. */
  | 'offline'
  /** Not a failure: a redirect or a status screen on its way to its boundary. Throw it on. */
  | 'control-flow'
  /** Not a failure to show: somebody called it off, or something newer superseded it. */
  | 'cancelled'
  /** It happened on the server; the digest joins it to the log there. */
  | 'server'
  /** Anything else: an exception in the page itself. */
  | 'client';

/** Options of {@link classifyFailure}. */
export interface ClassifyFailureOptions {
  /** Whether the host has a network, as far as it knows. Default `true`. */
  readonly online?: boolean | undefined;
}

/** Long messages (an inlined HTML page, say) are not worth reading to the end. */
const MAX_TEXT_LENGTH = 1_000;

type Rule = readonly [property: string, kind: FailureKind, ...patterns: readonly RegExp[]];

/** The first rule that fits the value or one of its causes tells its kind. */
const RULES: readonly Rule[] = [
  ['digest', 'control-flow', /^(NEXT_(REDIRECT;|HTTP_ERROR_FALLBACK;|NOT_FOUND$)|BAILOUT_TO_CLIENT)/],
  ['name', 'missing-chunk', /^ChunkLoadError/],
  [
    'message',
    'missing-chunk',
    /Loading (CSS )?chunk \S+ failed/i, // webpack, and mini-css-extract-plugin
    /Failed to load (chunk|script:|stylesheet:) /, // Turbopack; Next's route-loader.js
    /module factory is not available/, // Turbopack: the chunk came, without the module
    /(fetch|loading) dynamically imported module/, // Chromium, hence Vite; Firefox
    /Importing a module script failed/, // Safari
    /valid JavaScript MIME type/, // Safari: an HTML page in the chunk's place
    /Unable to preload CSS/, // Vite
    /^expected expression, got '<'$/, // Firefox: an HTML page that is called a script
  ],
  // The same in V8, which gives it no frames; `eval` and `JSON.parse` of the application's own text have some.
  ['stack', 'missing-chunk', /^SyntaxError: Unexpected token '<'$/],
  ['message', 'skew', /failed.to.find.server.action/i], // Next: the server's sentence, and the link in the browser's
  ['message', 'broken-data', /^Connection closed\.$/], // React Flight: the stream ended with rows missing
  ['name', 'cancelled', /^AbortError/],
  ['digest', 'server', /./],
  // Chromium, Firefox, Safari, undici. With a network it may be anything: a blocked request, or one to another site.
  ['message', 'offline', /^(Failed to fetch|NetworkError when attempting|Load failed|fetch failed)/],
];

function textOf(value: unknown, key: string): string {
  const text = readProperty(value, key);
  return typeof text === 'string' ? text.slice(0, MAX_TEXT_LENGTH) : '';
}

/**
 * Tells what kind of failure a thrown value is, from its name, message, stack and digest and those of up to five causes.
 * A digest alone does not make a server error: redirects and status screens carry one as well.
 */
export function classifyFailure(
  thrown: unknown,
  { online = true }: ClassifyFailureOptions = {},
): FailureKind {
  const causes = causesOf(thrown);
  const kind =
    RULES.find(([property, , ...patterns]) =>
      causes.some((cause) => patterns.some((pattern) => pattern.test(textOf(cause, property)))),
    )?.[1] ?? 'client';
  if (online) return kind === 'offline' ? 'client' : kind;
  return kind === 'missing-chunk' || kind === 'broken-data' ? 'offline' : kind;
}
