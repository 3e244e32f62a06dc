import type { Problem } from '../check.ts';
import type { Reply } from './ask.ts';

type Answer = Extract<Reply, { kind: 'answer' }>;

/** What is wrong with a reply before its content counts: nobody answered, or somebody else than the tunnel. */
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
          'Run adit doctor: tunnel-answered says what is missing.',
        )
      : error(
          `${url.pathname} is answered ${status} with a page, not by the tunnel`,
          'Leave the tunnel path out of rewrites, sign-in and the rules of a CDN.',
        );
  return undefined;
}

/** What came of the marked envelope. */
export function judgeDelivery(answer: Answer, path: string): Problem {
  const { status, headers } = answer;
  const detail = detailOf(answer);
  const reason = detail === undefined ? '' : `: ${detail}`;
  // The tunnel's own answers are never cached; those of ingest say nothing of caches.
  const isOwn = headers.get('cache-control') === 'no-store';
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
      message: 'The envelope has reached ingest. Find it in Sentry by logger:adit-doctor',
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
  return error(`${who} refuses the envelope with ${status}${reason}`, fixOfRefusal(isOwn, detail));
}

/** Whether the tunnel answers that it cannot reach ingest, or that it has stored the envelope for that. */
export const isIngestAway = (reply: Reply): boolean =>
  reply.kind === 'answer' &&
  (reply.status === 502 ||
    reply.status === 504 ||
    (reply.status === 200 && reply.headers.get('cache-control') === 'no-store' && isJson(reply)));

function fixOfRefusal(isOwn: boolean, detail = ''): string {
  if (!isOwn) return 'Check the DSN, and the allowed domains of the Sentry project.';
  if (detail.includes('origin'))
    return 'Let proxies pass the Host header on, or add the origin to tunnel.allowedOrigins.';
  if (detail.includes('dsn')) return 'Use the DSN that the server has.';
  return 'Let proxies and body parsers leave the request as it is.';
}

const error = (message: string, fix: string): Problem => ({ level: 'error', message, fix });

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
