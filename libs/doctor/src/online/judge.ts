import type { Problem } from '../check.ts';
import type { Reply } from './ask.ts';
import { MARKED_LOGGER, MARKED_TITLE } from './envelope.ts';
import { hasSiteField } from './site-field.ts';

type Answer = Extract<Reply, { kind: 'answer' }>;

/** The problem of a reply whose content does not count: nobody answered, or not the tunnel. */
export function judgeReply(reply: Reply, url: URL): Problem | undefined {
  if (reply.kind === 'timeout')
    return error(
      `${url.href} did not answer in time`,
      'Start the application, and check proxies and firewalls before it.',
    );
  if (reply.kind === 'failure')
    return error(
      `${url.href} cannot be reached: ${reply.reason}`,
      'Start the application, or correct the address.',
    );
  const { status, headers } = reply;
  const target = headers.get('location');
  if (status >= 300 && status < 400 && status !== 304)
    return error(
      `${url.pathname} is redirected${target === null ? '' : ` to ${target.slice(0, 200)}`}`,
      'Leave the tunnel path out of the matcher of the proxy, and out of redirects.',
    );
  if (isPage(reply))
    return status === 404
      ? error(
          `${url.pathname} is not found: nothing answers the tunnel path`,
          'If the path is new, build again. Else run adit doctor: tunnel-answered says what is missing.',
        )
      : error(
          `${url.pathname} is answered ${status} with a page, not by the tunnel`,
          'Leave the tunnel path out of rewrites, sign-in and the rules of a CDN.',
        );
  return undefined;
}

/** Whether a page of another origin may read the settings. A tunnel that allows this can also be posted to. */
export function judgeAccess(reply: Reply, url: URL, origin: string): Problem | undefined {
  const allowed = reply.kind === 'answer' ? reply.headers.get('access-control-allow-origin') : null;
  return allowed === '*' || allowed === origin
    ? undefined
    : error(
        `The tunnel of ${url.origin} does not let pages of ${origin} read its answers`,
        `Add ${origin} to ADIT_ALLOWED_ORIGINS of the tunnel server.`,
      );
}

/** The result of the marked envelope. */
export function judgeDelivery(answer: Answer, url: URL): Problem {
  const path = url.pathname;
  const { status, headers } = answer;
  const detail = detailOf(answer);
  const reason = detail === undefined ? '' : `: ${detail}`;
  const isOwn = isOwnAnswer(answer);
  if (status === 200 && !isJson(answer))
    return error(
      `${path} is answered 200, but not by the tunnel`,
      'Leave the tunnel path out of rewrites and of rules of a CDN.',
    );
  if (status === 200 && isOwn)
    return {
      level: 'warning',
      message: 'The envelope is stored: ingest cannot be reached now, and the tunnel sends it later',
      fix: 'Let the server connect to the host of the DSN.',
    };
  if (status === 200)
    return {
      level: 'ok',
      message: `The envelope has reached ingest. Find it by its title, “${MARKED_TITLE}”, or in Sentry by logger:${MARKED_LOGGER}`,
    };
  if (status === 429)
    return {
      level: 'warning',
      message: `The envelope was dropped by a rate limit${headers.has('x-sentry-rate-limits') ? ' of Sentry' : ''}${reason}`,
      fix: 'Wait, or look at the quota of your Sentry project.',
    };
  if (status === 404 || status === 405)
    return error(
      `${path} is answered ${status}${reason}`,
      'Run adit doctor: tunnel-answered says what is missing.',
    );
  if (status === 502 || status === 504)
    return error(`The tunnel cannot reach ingest${reason}`, 'Let the server connect to the host of the DSN.');
  const who = isOwn ? 'The tunnel' : 'Ingest';
  if (status >= 500)
    return error(
      `${who} answers ${status}${reason}`,
      isOwn ? 'Look at the log of the server.' : 'Try again later.',
    );
  return error(`${who} refuses the envelope with ${status}${reason}`, fixOfRefusal(isOwn, url, detail));
}

/** Whether the tunnel answers that it cannot reach ingest, or that it has stored the envelope for that reason. */
export const isIngestAway = (reply: Reply): boolean =>
  reply.kind === 'answer' &&
  (reply.status === 502 ||
    reply.status === 504 ||
    (reply.status === 200 && isOwnAnswer(reply) && isJson(reply)));

/** Whether the tunnel itself refuses the origin of a page. */
export const isOriginRefusal = (reply: Reply): boolean =>
  reply.kind === 'answer' &&
  reply.status === 403 &&
  isOwnAnswer(reply) &&
  detailOf(reply)?.includes('origin') === true;

/**
 * The tunnel accepts envelopes only with `Sec-Fetch-Site`: `Host`, which it compares otherwise, is not the value that
 * the browser sent.
 */
export const lostWithoutSiteField = (url: URL): Problem => ({
  level: 'warning',
  message:
    'The envelope has reached ingest, but a proxy changes the Host header: browsers that do not send Sec-Fetch-Site, such as Safari before 16.4, are refused with 403: origin not allowed',
  fix: passHost(url, 'Host'),
});

const passHost = ({ origin }: URL, fields: string): string =>
  `Let the proxy pass on ${fields} (nginx: proxy_set_header Host $http_host), or add ${origin} to tunnel.allowedOrigins.`;

function fixOfRefusal(isOwn: boolean, url: URL, detail = ''): string {
  if (!isOwn) return 'Check the DSN, and the allowed domains of the Sentry project.';
  // Browsers do not send Sec-Fetch-Site to http addresses, so no proxy can remove it.
  if (detail.includes('origin')) return passHost(url, hasSiteField(url) ? 'Host and Sec-Fetch-Site' : 'Host');
  if (detail.includes('dsn')) return 'Use the DSN that the server has.';
  return 'Let proxies and body parsers leave the request as it is.';
}

const error = (message: string, fix: string): Problem => ({ level: 'error', message, fix });

/** The tunnel's own answers are never cached; those of ingest have no such header. */
const isOwnAnswer = ({ headers }: Answer): boolean => headers.get('cache-control') === 'no-store';

const isPage = ({ headers, body }: Answer): boolean =>
  /\bhtml\b/.test(headers.get('content-type') ?? '') || /^\s*<(?:!doctype|html)\b/i.test(body);

function isJson({ body }: Answer): boolean {
  return parseObject(body) !== undefined;
}

/** `detail` of an answer of the tunnel or of ingest. */
export function detailOf({ body }: Answer): string | undefined {
  const detail = parseObject(body)?.['detail'];
  return typeof detail === 'string' ? detail.slice(0, 200) : undefined;
}

/** A JSON object; `undefined` for everything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
