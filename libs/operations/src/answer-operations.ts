import { readStream } from '@adit/envelope';
import type { Access } from './access.ts';
import type { EventStreams, Followed } from './event-stream.ts';
import type { EventSources } from './find-event.ts';
import { answerOutcomes } from './answer-outcomes.ts';
import { html, json, NOT_KEPT } from './answers.ts';
import { loginPage } from './page/document.ts';
import { drawPage } from './page/draw-page.ts';
import { answerRecent, type RecentSources } from './policy-recent.ts';
import { streamEvents } from './stream-events.ts';

/** The sources of the answers. */
export interface AnswerSources extends EventSources, RecentSources {
  readonly streams: EventStreams;
  readonly access: Access;
}

/** The longest body of a sign-in, in bytes. */
const MAX_BODY_BYTES = 16_384;

const PATHS: readonly string[] = ['', 'events', 'state', 'outcomes', 'policy/recent'];

const FOLLOWED: readonly Followed[] = ['outcomes', 'page'];

/** Answers a request for the page, or for a path below it. */
export async function answerOperations(
  sources: AnswerSources,
  request: Request,
  below: string,
): Promise<Response> {
  const { board, streams, access } = sources;
  const { pathname, searchParams: query } = new URL(request.url);
  const field = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  if (!PATHS.includes(below)) return json(404, { detail: 'not found' });
  const isSignIn = below === '' && request.method === 'POST';
  if (!isSignIn && !['GET', 'HEAD'].includes(request.method)) {
    return json(405, { detail: 'only GET and HEAD are accepted' }, { allow: 'GET, HEAD' });
  }
  if (access.isForeign(field)) return json(403, { detail: 'the Origin of the request is not this server' });
  if (isSignIn) return signIn(access, request, pathname);
  const isReader = access.roleOf(field) !== 'none';
  if (below === '') {
    return isReader ? html(200, await drawPage(sources, query.get('event') ?? '')) : html(401, loginPage());
  }
  if (!isReader) return json(401, { detail: 'a token is needed' }, { 'www-authenticate': 'Bearer' });
  if (below === 'state') return json(200, board.state());
  if (below === 'outcomes') {
    const { status, value } = await answerOutcomes(sources, query);
    return json(status, value);
  }
  if (below === 'policy/recent') return answerRecent(sources);
  // A host does not read the body of an answer to HEAD, so the client would stay forever.
  if (request.method === 'HEAD') return json(200, {}, { 'content-type': 'text/event-stream' });
  if (streams.isFull()) return json(503, { detail: 'too many clients follow events' });
  return streamEvents(streams, FOLLOWED.find((one) => one === query.get('only')) ?? 'all');
}

async function signIn(access: Access, request: Request, pathname: string): Promise<Response> {
  const body = await readText(request);
  const path = pathname.replace(/\/$/, '') || '/';
  const cookie =
    body === undefined ? undefined : access.cookieFor(new URLSearchParams(body).get('token') ?? '', path);
  if (cookie === undefined) return html(401, loginPage({ wasWrong: true }));
  const location = `./${pathname.split('/').at(-1)}`;
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie, ...NOT_KEPT } });
}

/** The text of a body; `undefined` if it is too long. */
async function readText({ body, signal }: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body === null ? [] : readStream(body, signal)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
