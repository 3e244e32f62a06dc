import type { Problem } from '../check.ts';
import { BUILD_AGAIN } from '../checks/debug-id.ts';
import { debugIdOf, type BuiltChunks } from '../facts/debug-ids.ts';
import type { Finding } from '../report.ts';
import { ask, type Reply } from './ask.ts';

/** Options of `checkChunk`. */
export interface ChunkOptions {
  /** The address of a page of the running application that requires no sign-in, such as `https://shop.example`. */
  readonly url: string;
  /** The chunks of the local build, from `builtChunksOf`. Default: nothing to compare with. */
  readonly built?: BuiltChunks | undefined;
  /** The application's folder, for the finding. Default `''`. */
  readonly application?: string;
  /** Milliseconds for each request. Default 10,000. */
  readonly deadlineMs?: number;
  /** Default: the global one. It may throw, and it may never end. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Some chunks have no debug id because they have no source map, such as those of polyfills. */
const MAX_CHUNKS = 3;

/**
 * Fetches one chunk of a page of the running application, and reports whether the local build has its debug id. It does
 * not ask the backend, which may have lost the uploaded files. Never throws.
 */
export async function checkChunk(options: ChunkOptions): Promise<Finding> {
  const { level, message, fix } = await look(options);
  const application = options.application ?? '';
  return { check: 'debug-id', application, level, message, ...(fix !== undefined && { fix }) };
}

async function look({
  url,
  built,
  deadlineMs = 10_000,
  fetch = globalThis.fetch,
}: ChunkOptions): Promise<Problem> {
  const get = (at: URL): Promise<Reply> => ask(fetch, { url: at, method: 'GET', headers: {} }, deadlineMs);
  const page = URL.canParse(url) ? await get(new URL(url)) : undefined;
  const addresses = page?.kind === 'answer' ? chunksOf(page.body, url) : [];
  const read: string[] = [];
  for (const address of addresses) {
    const reply = await get(address);
    if (reply.kind !== 'answer' || reply.status !== 200) continue;
    const id = debugIdOf(reply.body);
    if (id !== undefined) return judge(address.pathname, id, built);
    read.push(address.pathname);
  }
  const [path] = read;
  if (path === undefined)
    return {
      level: 'ok',
      message: `No chunk was checked for its debug id: none was found on ${url}, which must be a page that needs no sign-in`,
    };
  return {
    level: 'warning',
    message: `${path} of the running application has no debug id, so stack traces of it stay minified`,
    fix: `${BUILD_AGAIN} Then start that build.`,
  };
}

/** The scripts of Next that a page loads, without those for old browsers. */
const chunksOf = (html: string, url: string): URL[] =>
  [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) =>
      /\bnomodule\b/i.test(tag) ? undefined : /\ssrc="([^"]*\/_next\/static\/[^"]+\.js[^"]*)"/.exec(tag)?.[1],
    )
    .flatMap((src) =>
      src !== undefined && URL.canParse(src, url) ? [new URL(src.replaceAll('&amp;', '&'), url)] : [],
    )
    .slice(0, MAX_CHUNKS);

function judge(path: string, id: string, built: BuiltChunks | undefined): Problem {
  const chunk = `${path} has the debug id ${id}`;
  if (built === undefined || built.debugIds.size === 0)
    return {
      level: 'ok',
      message: `${chunk}. There is no build here to compare it with: the output of the build that runs says whether its source maps are uploaded`,
    };
  if (!built.debugIds.has(id) && built.mayHaveMore)
    return {
      level: 'ok',
      message: `${chunk}. It is not among the first ${built.chunks.length} chunks of the build here, and no more are read`,
    };
  if (!built.debugIds.has(id))
    return {
      level: 'warning',
      message: `${chunk}, which the build here does not know: another build runs`,
      fix: 'Run the doctor where that build was made, or look into its output for “Source maps are uploaded”.',
    };
  const { outcome, text = '' } = built.upload ?? {};
  if (outcome === 'not-uploaded' || outcome === 'unknown')
    return { level: 'warning', message: `${chunk}, which the build here knows. ${text}`, fix: BUILD_AGAIN };
  const noted =
    outcome === undefined ? 'It has not noted whether it uploaded source maps' : `It has noted: ${text}`;
  return { level: 'ok', message: `${chunk}, which the build here knows. ${noted}` };
}
