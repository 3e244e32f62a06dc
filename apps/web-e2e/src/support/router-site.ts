import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serve } from './serve.ts';

/** One request that reached the site. */
export interface SiteRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A page that uses the router, and any further answers of a test's server. */
export interface RouterSite {
  readonly origin: string;
  /** Every request, in the order of arrival. */
  readonly requests: SiteRequest[];
  readonly close: () => Promise<void>;
}

/** Options of {@link startRouterSite}. */
export interface RouterSiteOptions {
  /** A module in the folder, bundled and served as `/entry.js`. */
  readonly entry: string;
  /** Its folder in `pages`. Default `router`. */
  readonly folder?: 'router' | 'screens' | undefined;
  /**
   * The build of React. Default the development build, which reports warnings. For its performance track, that build
   * also reads the message of every value thrown in an effect, and fails on those that cannot be read.
   */
  readonly mode?: 'development' | 'production' | undefined;
  /** Answers requests that it handles and returns `true`. Everything else is the bundle, a document, or 404. */
  readonly answer?:
    ((request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>) | undefined;
  /** The body of a document. Default an empty main element. */
  readonly body?: ((path: string) => string) | undefined;
  /** Whether a path is a document. Default paths without a dot. */
  readonly isDocument?: ((path: string) => boolean) | undefined;
  /** Headers of documents, such as a content security policy. */
  readonly documentHeaders?: Readonly<Record<string, string>> | undefined;
}

const PAGES = fileURLToPath(new URL('../../pages/', import.meta.url));

async function bundle(path: string, mode: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${PAGES}${path}`],
    bundle: true,
    format: 'esm',
    conditions: ['@adit/source'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves documents that load one bundled module; each test adds further answers. */
export async function startRouterSite({
  entry,
  folder = 'router',
  mode = 'development',
  answer = () => false,
  body = () => '<main></main>',
  isDocument = (path) => !path.includes('.'),
  documentHeaders = {},
}: RouterSiteOptions): Promise<RouterSite> {
  const script = await bundle(`${folder}/${entry}`, mode);
  const requests: SiteRequest[] = [];

  const { origin, close } = await serve((request, response) => {
    const { method = 'GET', url: path = '/', headers } = request;
    requests.push({ method, path, headers, at: Date.now() });
    void (async () => {
      if (await answer(request, response)) return;
      if (path === '/entry.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      else if (isDocument(path)) {
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...documentHeaders })
          .end(
            `<!doctype html><html lang="en"><head><title>${path.replaceAll(/[<&]/g, '')}</title><link rel="icon" href="data:,"><script type="module" src="/entry.js"></script></head><body>${body(path)}</body></html>`,
          );
      } else response.writeHead(404).end();
    })();
  });
  return { origin, requests, close };
}
