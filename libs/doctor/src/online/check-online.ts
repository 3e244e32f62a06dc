import { randomUUID } from 'node:crypto';
import { dsnOrigin, parseDsn } from '@adit/common';
import type { Problem } from '../check.ts';
import { DOCTOR, type Finding } from '../report.ts';
import { ask, type Reply } from './ask.ts';
import { markedEnvelope } from './envelope.ts';
import {
  detailOf,
  isIngestAway,
  isOriginRefusal,
  judgeAccess,
  judgeDelivery,
  judgeReply,
  lostWithoutSiteField,
  parseObject,
} from './judge.ts';
import { siteFieldOf } from './site-field.ts';

/** Options of `checkOnline`. */
export interface OnlineOptions {
  /** The address of the running application, such as `https://shop.example`. Its path is ignored. */
  readonly url: string;
  /**
   * The tunnel path with `basePath`, or the address of a separate tunnel; `tunnelPathOf` reads it. Default
   * `/monitoring-tunnel`.
   */
  readonly tunnelPath?: string;
  /**
   * The tunnel path of the last build; `builtTunnelPathOf` reads it. If the tunnel answers there instead, the finding
   * says so.
   */
  readonly builtTunnelPath?: string | undefined;
  /** For a tunnel that does not return its settings. Default: the server's. */
  readonly dsn?: string;
  /** The application's folder, for the finding. Default `''`. */
  readonly application?: string;
  /** Milliseconds for all requests together. Default 10,000. */
  readonly deadlineMs?: number;
  /** Default: the global one. It may throw, and it may never end. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: () => number;
}

const ONLINE = 'online';

/**
 * Sends one marked envelope through the tunnel of a running application, as its pages do, and reports how far it got.
 * Never throws.
 */
export async function checkOnline(options: OnlineOptions): Promise<Finding> {
  const { url, tunnelPath = '/monitoring-tunnel', application = '' } = options;
  if (!URL.canParse(tunnelPath, url) || !/^https?:/.test(url))
    return {
      check: DOCTOR,
      application,
      level: 'error',
      message: `${url} is not the address of an application`,
      fix: `Write ${addressLike(url)}.`,
    };
  const { level, message, fix } = await send(new URL(tunnelPath, url), options);
  return { check: ONLINE, application, level, message, ...(fix !== undefined && { fix }) };
}

/** The address with its scheme, such as `http://localhost:3000` for `localhost:3000`. */
function addressLike(text: string): string {
  const host = text.replace(/^\w*:?\/\//, '');
  if (/\s/.test(host) || !URL.canParse(`http://${host}`)) return 'an address such as http://localhost:3000';
  return `${/^(?:localhost|[\d.]+|\[.*\])(?=[:/]|$)/.test(host) ? 'http' : 'https'}://${host}`;
}

async function send(
  asked: URL,
  {
    url: page,
    builtTunnelPath,
    dsn: given,
    deadlineMs = 10_000,
    fetch = globalThis.fetch,
    now = Date.now,
  }: OnlineOptions,
): Promise<Problem> {
  const end = now() + deadlineMs;
  const left = (): number => Math.max(end - now(), 0);

  const { origin } = new URL(page);
  const isElsewhere = origin !== asked.origin;
  const get = (at: URL): Promise<Reply> => {
    const headers = { accept: 'application/json', ...(isElsewhere && { origin }) };
    return ask(fetch, { url: at, method: 'GET', headers }, left());
  };
  const first = await get(asked);
  // With trailingSlash, Next redirects the path of a route file.
  const url = slashTarget(first, asked) ?? asked;
  const reply = url === asked ? first : await get(url);
  const settings = readSettings(reply);
  const wrong =
    judgeReply(reply, url) ??
    (given === undefined ? judgeSettings(reply, url) : undefined) ??
    (isElsewhere ? judgeAccess(reply, url, origin) : undefined);
  if (wrong && builtTunnelPath !== undefined && builtTunnelPath !== asked.pathname) {
    const atBuilt = readSettings(await get(new URL(builtTunnelPath, url)));
    if (atBuilt.environment !== undefined) return runsOldBuild(builtTunnelPath, asked);
  }
  if (wrong) return wrong;

  const body = markedEnvelope({
    dsn: given ?? settings.dsn ?? '',
    id: randomUUID().replaceAll('-', ''),
    time: now(),
    environment: settings.environment,
    release: settings.release,
  });
  const post = (text: string, site: Readonly<Record<string, string>>): Promise<Reply> => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8', origin, ...site };
    return ask(fetch, { url, method: 'POST', headers, body: text }, left());
  };
  const answer = await post(body, siteFieldOf(url, origin));
  const failed = judgeReply(answer, url);
  const problem = failed ?? judgeDelivery(answer as Extract<Reply, { kind: 'answer' }>, url);
  if (isIngestAway(answer))
    return withIngest(problem, await lookAtIngest(fetch, given ?? settings.dsn, left()));
  // The tunnel checks the origin first: an empty body shows the result, and sends nothing to Sentry.
  const needsField = !isElsewhere && problem.level === 'ok' && isOriginRefusal(await post('', {}));
  return needsField ? lostWithoutSiteField(url) : problem;
}

/** The address with a slash after its path, if the reply redirects there. */
function slashTarget(reply: Reply, url: URL): URL | undefined {
  const location = reply.kind === 'answer' ? reply.headers.get('location') : null;
  if (reply.kind !== 'answer' || reply.status < 300 || reply.status > 399 || location === null)
    return undefined;
  const wanted = new URL(`${url.pathname}/`, url);
  return URL.canParse(location, url) && new URL(location, url).href === wanted.href ? wanted : undefined;
}

/** The tunnel does not tell browsers why it cannot reach ingest, so the doctor tries from its own machine. */
async function lookAtIngest(
  fetch: typeof globalThis.fetch,
  text: string | undefined,
  deadlineMs: number,
): Promise<string> {
  const dsn = parseDsn(text ?? '');
  if (dsn === undefined) return '';
  const origin = dsnOrigin(dsn);
  const reply = await ask(fetch, { url: new URL(origin), method: 'GET', headers: {} }, deadlineMs);
  const seen = {
    answer: 'can be reached from here, but not from the server',
    timeout: 'does not answer here either',
    failure: `cannot be reached from here either: ${reply.kind === 'failure' ? reply.reason : ''}`,
  }[reply.kind];
  return `. ${origin} ${seen}`;
}

const withIngest = (problem: Problem, seen: string): Problem => ({
  ...problem,
  message: `${problem.message}${seen}`,
});

interface Settings {
  readonly dsn?: string;
  readonly environment?: string;
  readonly release?: string;
}

/** The settings that the server sends to pages. */
function readSettings(reply: Reply): Settings {
  const json = reply.kind === 'answer' && reply.status === 200 ? parseObject(reply.body) : undefined;
  const texts = ['dsn', 'environment', 'release'].flatMap((name) => {
    const value = json?.[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(texts);
}

const runsOldBuild = (built: string, { pathname }: URL): Problem => ({
  level: 'error',
  message: `The application runs a build with the tunnel path ${built}, but adit.config and next.config say ${pathname}`,
  fix: 'Build again, and start that build.',
});

function judgeSettings(reply: Reply, url: URL): Problem | undefined {
  if (reply.kind !== 'answer' || readSettings(reply).dsn !== undefined) return undefined;
  const detail = detailOf(reply);
  const { environment } = readSettings(reply);
  if (environment !== undefined || detail?.startsWith('Monitoring is off') === true)
    return {
      level: 'error',
      message: 'The server has no valid DSN, so monitoring is off',
      fix: "Look at the first lines of the server's log, which name a wrong SENTRY_DSN or ADIT_INGEST_ORIGIN. Without such a line, start the server with SENTRY_DSN.",
    };
  return {
    level: 'error',
    message: `${url.pathname} is answered ${reply.status}, without the settings of a tunnel${detail === undefined ? '' : `: ${detail}`}`,
    fix:
      reply.status === 405
        ? 'Pass the DSN, because this tunnel does not tell it.'
        : 'Run adit doctor: tunnel-answered says what is missing.',
  };
}
